using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>
/// Measured figures of one workload as part of a table, with a row for each variant and set of parameters. Each condition has a column of
/// times, one of bytes and, where a traced run tells, one of pool hits.
/// </summary>
internal sealed class FigureGrid
{
    private readonly ILookup<(FigureRow Row, string Condition), SideAnalysis> sides;
    private readonly IReadOnlyList<(string Name, bool Pooled, bool AtOnce)> conditions;

    public FigureGrid(RunAnalysis run, string workload, Func<SideAnalysis, bool> wanted)
    {
        var chosen = run.Comparisons.SelectMany(analysis => analysis.Sides.Each()).Where(side => side.Cell.Workload == workload && wanted(side)).ToList();
        sides = chosen.ToLookup(side => (FigureRow.Of(side.Cell), FigureRow.Condition(side)));
        conditions = [.. chosen.GroupBy(FigureRow.Condition, StringComparer.Ordinal).Select(group => (group.Key, group.Any(side => side.Pool.Value is not null), group.Any(side => ConditionWords.RunsAtOnce(side.Cell.Load))))];
        var described = run.Catalogue.Workload(workload);
        Rows = [.. chosen.Select(side => FigureRow.Of(side.Cell)).Distinct().OrderBy(row => Position(described, row.Variant))];
    }

    /// <summary>Its rows: variants in the order of the catalogue, then as planned.</summary>
    public IReadOnlyList<FigureRow> Rows { get; }

    /// <summary>Its columns, by condition.</summary>
    public IEnumerable<ReportColumn> Columns => conditions.SelectMany(condition => new[]
    {
        new ReportColumn($"{condition.Name}: {(condition.AtOnce ? ConditionWords.SharedTime : "time/op")}"),
        new ReportColumn($"{condition.Name}: B/op"),
        new ReportColumn($"{condition.Name}: pool hits"),
    }.Take(condition.Pooled ? 3 : 2));

    /// <summary>The cells of a row; dashes under conditions that it was not measured under.</summary>
    public IEnumerable<ReportCell> Cells(FigureRow row) => conditions.SelectMany(condition => Cells(row, condition.Name).Take(condition.Pooled ? 3 : 2));

    private ReportCell[] Cells(FigureRow row, string condition)
    {
        var same = sides[(row, condition)].ToList();
        if (same.Count == 0) return [new("–"), new("–"), new("–")];
        var figures = new CellFigures(same);
        return [figures.Time, figures.Bytes, figures.Pool];
    }

    // A variant that the catalogue does not know goes last.
    private static int Position(WorkloadDescription? workload, string variant)
    {
        var variants = workload?.Variants ?? [];
        return variants.TakeWhile(known => known.Id != variant).Count();
    }
}

/// <summary>What names a row of figures of one side. Not yet safe to show.</summary>
/// <param name="Parameters"><c>deep=true, result=string</c>, by name.</param>
internal sealed record FigureRow(string Variant, string Parameters)
{
    public ReportCell Heading => new(VisibleText.Name(Variant), Parameters.Length == 0 ? null : VisibleText.Sentence(Parameters));

    public static FigureRow Of(Cell cell) => Of(cell.Variant, cell.Parameters);

    public static FigureRow Of(string variant, IReadOnlyDictionary<string, string> parameters) => new(
        variant,
        string.Join(", ", parameters.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => $"{entry.Key}={entry.Value}")));

    /// <summary>Whether a cell ran as the published texts measured: nothing else on the heap, the platform's own GC settings.</summary>
    public static bool IsUndisturbed(Cell cell) =>
        cell.Pressure with { Name = PressureSettings.Calm.Name } == PressureSettings.Calm
        && cell.Gc with { Name = GcSettings.Default.Name } == GcSettings.Default;

    /// <summary>The load, and what is not the default of pressure, GC settings, runtime, build, variables and machine: <c>parallelFor, old-heap, server GC, net9.0</c>.</summary>
    public static string Condition(SideAnalysis side) => Under(side);

    /// <summary>The same without the runtime.</summary>
    public static string Surroundings(SideAnalysis side) => Under(side, CellPart.Runtime);

    private static string Under(SideAnalysis side, params IReadOnlyCollection<CellPart> except)
    {
        var cell = side.Cell;
        var parts = new List<string> { cell.Load.Slug };
        if (cell.Pressure.Name != PressureSettings.Calm.Name) parts.Add(cell.Pressure.Name);
        parts.AddRange(RunNames.Settings(cell, except));
        if (side.Machine is { } machine) parts.Add($"machine {machine}");
        return string.Join(", ", parts.Select(VisibleText.Name));
    }
}
