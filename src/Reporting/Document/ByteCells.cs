using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting.Document;

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
        return new ReportCell($"{baseline.Text} → {candidate.Text} B/op", note);
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
