using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Reporting.Document.Tracing;

/// <summary>Lengths of time as a table.</summary>
internal static class QuantileTable
{
    /// <summary>One row for each name.</summary>
    public static ReportBlock.Table Of(string caption, IReadOnlyList<(string Name, PauseQuantiles Lengths)> rows) => new(
        caption,
        [new("What", Numeric: false), new("Count"), new("Sum"), new("Median"), new("p95"), new("p99"), new("Max")],
        new ReportGroup(null, [.. rows.Select(row => (IReadOnlyList<ReportCell>)
        [
            new(row.Name),
            new(Figures.Count(row.Lengths.Count)),
            .. new[] { row.Lengths.SumMs, row.Lengths.MedianMs, row.Lengths.P95Ms, row.Lengths.P99Ms, row.Lengths.MaxMs }.Select(ms => new ReportCell(Figures.Time(ms * 1e6))),
        ])]));
}
