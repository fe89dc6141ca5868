using Spectre.Console;

namespace AsyncLoad.Harness.Cli.Output;

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
