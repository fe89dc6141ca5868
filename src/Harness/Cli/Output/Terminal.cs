using System.Diagnostics;
using System.Text;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Reporting.Markup;
using Microsoft.Win32.SafeHandles;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>Where text goes: results to the output, everything else to the error stream.</summary>
/// <param name="Output">Where results end up.</param>
/// <param name="Error">Where errors, logs and progress end up.</param>
/// <param name="OutputIsTerminal">Whether a person watches the output.</param>
/// <param name="ErrorIsTerminal">Whether a person watches the error stream.</param>
/// <param name="NoColor">Whether <c>NO_COLOR</c> is there, with any value.</param>
internal sealed record Terminal(TextWriter Output, TextWriter Error, bool OutputIsTerminal, bool ErrorIsTerminal, bool NoColor)
{
    private const int StandardError = 2;

    // Not escaped, for the codes that the program itself sends to a terminal.
    private readonly TextWriter bareOutput = Output;

    /// <summary>Characters that a line has room for; null for what the console has.</summary>
    public int? Width { get; init; }

    private AboveLiveWriter ErrorStream { get; } = new(Error);

    /// <summary>For results. What would act on a terminal or a build service is escaped.</summary>
    public TextWriter Output { get; } = new HarmlessWriter(Output);

    /// <summary>For errors, logs and progress; escaped like the output.</summary>
    public TextWriter Error => ErrorStream.Escaped;

#pragma warning disable RS0030 // The one place where the program touches its console.
    /// <summary>The terminal of this process. Libraries that write to the console, the log among them, write there too.</summary>
    public static Terminal OfProcess()
    {
        // Programs read results too, so they are always UTF-8, not in the console's code page.
        Console.OutputEncoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false);
        var terminal = new Terminal(
            new LenientWriter(Console.Out),
            new LenientWriter(Console.Error),
            !Console.IsOutputRedirected,
            !Console.IsErrorRedirected,
            Environment.GetEnvironmentVariable("NO_COLOR") is not null);
        Console.SetOut(terminal.Output);
        Console.SetError(terminal.Error);
        return terminal;
    }
#pragma warning restore RS0030

    /// <summary>Why results did not reach the output; null while they did.</summary>
    public string? OutputFailure => (bareOutput as LenientWriter)?.Failure;

    /// <summary>Writes the line of an error. One that ends the command is thrown as a <see cref="CommandFailedException"/> instead.</summary>
    public void WriteError(string message) => Error.WriteLine($"error: {Printable.Text(message)}");

    /// <summary>Gives the build service a command, on the error stream.</summary>
    public void Command(BuildCommand command) => ErrorStream.Bare.WriteLine(command.Written);

    /// <summary>The same where not even the console can be opened, since too few files may be open.</summary>
    public static void WriteBareError(string message)
    {
        try
        {
            using var error = new FileStream(new SafeFileHandle(StandardError, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            error.Write(Encoding.UTF8.GetBytes($"error: {Printable.Text(message)}\n"));
        }
        catch (IOException full)
        {
            // The exit code still tells.
            Debug.WriteLine(full);
        }
    }

    /// <summary>A Spectre console on the output, for a terminal only. It writes codes for terminals, so all text that it is given comes from <see cref="Shown"/>.</summary>
    public IAnsiConsole RichOutput(bool color) => Rich(bareOutput, color, InteractionSupport.No);

    /// <summary>A Spectre console on the error stream, which may redraw lines.</summary>
    public IAnsiConsole RichError(bool color) => Rich(ErrorStream.Bare, color, InteractionSupport.Detect);

    /// <summary>Shares the error stream with a drawing on it: until <see cref="EndLive"/> its lines are handed over and written above the drawing.</summary>
    public void BeginLive(Action<string> writeAbove) => ErrorStream.BeginLive(writeAbove);

    /// <summary>Gives the error stream back.</summary>
    public void EndLive() => ErrorStream.EndLive();

    /// <summary>Text for a Spectre console.</summary>
    public static Text Shown(string text, Decoration decoration = Decoration.None) => new(Printable.Text(text), new Style(decoration: decoration));

    /// <summary>Pieces of one line for a Spectre console, each in its colour.</summary>
    public static Paragraph ShownLine(IEnumerable<(string Text, Color Color)> pieces)
    {
        var line = new Paragraph();
        foreach (var (text, color) in pieces) line.Append(Printable.Text(text), new Style(color));
        return line;
    }

    private IAnsiConsole Rich(TextWriter writer, bool color, InteractionSupport interactive)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(writer),
            ColorSystem = color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = interactive,
        });
        if (Width is { } width) console.Profile.Width = width;
        return console;
    }
}

