using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>What is to be analysed, and where the answer goes.</summary>
/// <param name="Subject">A trace, or a process to record one in.</param>
/// <param name="Advice">How advice is made.</param>
/// <param name="Output">File of a report; null for none.</param>
/// <param name="Style">How the answer is shown.</param>
internal sealed record AnalyzeRequest(AnalyzeSubject Subject, AdviceOptions Advice, string? Output, OutputStyle Style)
{
    /// <summary>What the trace becomes; null where it is analysed.</summary>
    public Conversion? Conversion { get; init; }

    /// <summary>The least advice that fails a build; null for none.</summary>
    public AdviceWeight? FailOn { get; init; }

    /// <summary>The command line, without the program.</summary>
    public IReadOnlyList<string> Arguments { get; init; } = [];
}

/// <summary>What is analysed.</summary>
internal abstract record AnalyzeSubject
{
    private AnalyzeSubject()
    {
    }

    /// <summary>A trace file.</summary>
    /// <param name="Path">Path of its file.</param>
    public sealed record Trace(string Path) : AnalyzeSubject;

    /// <summary>A running process, which is recorded first.</summary>
    /// <param name="Id">Its process id.</param>
    /// <param name="Length">How long to record.</param>
    /// <param name="Keep">Where the trace is kept; null keeps none.</param>
    public sealed record Process(int Id, Duration Length, string? Keep) : AnalyzeSubject;
}

/// <summary>The options of <c>analyze</c>, named as in dotnet-trace where it has the same.</summary>
internal sealed class AnalyzeOptions(StyleOptions style)
{
    private static readonly Duration DefaultLength = Duration.FromSeconds(30);

    private readonly Argument<string?> trace = new("trace")
    {
        Description = "a .nettrace, .netperf or .etlx file, recorded by any tool",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<int?> process = CheckedOption.Number("--process-id", "record this process, then analyse the recording", 1, int.MaxValue);
    private readonly Option<Duration?> duration = CheckedOption.Time("--duration", "how long to record (default 30s); Ctrl-C ends it early");
    private readonly Option<string?> keep = new("--keep") { Description = "keep the recorded trace in this file (default: it is deleted)", HelpName = "FILE" };
    private readonly Option<string?> output = new("--output") { Description = "write a report as well: FILE.html, FILE.md or FILE.sarif", HelpName = "FILE" };
    private readonly Option<Conversion?> convert = Conversion.Option();
    private readonly Option<AdviceWeight?> failOn = CheckedOption.Word(
        "--fail-on", "exit with code 2 if your own code gets such advice; conditional includes recommended", ("recommended", AdviceWeight.Recommended), ("conditional", AdviceWeight.Conditional));

    private readonly AdviceArguments advice = new();

    /// <summary>Adds them to the command.</summary>
    public void AddTo(Command command)
    {
        process.Aliases.Add("-p");
        output.Aliases.Add("-o");
        command.Arguments.Add(trace);
        foreach (var option in new Option[] { process, duration, keep, output, failOn, convert }) command.Options.Add(option);
        advice.AddTo(command);
        command.Validators.Add(Check);
    }

    public AnalyzeRequest Request(ParseResult parsed) => new(
        parsed.GetValue(process) is { } id
            ? new AnalyzeSubject.Process(id, parsed.GetValue(duration) ?? DefaultLength, parsed.GetValue(keep))
            : new AnalyzeSubject.Trace(parsed.GetRequiredValue(trace)!),
        advice.Of(parsed),
        parsed.GetValue(output),
        style.Of(parsed))
    {
        Conversion = parsed.GetValue(convert),
        FailOn = parsed.GetValue(failOn),
        Arguments = [.. parsed.Tokens.Select(token => token.Value)],
    };

    private void Check(CommandResult result)
    {
        var (file, live) = (result.GetResult(trace) is { Tokens.Count: > 0 }, result.GetResult(process) is not null);
        if (file && live) result.AddError("analyze takes a trace or --process-id, not both");
        if (!file && !live) result.AddError("analyze takes the path of a trace, or --process-id PID");
        if (file && (result.GetResult(duration) ?? (SymbolResult?)result.GetResult(keep)) is not null) result.AddError("--duration and --keep need --process-id: leave them out for a trace file");
        if (result.GetResult(output) is { Tokens: [var name, ..] } && TraceReport.FormatOf(name.Value) is null)
            result.AddError($"--output takes a name that ends in .html, .md or .sarif, not {Planning.Printable.Quote(name.Value)}");
        if (result.GetResult(convert) is { Tokens: [_, var into] }) CheckConversion(result, into.Value);
    }

    private void CheckConversion(CommandResult result, string into)
    {
        if (result.GetResult(process) is not null) result.AddError("--convert takes a trace: record one with --process-id and --keep first");
        if (result.GetResult(output) is not null || advice.AnyIn(result)) result.AddError("--convert writes no report: leave out --output, --assembly and --min-share");
        if (result.GetResult(failOn) is not null) result.AddError("--convert gives no advice: leave out --fail-on");
        if (style.AsksForSarif(result)) result.AddError("--convert gives no advice: leave out --format sarif");
        if (result.GetResult(trace) is { Tokens: [var file, ..] } && into.Length > 0 && Path.GetFullPath(into) == Path.GetFullPath(file.Value))
            result.AddError("--convert writes a new file: choose a name other than the trace's");
    }
}

/// <summary>The options that decide how advice is made. <c>analyze</c> passes them on to the process that reads the trace.</summary>
internal sealed class AdviceArguments
{
    private readonly Option<string[]> assembly =
        CheckedOption.Texts("--assembly", "folder with the assemblies of the trace, if they are elsewhere on this machine; may be given again", "DIR");

    private readonly Option<double?> minShare = CheckedOption.Share("--min-share", "hide findings below this share of all bytes (default 1%)");

    public void AddTo(Command command)
    {
        command.Options.Add(assembly);
        command.Options.Add(minShare);
    }

    /// <summary>Whether any of them was given.</summary>
    public bool AnyIn(CommandResult result) => new Option[] { assembly, minShare }.Any(option => result.GetResult(option) is not null);

    /// <summary>What they say.</summary>
    public AdviceOptions Of(ParseResult parsed) => new(parsed.GetValue(minShare) ?? AdviceOptions.Default.MinShare, parsed.GetValue(assembly) ?? []);

    /// <summary>The options as command-line words.</summary>
    public static IEnumerable<string> Line(AdviceOptions advice) =>
    [
        "--min-share", (advice.MinShare * 100).ToString("0.############", CultureInfo.InvariantCulture) + "%",
        .. advice.AssemblyFolders.SelectMany(folder => new[] { "--assembly", folder }),
    ];
}

/// <summary>A report on a trace, in one file whose name says its format.</summary>
internal static class TraceReport
{
    /// <summary>The writer for a file of this name; null when no format has its ending.</summary>
    public static Action<TraceDigest, SarifOrigin, TextWriter>? FormatOf(string file)
    {
        if (file.EndsWith(".sarif", StringComparison.OrdinalIgnoreCase)) return AdviceSarif.Write;
        return OutputFile.PageFormatOf(file) is { } page ? (digest, _, writer) => page(TraceDocument.From(digest).Page, writer) : null;
    }

    /// <summary>Writes it, under a temporary name first; what is there already is replaced.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Write(string file, TraceDigest digest, SarifOrigin origin)
    {
        var write = FormatOf(file) ?? throw new ArgumentException($"no format of {file}", nameof(file));
        OutputFile.Write(file, writer => write(digest, origin, writer));
    }
}
