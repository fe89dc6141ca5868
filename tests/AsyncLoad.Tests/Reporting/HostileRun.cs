using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Runs whose names try to be something else.</summary>
internal static class HostileRun
{
    /// <summary>What names are made of that mean something elsewhere: in markup, a shell, a terminal, a spreadsheet, a line of text.</summary>
    public static readonly string[] Pieces =
    [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></style>", "]]>", "<!--", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n",
        "\0", "\u001b[31m", "\u202Egnp.exe", "\u2066\u2069", "\u200B", "\uFEFF", "\uD800", "\uDC00", "\uFFFE", "\uFFFF", "\u2028", "\U000E0041", "😀", "|", "`", "](http://x.y)", "&amp;", "%0a", "'", "\"",
        "../../etc/passwd", "www.example.org", "#1", "@everyone", new string('x', 10_000), "ordinary",
    ];

    /// <summary>The sample run under this name.</summary>
    public static RunAnalysis Of(string name) => Of(name, SampleRun.Create());

    /// <summary>A run in which everything that can have a name has this one.</summary>
    public static RunAnalysis Of(string name, RunAnalysis run)
    {
        var parameters = new Dictionary<string, string> { [name] = name };
        return run with
        {
            Manifest = run.Manifest with { Runtime = name, Plan = run.Manifest.Plan with { ProfileName = name }, Warnings = [name] },
            Problems = [name],
            Catalogue = run.Catalogue with { Workloads = [.. run.Catalogue.Workloads.Select(Described)] },
            Comparisons = [.. run.Comparisons.Select(Renamed)],
            Gates = [.. run.Gates.Select(gate => gate with { Comparison = name, Metric = name, Variant = name, Reason = name })],
        };

        ComparisonAnalysis Renamed(ComparisonAnalysis entry) => entry.WithSides(Side) with
        {
            Comparison = entry.Comparison with { Id = name, Baseline = Cell(entry.Comparison.Baseline), Candidate = Cell(entry.Comparison.Candidate) },
            Warnings = [new Warning(name, WarningSeverity.Warning, name, name)],
        };

        SideAnalysis Side(SideAnalysis side) => side with
        {
            Cell = Cell(side.Cell),
            Trace = side.Trace.Value is not { } trace ? new Figure<TraceAnalysis?>(null, name) : side.Side == AsyncLoad.Model.Plans.Side.Baseline ? Hostile(trace) : trace,
        };

        TraceAnalysis Hostile(TraceAnalysis trace) => trace with
        {
            File = name,
            Allocations = [trace.Allocations[0] with { Type = name }],
            Collections = [.. trace.Collections.Select(collection => collection with { Reason = name, Kind = name })],
            Stacks = [.. trace.Stacks.Select(stack => stack with { Type = name, Frames = [name, name] })],
            Advice = trace.Advice is not { } advice ? null : advice with
            {
                Methods = [.. advice.Methods.Select(found => found with { Method = name, Namespace = name, Assembly = name, Types = [name], Because = name, Remedy = name, Check = [name] })],
            },
        };

        // With the name of the cells, so that their published figures are found.
        WorkloadDescription Described(WorkloadDescription workload) => workload with
        {
            Id = name,
            Summary = name,
            Source = name,
            PublishedOn = name,
            Variants = [.. workload.Variants.Select(variant => variant with { Id = name, Declared = new BenchmarkDeclaration(name, name, [name], name) })],
            Published = [.. workload.Published.Select(figure => figure with { Variant = name, Parameters = parameters, Table = name, Quoted = name })],
            Differences = [new PublishedDifference(name, name)],
        };

        Cell Cell(Cell cell) => cell with { Workload = name, Variant = name, Parameters = parameters };
    }
}
