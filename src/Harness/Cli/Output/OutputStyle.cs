using System.CommandLine;
using System.CommandLine.Parsing;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>How results and progress are shown.</summary>
/// <param name="Format">Shape of results.</param>
/// <param name="Verbosity">How much is said besides results.</param>
/// <param name="Color">Whether colours are allowed.</param>
/// <param name="Progress">Whether live progress is allowed; it also needs a terminal.</param>
internal sealed record OutputStyle(OutputFormat Format, Verbosity Verbosity, bool Color, bool Progress);

/// <summary>Shape of results.</summary>
internal enum OutputFormat
{
    /// <summary>For people.</summary>
    Text,

    /// <summary>For programs.</summary>
    Json,

    /// <summary>For code hosts, which show findings at their lines; <c>analyze</c> only.</summary>
    Sarif,
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
    private readonly Option<OutputFormat?> format = CheckedOption.Option("--format", "format of results; sarif is for analyze only", ("text", OutputFormat.Text), ("json", OutputFormat.Json), ("sarif", OutputFormat.Sarif));

    private const string WithSarif = "analyze";

    private readonly Option<Verbosity?> verbosity = CheckedOption.Option(
        "--verbosity",
        "how much is printed besides results",
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

        foreach (var command in root.Subcommands.Where(command => command.Name != WithSarif)) command.Validators.Add(RefuseSarif);
        foreach (var command in root.Subcommands) command.Validators.Add(RefuseBoth);
    }

    /// <summary>Whether a command line asks for SARIF.</summary>
    public bool AsksForSarif(CommandResult result) => result.GetResult(format) is { Tokens: [{ Value: "sarif" }] };

    private void RefuseSarif(CommandResult result)
    {
        if (AsksForSarif(result)) result.AddError($"--format sarif is for {WithSarif}: it tells what to change in source files");
    }

    private void RefuseBoth(CommandResult result)
    {
        if (result.GetResult(quiet) is { Implicit: false } && result.GetResult(verbosity) is { Implicit: false })
            result.AddError("--quiet and --verbosity both say how much is printed: leave out one of them");
    }

    /// <summary>What was chosen.</summary>
    public OutputStyle Of(ParseResult parsed) => new(
        parsed.GetValue(format) ?? OutputFormat.Text,
        parsed.GetValue(quiet) ? Verbosity.Quiet : parsed.GetValue(verbosity) ?? Verbosity.Normal,
        Color: !parsed.GetValue(noColor) && !terminal.NoColor,
        Progress: !parsed.GetValue(noProgress));
}
