using AsyncLoad.Harness.Planning;
using Spectre.Console;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>Where words go: results to the output, everything else to the error stream.</summary>
/// <param name="Output">For results.</param>
/// <param name="Error">For errors, logs and progress.</param>
/// <param name="OutputIsTerminal">Whether a person watches the output.</param>
/// <param name="ErrorIsTerminal">Whether a person watches the error stream.</param>
/// <param name="NoColor">Whether <c>NO_COLOR</c> is there, with any value.</param>
internal sealed record Terminal(TextWriter Output, TextWriter Error, bool OutputIsTerminal, bool ErrorIsTerminal, bool NoColor)
{
#pragma warning disable RS0030 // The one place where the program touches its console.
    /// <summary>The terminal of this process.</summary>
    public static Terminal OfProcess() => new(
        new LenientWriter(Console.Out),
        new LenientWriter(Console.Error),
        !Console.IsOutputRedirected,
        !Console.IsErrorRedirected,
        Environment.GetEnvironmentVariable("NO_COLOR") is not null);
#pragma warning restore RS0030

    /// <summary>Why results did not reach the output; null while they did.</summary>
    public string? OutputFailure => (Output as LenientWriter)?.Failure;

    /// <summary>Writes the line of an error. One that ends the command is thrown as a <see cref="CommandFailedException"/> instead.</summary>
    public void WriteError(string message) => Error.WriteLine($"error: {Printable.Text(message)}");

    /// <summary>A Spectre console on the output or the error stream, for a terminal only.</summary>
    public static IAnsiConsole Rich(TextWriter writer, bool color) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(writer),
        ColorSystem = color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
        Interactive = InteractionSupport.No,
    });
}

/// <summary>A line on the error stream that is redrawn in place where a person watches; elsewhere there is none.</summary>
internal sealed class LiveLine(Terminal terminal, OutputStyle style)
{
    // Null where there is none. A terminal that cannot move its cursor would show every drawing after the other, in one line.
    private readonly IAnsiConsole? console = IsWelcome(terminal, style) && Open(terminal, style) is { Profile.Capabilities.Ansi: true } able ? able : null;

    private LiveDisplayContext? display;

    /// <summary>Whether there is one.</summary>
    public bool IsShown => console is not null;

    /// <summary>Shows it while <paramref name="work"/> lasts.</summary>
    public async Task ShowAsync(Func<Task> work)
    {
        if (console is null)
        {
            await work();
            return;
        }

        await console.Live(new Text("")).AutoClear(true).StartAsync(async context =>
        {
            display = context;
            await work();
        });
    }

    /// <summary>Redraws it.</summary>
    /// <param name="line">What it says.</param>
    /// <param name="aside">What stands below it, dimmed.</param>
    public void Write(string line, string aside = "")
    {
        display?.UpdateTarget(new Rows(new Text(line), new Text(aside, new Style(decoration: Decoration.Dim))));
        display?.Refresh();
    }

    private static bool IsWelcome(Terminal terminal, OutputStyle style) =>
        style is { Progress: true, Verbosity: not Verbosity.Quiet } && terminal.ErrorIsTerminal && Environment.GetEnvironmentVariable("CI") is null;

    private static IAnsiConsole Open(Terminal terminal, OutputStyle style) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(terminal.Error),
        ColorSystem = style.Color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
    });
}
