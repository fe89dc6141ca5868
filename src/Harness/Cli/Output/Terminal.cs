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
        Console.Out,
        Console.Error,
        !Console.IsOutputRedirected,
        !Console.IsErrorRedirected,
        Environment.GetEnvironmentVariable("NO_COLOR") is not null);
#pragma warning restore RS0030

    /// <summary>A Spectre console on the output or the error stream, for a terminal only.</summary>
    public static IAnsiConsole Rich(TextWriter writer, bool color) => AnsiConsole.Create(new AnsiConsoleSettings
    {
        Out = new AnsiConsoleOutput(writer),
        ColorSystem = color ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
        Interactive = InteractionSupport.No,
    });
}
