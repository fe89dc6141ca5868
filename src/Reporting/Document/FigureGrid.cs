using AsyncLoad.Analysis;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Reporting.Document;

/// <summary>
/// Measured figures of one workload as part of a table: a row for each variant and set of parameters, and for each condition a column of
/// times, one of bytes and, where a traced run tells, one of pool hits.
/// </summary>
internal sealed class FigureGrid
{
    private readonly ILookup<(FigureRow Row, string Condition), MeasuredSide> sides;
    private readonly IReadOnlyList<(string Name, bool Pooled)> conditions;

    /// <param name="run">The run.</param>
    /// <param name="workload">Id of the workload.</param>
    /// <param name="wanted">Which of its cells belong into the table.</param>
    public FigureGrid(RunAnalysis run, string workload, Func<MeasuredSide, bool> wanted)
    {
        var chosen = MeasuredSide.All(run).Where(side => side.Cell.Workload == workload && wanted(side)).ToList();
        sides = chosen.ToLookup(side => (side.Row, side.Condition));
        conditions = [.. chosen.GroupBy(side => side.Condition, StringComparer.Ordinal).Select(group => (group.Key, group.Any(side => side.Pool is not null)))];
        var described = run.Catalogue.Workloads.FirstOrDefault(known => known.Id == workload);
        Rows = [.. chosen.Select(side => side.Row).Distinct().OrderBy(row => Position(described, row.Variant))];
    }

    /// <summary>Its rows: variants in the order of the catalogue, then as planned.</summary>
    public IReadOnlyList<FigureRow> Rows { get; }

    /// <summary>Its columns, by condition.</summary>
    public IEnumerable<ReportColumn> Columns => conditions.SelectMany(condition => new[]
    {
        new ReportColumn($"{condition.Name}: time/op"),
        new ReportColumn($"{condition.Name}: B/op"),
        new ReportColumn($"{condition.Name}: pool hits"),
    }.Take(condition.Pooled ? 3 : 2));

    /// <summary>The cells of a row; dashes under conditions that the run did not put it to.</summary>
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
