using AsyncLoad.Analysis;
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
            mark == Mark.NotJudged ? $"{candidate}: {time.Text}, {bytes.Text}" : Sentence(candidate, mark, ratio, bytes));
    }

    /// <summary>Why a comparison has no verdict, safe to show; null where it has one.</summary>
    public static string? Why(Figure<Verdict?> verdict) => verdict.Value is null ? VisibleText.Sentence(verdict.Why) : null;

    /// <summary>A ratio with its interval, or why there is none.</summary>
    public static ReportCell Cell(Figure<RatioInterval?> ratio) => Cell(ratio, known => Figures.Ratio(known!));

    /// <summary>A figure in words, or why there is none.</summary>
    public static ReportCell Cell<T>(Figure<T> figure, Func<T, string> words) =>
        ReportCell.Figure(figure.Value is { } value ? words(value) : null, VisibleText.Sentence(figure.Why));

    private static string Sentence(string candidate, Mark mark, ReportCell ratio, ReportCell bytes)
    {
        var verb = mark.Tone is Tone.Even or Tone.Open ? $"is {mark.Word}" : mark == Mark.NotMeasured ? $"was {mark.Word}" : mark.Word;
        var figure = ratio.Note is { } reason ? $"{ratio.Text} ({reason})" : ratio.Text;
        return $"{candidate} {verb}: {figure}, {bytes.Text}";
    }

    private static ReportCell Time(ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (Finite(analysis.Sides.Baseline), Finite(analysis.Sides.Candidate));
        return new ReportCell(Figures.TimeChange(baseline, candidate), Note(analysis, baseline, candidate));
    }

    private static string? Note(ComparisonAnalysis analysis, double? baseline, double? candidate) => (baseline, candidate) switch
    {
        (null, _) => VisibleText.Sentence(ReasonOf(analysis.Sides.Baseline)),
        (_, null) => VisibleText.Sentence(ReasonOf(analysis.Sides.Candidate)),
        _ => ConditionWords.RunsAtOnce(analysis.Comparison.Candidate.Load) ? ConditionWords.SharedTime : null,
    };

    private static string ReasonOf(SideAnalysis side) => side.Ledger.Value is { Operations: 0 } ? "no operation finished" : side.Ledger.Why;

    private static double? Finite(SideAnalysis side) => side.Ledger.Value?.NsPerOperation is { } time && double.IsFinite(time) ? time : null;
}
