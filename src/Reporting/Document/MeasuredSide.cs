using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>One side of one comparison, taken by itself: a cell that others may compare with too.</summary>
internal sealed record MeasuredSide(ComparisonAnalysis Analysis, Side Side)
{
    public Cell Cell => Analysis.Comparison.CellOf(Side);

    public GcLedger? Ledger => Analysis.Sides.Of(Side);

    public CountedBytes Counted => Analysis.Counted.Of(Side);

    public PoolHitRate? Pool => Analysis.Pools.Of(Side);

    public FigureRow Row => FigureRow.Of(Cell.Variant, Cell.Parameters);

    /// <summary>What the published texts measured under: nothing else on the heap, the platform's own GC settings.</summary>
    public bool IsUndisturbed =>
        Cell.Pressure with { Name = PressureSettings.Calm.Name } == PressureSettings.Calm
        && Cell.Gc with { Name = GcSettings.Default.Name } == GcSettings.Default;

    /// <summary>The load, whatever disturbs it, and the runtime and the machine where there are several: <c>parallelFor, old-heap, server GC, net9.0</c>.</summary>
    public string Condition => Under(Cell.Runtime?.Name);

    /// <summary>The same without the runtime.</summary>
    public string Surroundings => Under(runtime: null);

    /// <summary>Every side of a run, in the order of the plan.</summary>
    public static IEnumerable<MeasuredSide> All(RunAnalysis run) =>
        run.Comparisons.SelectMany(analysis => SidePairs.Both.Select(side => new MeasuredSide(analysis, side)));

    private string Under(string? runtime)
    {
        var parts = new List<string> { Cell.Load.Slug };
        if (Cell.Pressure.Name != PressureSettings.Calm.Name) parts.Add(Cell.Pressure.Name);
        parts.AddRange(RunNames.Settings(Cell.Gc.Name, runtime));
        if (Analysis.Comparison.Machine is { } machine) parts.Add($"machine {machine}");
        return string.Join(", ", parts.Select(VisibleText.Name));
    }
}

/// <summary>What names a row of figures; not yet safe to show.</summary>
/// <param name="Variant">Id of the variant.</param>
/// <param name="Parameters"><c>deep=true, result=string</c>, by name.</param>
internal sealed record FigureRow(string Variant, string Parameters)
{
    public static FigureRow Of(string variant, IReadOnlyDictionary<string, string> parameters) => new(
        variant,
        string.Join(", ", parameters.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => $"{entry.Key}={entry.Value}")));

    /// <summary>The row's first cell.</summary>
    public ReportCell Heading => new(VisibleText.Name(Variant), Parameters.Length == 0 ? null : VisibleText.Sentence(Parameters));
}
