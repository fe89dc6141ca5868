using Spectre.Console;

namespace AsyncLoad.Harness.Cli;

/// <summary>A line on the error stream that is redrawn in place where a person watches; elsewhere there is none.</summary>
internal sealed class LiveLine(Terminal terminal, OutputStyle style)
{
    private LiveDisplayContext? display;

    /// <summary>Whether there is one.</summary>
    public bool IsShown { get; } =
        style is { Progress: true, Verbosity: not Verbosity.Quiet } && terminal.ErrorIsTerminal && Environment.GetEnvironmentVariable("CI") is null;

    /// <summary>Shows it while <paramref name="work"/> lasts.</summary>
    public async Task ShowAsync(Func<Task> work)
    {
        if (!IsShown)
        {
            await work();
            return;
        }

        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Out = new AnsiConsoleOutput(terminal.Error),
            ColorSystem = style.Color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
        });
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
}
