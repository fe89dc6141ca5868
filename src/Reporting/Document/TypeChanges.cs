using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Reporting.Document;

/// <summary>Bytes per operation by type, baseline beside candidate: the exact sum first, then what traced runs sampled, with intervals.</summary>
internal static class TypeChanges
{
    private const int MostComparisons = 8;
    private const int MostTypes = 4;

    /// <summary>The table; null where no comparison was traced.</summary>
    public static ReportBlock.Table? Table(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var traced = rows.Zip(run.Comparisons).Where(entry => entry.Second.Sides.Each().All(side => IsKnown(side.Trace.Value))).ToList();
        if (traced.Count == 0) return null;
        var left = run.Comparisons.Count - Math.Min(traced.Count, MostComparisons);
        var caption = "Bytes per operation by type: the sum is counted, types are sampled with 95 % intervals" + (left > 0 ? $"; {Figures.Count(left)} of {Figures.Plural(run.Comparisons.Count, "comparison")} not shown, most of them because they were not traced" : "");
        return new ReportBlock.Table(
            caption,
            [new("Type", Numeric: false), new("Baseline, B/op"), new("Candidate, B/op")],
            [.. traced.Take(MostComparisons).Select(entry => new ReportGroup(entry.First.Full, [.. Rows(entry.Second)]))]);
    }

    private static bool IsKnown(TraceAnalysis? trace) => trace is { Problem: null, Window.Operations: > 0 };

    private static IEnumerable<IReadOnlyList<ReportCell>> Rows(ComparisonAnalysis analysis)
    {
        yield return [new("All, counted"), ByteCells.Of(analysis.Sides.Baseline), ByteCells.Of(analysis.Sides.Candidate)];
        var types = new[] { analysis.Sides.Baseline, analysis.Sides.Candidate }
            .SelectMany(side => side.Trace.Value!.Allocations.Select(type => (type.Name, Bytes: type.Estimate.Bytes / side.Trace.Value.Window!.Operations)))
            .GroupBy(type => type.Name, StringComparer.Ordinal)
            .OrderByDescending(type => type.Sum(entry => entry.Bytes))
            .Select(type => type.Key)
            .ToList();
        foreach (var name in types.Take(MostTypes)) yield return [new(VisibleText.Type(name)), Cell(analysis, Side.Baseline, name), Cell(analysis, Side.Candidate, name)];
        if (types.Count > MostTypes) yield return [new(Figures.Plural(types.Count - MostTypes, "smaller type"), "see Allocation by type"), new("–"), new("–")];
    }

    private static ReportCell Cell(ComparisonAnalysis analysis, Side side, string name)
    {
        var trace = (side == Side.Baseline ? analysis.Sides.Baseline : analysis.Sides.Candidate).Trace.Value!;
        var found = trace.Allocations.Where(type => type.Name == name).Select(type => type.Estimate).ToList();
        if (found.Count == 0) return new ReportCell("–", "none sampled");
        var sum = new AllocationEstimate(found.Sum(one => one.Samples), found.Sum(one => one.Bytes), found.Sum(one => one.Low), found.Sum(one => one.High));
        return new ReportCell(PerOperation.Figure(sum, trace.Window!.Operations));
    }
}
