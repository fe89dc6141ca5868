using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one comparison into words.</summary>
internal static class ComparisonRows
{
    public static ComparisonRow Of(ComparisonAnalysis analysis, RunNames names)
    {
        var comparison = analysis.Comparison;
        var measured = analysis.Sides is { Baseline.Ledger.Value: not null, Candidate.Ledger.Value: not null };
        var mark = measured && !names.Judged ? Mark.NotJudged : Mark.Of(analysis.Verdict.Value);
        var ratio = Cell(analysis.Ratio);
        var (time, bytes) = (Time(analysis), ByteCells.Change(analysis));
        var candidate = VisibleText.Name(comparison.Candidate.Label);
        return new ComparisonRow(
            VisibleText.Sentence(comparison.Id),
            names.Title(comparison),
            candidate,
            VisibleText.Name(comparison.Baseline.Label),
            names.Conditions(comparison),
            mark,
            ratio,
            Cell(analysis.HalfWidth, width => Figures.Width(width!.Value)),
            Figures.Count(analysis.Ratio.Value?.Pairs ?? analysis.Pairs.Count),
            analysis.WouldHelp is { } help ? VisibleText.Sentence(help) : null,
            analysis.Disturbance is { Pairs: > 0 } told ? told.Sentence : null,
            time,
            bytes,
            mark == Mark.NotJudged ? $"{candidate}: {time.Text}, {bytes.Text}" : Sentence(candidate, mark, JudgedWords.Named(analysis.Metric, Stated(ratio)), bytes))
        {
            TimeMeans = TimeMeans(analysis),
        };
    }

    /// <summary>Why a comparison has no verdict, safe to show; null where it has one.</summary>
    public static string? Why(Figure<Verdict?> verdict) => verdict.Value is null ? VisibleText.Sentence(verdict.Why) : null;

    /// <summary>A ratio with its interval, or why there is none.</summary>
    public static ReportCell Cell(Figure<RatioInterval?> ratio) => Cell(ratio, known => Figures.Ratio(known!));

    /// <summary>A figure in words, or why there is none.</summary>
    public static ReportCell Cell<T>(Figure<T> figure, Func<T, string> words) =>
        ReportCell.Figure(figure.Value is { } value ? words(value) : null, VisibleText.Sentence(figure.Why));

    private static string Sentence(string candidate, Mark mark, string ratio, ReportCell bytes)
    {
        var verb = mark.Tone is Tone.Even or Tone.Open ? $"is {mark.Word}" : mark == Mark.NotMeasured ? $"was {mark.Word}" : mark.Word;
        if (bytes.Text == Figures.NotAvailable) return $"{candidate} {verb}: {ratio}";
        return $"{candidate} {verb}: {ratio}, {bytes.Text}";
    }

    private static string Stated(ReportCell ratio) => ratio.Note is { } reason ? $"{ratio.Text} ({reason})" : ratio.Text;

    private static ReportCell Time(ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (Finite(analysis.Sides.Baseline), Finite(analysis.Sides.Candidate));
        var missing = baseline is null ? analysis.Sides.Baseline : candidate is null ? analysis.Sides.Candidate : null;
        return new ReportCell(Figures.TimeChange(baseline, candidate), missing is null ? TimeMeans(analysis) : VisibleText.Sentence(ReasonOf(missing)));
    }

    private static string? TimeMeans(ComparisonAnalysis analysis) =>
        ConditionWords.RunsAtOnce(analysis.Comparison.Candidate.Load) && analysis.Sides.Each().All(side => Finite(side) is not null) ? ConditionWords.SharedTime : null;

    private static string ReasonOf(SideAnalysis side) => side.Ledger.Value is { Operations: 0 } ? "no operation finished" : side.Ledger.Why;

    private static double? Finite(SideAnalysis side) => side.Ledger.Value?.NsPerOperation is { } time && double.IsFinite(time) ? time : null;
}

/// <summary>One comparison in words.</summary>
/// <param name="Id">Its id, as <c>plan</c> prints it.</param>
/// <param name="Title"><c>await-value-task vs await-task</c>.</param>
/// <param name="Conditions">Load, pressure, and anything else that differs between comparisons.</param>
/// <param name="Ratio">Candidate ÷ baseline of what the verdict compares: <c>0.41 [0.38, 0.44]</c>, or n/a with the reason.</param>
/// <param name="Width">Half the width of the interval that the verdict rests on: <c>±2.3 %</c>, or n/a with the reason.</param>
/// <param name="Pairs">How many pairs that took: <c>12</c>.</param>
/// <param name="WouldHelp">What would help to decide it; null unless it came to its end undecided.</param>
/// <param name="Disturbed">What other processes did, and what that did to the interval; null where no pair was disturbed.</param>
/// <param name="Bytes">Both sides' bytes per operation.</param>
/// <param name="Sentence">The answer in a line: <c>await-value-task wins: 0.41 [0.38, 0.44], 504 → 0 B/op</c>; times instead of a ratio where nothing is judged.</param>
public sealed record ComparisonRow(
    string Id,
    string Title,
    string Candidate,
    string Baseline,
    string Conditions,
    Mark Verdict,
    ReportCell Ratio,
    ReportCell Width,
    string Pairs,
    string? WouldHelp,
    string? Disturbed,
    ReportCell Time,
    ReportCell Bytes,
    string Sentence)
{
    /// <summary>What its time per operation is where operations run at once; null where it is the duration of one, or is not known.</summary>
    public string? TimeMeans { get; init; }

    /// <summary>Letters of the warnings that concern it: <c>ab</c>; empty for none.</summary>
    public string Letters { get; init; } = "";

    /// <summary>Its conditions with the letters of its warnings: <c>sequential, calm [a]</c>.</summary>
    public string Told => Letters.Length == 0 ? Conditions : $"{Conditions} [{Letters}]";

    /// <summary>Title and conditions in one line, with the letters of its warnings.</summary>
    public string Full => $"{Title}, {Told}";

    /// <summary>What names its row in a table.</summary>
    internal ReportCell Heading => new(Title, Told);

    internal string NameOf(Side side) => side == Side.Baseline ? Baseline : Candidate;
}
