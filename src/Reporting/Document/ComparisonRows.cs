using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one comparison into words.</summary>
internal static class ComparisonRows
{
    public static ComparisonRow Of(ComparisonAnalysis analysis, RunNames names)
    {
        var comparison = analysis.Comparison;
        var measured = analysis.Sides is { Baseline: not null, Candidate: not null };
        var mark = measured && !names.Judged ? Mark.NotJudged : Mark.Of(analysis.Verdict);
        var ratio = ReportCell.Figure(analysis.Ratio is { } known ? Figures.Ratio(known) : null, Reason(analysis, "ratio"));
        var (time, bytes) = (Time(analysis), ByteCells.Change(analysis));
        var candidate = VisibleText.Name(comparison.Candidate.Variant);
        return new ComparisonRow(
            VisibleText.Sentence(comparison.Id),
            RunNames.Title(comparison),
            candidate,
            VisibleText.Name(comparison.Baseline.Variant),
            names.Conditions(comparison),
            mark,
            ratio,
            ReportCell.Figure(analysis.HalfWidth is { } width ? Figures.Width(width) : null, Reason(analysis, "halfWidth")),
            Figures.Count(analysis.Ratio?.Pairs ?? analysis.Pairs.Count),
            analysis.WouldHelp is { } help ? VisibleText.Sentence(help) : null,
            time,
            bytes,
            mark == Mark.NotJudged ? $"{candidate}: {time.Text}, {bytes.Text}" : Sentence(candidate, mark, ratio, bytes));
    }

    /// <summary>Why a member of a comparison is absent, safe to show.</summary>
    public static string Reason(ComparisonAnalysis analysis, string member) => VisibleText.Sentence(Reasons.For(analysis, member));

    private static string Sentence(string candidate, Mark mark, ReportCell ratio, ReportCell bytes)
    {
        var verb = mark.Tone is Tone.Even or Tone.Open ? $"is {mark.Word}" : mark == Mark.NotMeasured ? $"was {mark.Word}" : mark.Word;
        var figure = ratio.Note is { } reason ? $"{ratio.Text} ({reason})" : ratio.Text;
        return $"{candidate} {verb}: {figure}, {bytes.Text}";
    }

    private static ReportCell Time(ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (Finite(analysis.Sides.Baseline?.NsPerOperation), Finite(analysis.Sides.Candidate?.NsPerOperation));
        return new ReportCell(Figures.TimeChange(baseline, candidate), Note(analysis, baseline, candidate));
    }

    private static string? Note(ComparisonAnalysis analysis, double? baseline, double? candidate) => (baseline, candidate) switch
    {
        (null, _) => VisibleText.Sentence(ReasonOf(analysis, Side.Baseline)),
        (_, null) => VisibleText.Sentence(ReasonOf(analysis, Side.Candidate)),
        _ => null,
    };

    private static string ReasonOf(ComparisonAnalysis analysis, Side side) =>
        analysis.Sides.Of(side) is not { } ledger ? Reasons.ForSide(analysis, "metrics", side)
        : ledger.Operations == 0 ? "no operation finished"
        : Reasons.For(analysis, side, "nsPerOperation");

    private static double? Finite(double? value) => value is { } some && double.IsFinite(some) ? some : null;
}
