using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Which types the bytes of a traced window went to.</summary>
internal static class AllocationSection
{
    private const int MostTypes = 8;

    // A hundred comparisons must stay below 2 MB.
    private const int ManyComparisons = 24;
    private const int FewerTypes = 3;

    public static ReportSection? Build(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        if (run.Comparisons.All(analysis => analysis.Sides is { Baseline.Trace.Value: null, Candidate.Trace.Value: null })) return null;
        var most = run.Comparisons.Count > ManyComparisons ? FewerTypes : MostTypes;
        var traced = rows.Zip(run.Comparisons).Where(entry => entry.Second.Sides.Each().Any(side => side.Trace.Value is not null || side.Traced is not null)).ToList();
        var groups = traced.SelectMany(entry => Groups(entry.First, entry.Second, most)).ToList();
        return new ReportSection(
            "types",
            "Allocation by type",
            "Estimated from randomly sampled allocations inside the measured window of each traced run, with 95 % intervals. " +
            "Types of the runtime and of the pressurer are listed too. results.json has the full names." +
            (traced.Count < run.Comparisons.Count ? $" {Figures.Count(traced.Count)} of {Figures.Plural(run.Comparisons.Count, "comparison")} {(traced.Count == 1 ? "was" : "were")} traced." : ""),
            new ReportBlock.Table(
                "Bytes by type, largest first",
                [new("Type", Numeric: false), new("Bytes"), new("95 % interval"), new("Share"), new("B/op [95 %]"), new("Object size"), new("Samples")],
                groups));
    }

    private static IEnumerable<ReportGroup> Groups(ComparisonRow row, ComparisonAnalysis analysis, int most)
    {
        foreach (var side in analysis.Sides.Each())
        {
            var trace = side.Trace.Value;
            yield return new ReportGroup($"{row.NameOf(side.Side)}, {row.Told}{(trace?.Source == AllocationSource.Tick ? "; from AllocationTick events, which are biased" : "")}", trace is null ? [Note(Figures.NotAvailable, side.Trace.Why)] : Rows(trace, most));
        }
    }

    private static List<IReadOnlyList<ReportCell>> Rows(TraceAnalysis trace, int most)
    {
        if (trace.Problem is { } problem) return [Note(Figures.NotAvailable, problem)];
        if (trace.Allocations.Count == 0) return [Note("none", "no allocation was sampled inside the window")];
        var rows = trace.Allocations.Take(most).Select(type => Cells(type, trace)).ToList();
        var rest = trace.Allocations.Skip(most).ToList();
        if (rest.Count > 0) rows.Add(Rest(rest, trace));
        return rows;
    }

    private static IReadOnlyList<ReportCell> Cells(TypeAllocation type, TraceAnalysis trace) =>
    [
        new(VisibleText.Type(type.Name)),
        new(Figures.Size(type.Estimate.Bytes)),
        new($"[{Figures.Size(type.Estimate.Low)}, {Figures.Size(type.Estimate.High)}]"),
        new(Share(type.Estimate.Bytes, trace)),
        new(SampledPerOperation(type.Estimate, trace)),
        new(Figures.Size(type.MeanObjectBytes)),
        new(Figures.Count(type.Estimate.Samples)),
    ];

    private static IReadOnlyList<ReportCell> Rest(List<TypeAllocation> rest, TraceAnalysis trace)
    {
        var bytes = rest.Sum(type => type.Estimate.Bytes);
        return
        [
            new(Figures.Plural(rest.Count, "more type")),
            new(Figures.Size(bytes)),
            new("–"),
            new(Share(bytes, trace)),
            new(trace.Window is { Operations: > 0 } window ? Figures.BytesPerOperation(bytes / window.Operations) : Figures.NotAvailable),
            new("–"),
            new(Figures.Count(rest.Sum(type => type.Estimate.Samples))),
        ];
    }

    private static IReadOnlyList<ReportCell> Note(string text, string reason) =>
        [new(text, VisibleText.Sentence(reason)), .. Enumerable.Repeat(new ReportCell("–"), 6)];

    private static string Share(double bytes, TraceAnalysis trace) =>
        trace.AllocatedTotal is { Bytes: > 0 } total ? Figures.Percent(bytes / total.Bytes) : Figures.NotAvailable;

    private static string SampledPerOperation(AllocationEstimate bytes, TraceAnalysis trace) =>
        trace.Window is { Operations: > 0 } window ? PerOperation.Figure(bytes, window.Operations) : Figures.NotAvailable;
}
