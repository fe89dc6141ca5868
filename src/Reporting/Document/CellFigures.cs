using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting.Document;

/// <summary>The figures of one cell over all comparisons that it takes part in.</summary>
internal sealed class CellFigures
{
    private readonly IReadOnlyList<SideAnalysis> planned;
    private readonly IReadOnlyList<SideAnalysis> measured;

    /// <param name="sides">The same cell in each of its comparisons; at least one.</param>
    public CellFigures(IEnumerable<SideAnalysis> sides)
    {
        planned = [.. sides];
        measured = [.. planned.Where(side => side.Ledger.Value is not null)];
    }

    /// <summary>Summed time ÷ summed operations.</summary>
    public ReportCell Time
    {
        get
        {
            if (measured.Count == 0) return new ReportCell(Figures.NotAvailable, VisibleText.Sentence(planned[0].Ledger.Why));
            var ledgers = measured.Select(side => side.Ledger.Value).OfType<GcLedger>().ToList();
            var time = ledgers.Sum(ledger => ledger.NsPerOperation * ledger.Operations);
            return new ReportCell(Figures.Time(time / ledgers.Sum(ledger => ledger.Operations)));
        }
    }

    /// <summary>Bytes per operation, with their range where comparisons or count slices differ.</summary>
    public ReportCell Bytes => measured is [var first, ..]
        ? ByteCells.Of(Counted(first))
        : new ReportCell(Figures.NotAvailable);

    /// <summary>The pool hit rate over all traced runs; a dash where none has one.</summary>
    public ReportCell Pool => measured.Select(side => side.Pool.Value).OfType<PoolHitRate>().ToList() is { Count: > 0 } pools
        ? PoolCells.Of(Sum(pools))
        : new ReportCell("–");

    private CountedBytes Counted(SideAnalysis first)
    {
        var counts = measured.Select(side => side.Bytes).Where(count => count.Lowest is not null).ToList();
        if (counts.Count == 0) return first.Bytes;
        var whole = counts.TrueForAll(count => count.PerOperation is not null);
        return new CountedBytes(
            whole ? counts.Average(count => count.PerOperation) : null,
            counts.Min(count => count.Lowest),
            counts.Max(count => count.Highest),
            whole ? null : counts.First(count => count.PerOperation is null).Missing);
    }

    // Bounds are summed as if all runs erred to the same side: too wide rather than too narrow.
    private static PoolHitRate Sum(List<PoolHitRate> pools)
    {
        var rented = pools.Sum(pool => pool.BoxesRented);
        var allocated = pools.Sum(pool => pool.BoxesAllocated);
        return new PoolHitRate(
            pools is [var only] ? only.Rate : 1 - (allocated / rented),
            pools.Sum(pool => pool.Low * pool.BoxesRented) / rented,
            pools.Sum(pool => pool.High * pool.BoxesRented) / rented,
            allocated,
            rented);
    }
}

/// <summary>Pool hit rates in words.</summary>
internal static class PoolCells
{
    /// <summary><c>97 % [96 %, 98 %]</c> with the boxes that it rests on.</summary>
    public static ReportCell Of(PoolHitRate pool) => new(
        $"{Figures.Percent(pool.Rate)} [{Figures.Percent(pool.Low)}, {Figures.Percent(pool.High)}]",
        $"{Boxes(pool.BoxesAllocated)} of {Figures.Count(pool.BoxesRented)} boxes allocated");

    /// <summary>The same for one side; a dash where there is nothing to say.</summary>
    public static ReportCell Of(SideAnalysis side) =>
        side.Pool.Value is { } pool ? Of(pool)
        : side.Pool.Missing is { } reason ? new ReportCell(Figures.NotAvailable, VisibleText.Sentence(reason))
        : new ReportCell("–");

    private static string Boxes(double boxes) => double.IsFinite(boxes) ? Figures.Count((long)Math.Round(boxes)) : Figures.NotAvailable;
}

/// <summary>Bytes per operation in words. Where operations suspend, timing may make bytes vary: then the range is shown with the figure.</summary>
internal static class ByteCells
{
    /// <summary>One count: <c>504</c>; <c>103.6</c> with the note <c>102.9 to 104.2</c>; the range alone where no figure can be given.</summary>
    public static ReportCell Of(CountedBytes counted)
    {
        var range = Range(counted);
        if (counted.PerOperation is { } bytes && double.IsFinite(bytes)) return new ReportCell(Figures.BytesPerOperation(bytes), range);
        return range is null
            ? new ReportCell(Figures.NotAvailable, VisibleText.Sentence(new Figure<double?>(null, counted.Missing).Why))
            : new ReportCell(range, "count slices differ");
    }

    public static ReportCell Of(SideAnalysis side) => side.Ledger.Value is null
        ? new ReportCell(Figures.NotAvailable, VisibleText.Sentence(side.Ledger.Why))
        : Of(side.Bytes);

    /// <summary>Both sides' bytes per operation: <c>504 → 0 B/op</c>.</summary>
    public static ReportCell Change(ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (Of(analysis.Sides.Baseline), Of(analysis.Sides.Candidate));
        var note = baseline.Text == Figures.NotAvailable ? baseline.Note
            : candidate.Text == Figures.NotAvailable ? candidate.Note
            : Notes(("baseline", baseline.Note), ("candidate", candidate.Note));
        return new ReportCell(baseline.Text == Figures.NotAvailable && candidate.Text == Figures.NotAvailable ? Figures.NotAvailable : $"{baseline.Text} → {candidate.Text} B/op", note);
    }

    /// <summary>Whether both sides' figures read the same.</summary>
    public static bool IsUnchanged(ComparisonAnalysis analysis) => Of(analysis.Sides.Baseline).Text == Of(analysis.Sides.Candidate).Text;

    private static string? Range(CountedBytes counted) =>
        counted is { Differ: true, Lowest: { } lowest, Highest: { } highest }
            ? $"{Figures.BytesPerOperation(lowest)} to {Figures.BytesPerOperation(highest)}"
            : null;

    private static string? Notes(params IEnumerable<(string Side, string? Note)> notes)
    {
        var stated = notes.Where(entry => entry.Note is not null).Select(entry => $"{entry.Side}: {entry.Note}");
        return string.Join("; ", stated) is { Length: > 0 } text ? text : null;
    }
}
