using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;

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