/// <summary>A line on the error stream that is redrawn in place where a person watches; elsewhere there is none.</summary>
internal sealed class LiveLine(Terminal terminal, OutputStyle style)
{
    // Null where there is none. A terminal that cannot move its cursor would show all drawings one after the other, in one line.
    private readonly IAnsiConsole? console = IsWelcome(terminal, style) && terminal.RichError(style.Color) is { Profile.Capabilities.Ansi: true } able ? able : null;

    private LiveDisplayContext? display;
    private IRenderable drawn = Terminal.Shown("");

    /// <summary>Whether there is one.</summary>
    public bool IsShown => console is not null;

    /// <summary>Characters that a line has room for; 0 where there is none.</summary>
    public int Width => console?.Profile.Width ?? 0;

    /// <summary>Shows it while <paramref name="work"/> lasts.</summary>
    public async Task ShowAsync(Func<Task> work)
    {
        if (console is null)
        {
            await work();
            return;
        }

        await console.Live(Terminal.Shown("")).AutoClear(true).StartAsync(async context =>
        {
            display = context;
            terminal.BeginLive(WriteAbove);
            try
            {
                await work();
            }
            finally
            {
                terminal.EndLive();
            }
        });
    }

    /// <summary>Redraws it.</summary>
    /// <param name="line">What it says.</param>
    /// <param name="aside">What stands below it, dimmed.</param>
    /// <param name="above">What is drawn above it, no wider than <see cref="Width"/>.</param>
    public void Write(string line, string aside = "", params IEnumerable<IRenderable> above)
    {
        drawn = new Rows([.. above, Terminal.Shown(line), Terminal.Shown(aside, Decoration.Dim)]);
        Draw(drawn);
    }

    // Blank first: Spectre writes over its drawing, which may be wider than the line.
    private void WriteAbove(string line)
    {
        Draw(Terminal.Shown(""));
        console?.Write(new Rows(Terminal.Shown(line)));
        Draw(drawn);
    }

    private void Draw(IRenderable what)
    {
        display?.UpdateTarget(what);
        display?.Refresh();
    }

    private static bool IsWelcome(Terminal terminal, OutputStyle style) =>
        style is { Progress: true, Verbosity: not Verbosity.Quiet } && terminal.ErrorIsTerminal && Environment.GetEnvironmentVariable("CI") is null;
}

/// <summary>
/// A stream of the process that may be full, or closed by its reader. What cannot be written is dropped: output without a reader must not end a run. Not
/// thread-safe by itself; the console's writers are.
/// </summary>
/// <param name="inner">Where it goes.</param>
internal sealed class LenientWriter(TextWriter inner) : TextWriter
{
    /// <summary>Why something was dropped, the first time; null while nothing was.</summary>
    public string? Failure { get; private set; }

    public override Encoding Encoding => inner.Encoding;

    public override void Write(char value) => Try(() => inner.Write(value));

    public override void Write(string? value) => Try(() => inner.Write(value));

    public override void Write(char[] buffer, int index, int count) => Try(() => inner.Write(buffer, index, count));

    public override void WriteLine(string? value) => Try(() => inner.WriteLine(value));

    public override void Flush() => Try(inner.Flush);

    private void Try(Action write)
    {
        if (Failure is not null) return;
        try
        {
            write();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or ObjectDisposedException)
        {
            Failure = problem.Message;
        }
    }
}
