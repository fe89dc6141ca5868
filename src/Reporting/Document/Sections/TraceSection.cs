using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>The traces: where they are, whether they agree with the process's own counters, how to open them.</summary>
internal static class TraceSection
{
    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var traces = rows.Zip(run.Comparisons).SelectMany(pair => Of(pair.First, pair.Second)).ToList();
        if (traces.Count == 0) return null;
        var checks = traces.Where(entry => entry.Trace.Checks.Count > 0).Select(Checks).ToList();
        return new ReportSection(
            "traces",
            "Traces",
            "One traced run per side, separate from the timed pairs. Figures cover the measured window.",
            [Files(traces), .. checks.Count > 0 ? [CheckTable(checks)] : Array.Empty<ReportBlock>(), TraceGuide.OfRun]);
    }

    private static IEnumerable<(string Name, string Conditions, TraceAnalysis Trace)> Of(ComparisonRow row, ComparisonAnalysis analysis) =>
        from side in analysis.Sides.Each()
        let trace = side.Trace.Value
        where trace is not null
        select (row.NameOf(side.Side), row.Told, trace);

    private static ReportBlock.Table Files(List<(string Name, string Conditions, TraceAnalysis Trace)> traces) => new(
        "Trace files and their pauses",
        [
            new("Trace", Numeric: false), new("State", Numeric: false), new("Size"), new("Events lost"), new("GCs 0/1/2"),
            new("Pause sum"), new("Median"), new("p95"), new("Max"), new("Traced ÷ untraced op/s"),
        ],
        new ReportGroup(null, [.. traces.Select(entry => Cells(entry.Name, entry.Conditions, entry.Trace))]));

    private static IReadOnlyList<ReportCell> Cells(string name, string conditions, TraceAnalysis trace) =>
    [
        new(name, conditions, Link: trace.File),
        ReportCell.Judged(State(trace), trace.Problem is { } problem ? VisibleText.Sentence(problem) : null),
        new(Figures.Size(trace.FileBytes)),
        new(trace.EventsLost is { } lost ? Figures.Count(lost) : Figures.NotAvailable),
        new($"{Generation(trace, 0)} / {Generation(trace, 1)} / {Generation(trace, 2)}"),
        .. Pauses(trace),
        new(trace.ThroughputRatio is { } ratio ? Figures.Ratio(ratio) : Figures.NotAvailable),
    ];

    private static IEnumerable<ReportCell> Pauses(TraceAnalysis trace) => trace.Pauses is { } pauses
        ? new[] { pauses.SumMs, pauses.MedianMs, pauses.P95Ms, pauses.MaxMs }.Select(ms => new ReportCell(Figures.Time(ms * 1e6)))
        : Enumerable.Repeat(new ReportCell("–"), 4);

    private static string Generation(TraceAnalysis trace, int generation) =>
        Figures.Count(trace.Collections.Count(collection => collection.Generation == generation));

    private static Mark State(TraceAnalysis trace) => trace switch
    {
        { Problem: not null } => new(Tone.Bad, "✗", "unreadable"),
        { Truncated: true } => new(Tone.Open, "!", "truncated"),
        { EventsLost: not 0 } => new(Tone.Open, "!", "events lost"),
        { Window: null } => new(Tone.Open, "!", "no window"),
        _ => new(Tone.Good, "✓", "whole"),
    };

    private static ReportGroup Checks((string Name, string Conditions, TraceAnalysis Trace) entry) => new(
        $"{entry.Name}, {entry.Conditions}",
        [.. entry.Trace.Checks.Select(check => (IReadOnlyList<ReportCell>)
        [
            new(VisibleText.Name(check.Name)),
            new(Quantity(check.Counted, check.Unit)),
            new($"[{Quantity(check.Low, check.Unit)}, {Quantity(check.High, check.Unit)}]"),
            ReportCell.Judged(Mark.Check(check.Passed)),
        ])]);

    private static ReportBlock.Table CheckTable(List<ReportGroup> checks) => new(
        "Traces against the processes' own counters",
        [new("Figure", Numeric: false), new("Counted"), new("Trace allows"), new("Result", Numeric: false)],
        checks);

    private static string Quantity(double value, string unit) => unit switch
    {
        "B" or "bytes" => Figures.Size(value),
        "ns" => Figures.Time(value),
        "ms" => Figures.Time(value * 1e6),
        "" => Figures.Number(value),
        _ => $"{Figures.Number(value)} {VisibleText.Name(unit)}",
    };
}
