using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting;

/// <summary>Puts one comparison into words.</summary>
internal static class ComparisonRows
{
    public static ComparisonRow Of(ComparisonAnalysis analysis, RunNames names)
    {
        var comparison = analysis.Comparison;
        var mark = Mark.Of(analysis.Verdict);
        var ratio = ReportCell.Figure(analysis.Ratio is { } known ? Figures.Ratio(known) : null, Reason(analysis, "ratio"));
        var bytes = Bytes(analysis);
        var candidate = VisibleText.Name(comparison.Candidate.Variant);
        return new ComparisonRow(
            VisibleText.Sentence(comparison.Id),
            RunNames.Title(comparison),
            candidate,
            VisibleText.Name(comparison.Baseline.Variant),
            names.Conditions(comparison),
            mark,
            ratio,
            Time(analysis),
            bytes,
            Sentence(candidate, mark, ratio, bytes));
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
        var (baseline, candidate) = (Finite(analysis.Arms.Baseline?.NsPerOperation), Finite(analysis.Arms.Candidate?.NsPerOperation));
        return new ReportCell(Figures.TimeChange(baseline, candidate), Note(analysis, "nsPerOperation", baseline, candidate));
    }

    private static ReportCell Bytes(ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (Finite(analysis.Arms.Baseline?.BytesPerOperation), Finite(analysis.Arms.Candidate?.BytesPerOperation));
        return new ReportCell(Figures.BytesChange(baseline, candidate), Note(analysis, "bytesPerOperation", baseline, candidate));
    }

    private static string? Note(ComparisonAnalysis analysis, string member, double? baseline, double? candidate) => (baseline, candidate) switch
    {
        (null, _) => VisibleText.Sentence(ReasonOf(analysis, Arm.Baseline, analysis.Arms.Baseline, member)),
        (_, null) => VisibleText.Sentence(ReasonOf(analysis, Arm.Candidate, analysis.Arms.Candidate, member)),
        _ => null,
    };

    private static string ReasonOf(ComparisonAnalysis analysis, Arm arm, GcLedger? ledger, string member) =>
        ledger is null ? Reasons.ForArm(analysis, "metrics", arm)
        : ledger.Operations == 0 ? "no operation finished"
        : Reasons.For(analysis, arm, member);

    private static double? Finite(double? value) => value is { } some && double.IsFinite(some) ? some : null;
}
