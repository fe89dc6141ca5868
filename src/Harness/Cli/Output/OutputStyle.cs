using System.CommandLine;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>How results and progress are shown.</summary>
/// <param name="Format">Shape of results.</param>
/// <param name="Verbosity">How much is said besides results.</param>
/// <param name="Color">Whether colours are welcome.</param>
/// <param name="Progress">Whether live progress is welcome; it needs a terminal too.</param>
internal sealed record OutputStyle(OutputFormat Format, Verbosity Verbosity, bool Color, bool Progress);

/// <summary>Shape of results.</summary>
internal enum OutputFormat
{
    /// <summary>For people.</summary>
    Text,

    /// <summary>For programs.</summary>
    Json,
}

/// <summary>How much is said besides results.</summary>
internal enum Verbosity
{
    /// <summary>Errors only.</summary>
    Quiet,

    /// <summary>Progress and warnings.</summary>
    Normal,

    /// <summary>Also what each step does.</summary>
    Detailed,

    /// <summary>Everything, with stacks.</summary>
    Diagnostic,
}

/// <summary>The options of every command: how results and progress are shown.</summary>
internal sealed class StyleOptions(Terminal terminal)
{
    private readonly Option<OutputFormat?> format = CheckedOption.Option("--format", "shape of results", ("text", OutputFormat.Text), ("json", OutputFormat.Json));

    private readonly Option<Verbosity?> verbosity = CheckedOption.Option(
        "--verbosity",
        "how much is said besides results",
        ("normal", Verbosity.Normal),
        ("quiet", Verbosity.Quiet),
        ("detailed", Verbosity.Detailed),
        ("diagnostic", Verbosity.Diagnostic));

    private readonly Option<bool> quiet = new("--quiet") { Description = "results and errors only" };
    private readonly Option<bool> noColor = new("--no-color") { Description = "no colours; the variable NO_COLOR does the same" };
    private readonly Option<bool> noProgress = new("--no-progress") { Description = "plain lines instead of live progress" };

    /// <summary>Adds the options to the root, for all commands below it.</summary>
    public void AddTo(RootCommand root)
    {
        foreach (var option in new Option[] { format, verbosity, quiet, noColor, noProgress })
        {
            option.Recursive = true;
            root.Options.Add(option);
        }
    }

    /// <summary>What was chosen.</summary>
    public OutputStyle Of(ParseResult parsed) => new(
        parsed.GetValue(format) ?? OutputFormat.Text,
        parsed.GetValue(quiet) ? Verbosity.Quiet : parsed.GetValue(verbosity) ?? Verbosity.Normal,
        Color: !parsed.GetValue(noColor) && !terminal.NoColor,
        Progress: !parsed.GetValue(noProgress));
}
