using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>What limits the trust in the results or explains them, gravest first, each with its remedy.</summary>
internal static class WarningSection
{
    public static ReportSection? Build(RunAnalysis run, RunNames names)
    {
        List<Notice> notices =
        [
            .. run.Problems.Select(problem => new Notice(Mark.Of(WarningSeverity.Invalid), "damaged evidence", VisibleText.Sentence(problem), null)),
            .. Warnings(run, names),
            .. run.Manifest.Warnings.Select(warning => new Notice(Mark.Of(WarningSeverity.Warning), "environment", VisibleText.Sentence(warning), null)),
        ];
        return notices.Count == 0 ? null : new ReportSection(
            "warnings",
            "Warnings",
            "What limits the trust in these results or explains them, and what to do about it.",
            new ReportBlock.Notices(notices));
    }

    private static IEnumerable<Notice> Warnings(RunAnalysis run, RunNames names) => run.Comparisons
        .SelectMany(entry => entry.Warnings.Select(warning => (Warning: warning, About: names.Full(entry.Comparison))))
        .GroupBy(entry => entry.Warning)
        .OrderByDescending(group => group.Key.Severity)
        .Select(group => new Notice(
            Mark.Of(group.Key.Severity),
            VisibleText.Name(group.Key.Id),
            VisibleText.Sentence(group.Key.Message),
            VisibleText.Sentence(group.Key.Remedy),
            [.. group.Select(entry => entry.About)]));
}
