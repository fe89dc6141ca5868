using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;

namespace AsyncLoad.Reporting.Document;

/// <summary>What limits the trust in the results or explains them: gravest first, each kind once.</summary>
internal static class CautionList
{
    // More names would not be read in one line.
    private const int MostNamed = 6;
    private const int Alphabet = 26;

    public static IReadOnlyList<Caution> Of(RunAnalysis run, RunNames names) =>
    [
        .. run.Problems.Select(problem => OfRun(WarningSeverity.Invalid, "damaged evidence", problem)),
        .. Groups(run).Select((group, index) => OfRows([.. group], Letter(index), run, names)),
        .. run.Manifest.Warnings.Select(warning => OfRun(WarningSeverity.Warning, "environment", warning)),
    ];

    /// <summary>The rows with the letters of their warnings.</summary>
    public static IReadOnlyList<ComparisonRow> Marked(IReadOnlyList<ComparisonRow> rows, RunAnalysis run)
    {
        var groups = Groups(run).Select((group, index) => (Letter: Letter(index), Comparisons: group.Select(found => found.Comparison).ToHashSet(ReferenceEqualityComparer.Instance))).ToList();
        return [.. rows.Zip(run.Comparisons, (row, analysis) => row with { Letters = string.Concat(groups.Where(group => group.Comparisons.Contains(analysis)).Select(group => group.Letter)) })];
    }

    /// <summary>As a section; null without any.</summary>
    public static ReportSection? Section(IReadOnlyList<Caution> cautions)
    {
        if (cautions.Count == 0) return null;
        var notes = cautions.Where(caution => caution.Explains).Select(caution => caution.Notice).ToList();
        var others = cautions.Where(caution => !caution.Explains).Select(caution => caution.Notice).ToList();
        return new ReportSection(
            "warnings",
            "Warnings",
            null,
            [
                .. others.Count > 0 ? [new ReportBlock.Notices(others)] : Array.Empty<ReportBlock>(),
                .. notes.Count > 0 ? [new ReportBlock.Details(Figures.Plural(notes.Count, "note"), [new ReportBlock.Notices(notes)])] : Array.Empty<ReportBlock>(),
            ]);
    }

    private static IEnumerable<IGrouping<(string, string, WarningSeverity), Found>> Groups(RunAnalysis run) => run.Comparisons
        .SelectMany(analysis => analysis.Warnings.Select(warning => new Found(analysis, warning)))
        .GroupBy(found => (found.Warning.Id, found.Warning.Remedy, found.Warning.Severity))
        .OrderByDescending(group => group.Key.Severity);

    private static Caution OfRun(WarningSeverity severity, string id, string message) =>
        new(null, Mark.Of(severity), id, VisibleText.Sentence(message), null, null, [], Explains: false);

    private static Caution OfRows(IReadOnlyList<Found> found, string letter, RunAnalysis run, RunNames names)
    {
        var warning = found[0].Warning;
        var differ = found.DistinctBy(one => one.Warning.Message, StringComparer.Ordinal).Count() > 1;
        var alike = run.Comparisons.DistinctBy(analysis => names.Title(analysis.Comparison), StringComparer.Ordinal).Count() == 1;
        return new Caution(
            letter,
            Mark.Of(warning.Severity),
            VisibleText.Name(warning.Id),
            WarningWords.Of(warning.Id) ?? VisibleText.Sentence(warning.Message),
            VisibleText.Sentence(warning.Remedy),
            Where([.. found.Select(one => one.Comparison).Distinct(ReferenceEqualityComparer.Instance).OfType<ComparisonAnalysis>().Select(Name)], run.Comparisons.Count),
            differ || WarningWords.Of(warning.Id) is not null ? [.. found.Select(one => $"{Name(one.Comparison)}: {VisibleText.Sentence(one.Warning.Message)}")] : [],
            warning.Severity == WarningSeverity.Note);

        string Name(ComparisonAnalysis analysis) => alike ? names.Conditions(analysis.Comparison) : names.Full(analysis.Comparison);
    }

    private static string? Where(IReadOnlyList<string> rows, int all) => (rows.Count, all) switch
    {
        (_, 1) => null,
        var (some, total) when some == total => $"all {Figures.Count(total)} comparisons",
        var (some, total) => $"{Figures.Count(some)} of {Figures.Count(total)} comparisons: {string.Join("; ", rows.Distinct(StringComparer.Ordinal).Take(MostNamed))}{(rows.Distinct(StringComparer.Ordinal).Count() is var names and > MostNamed ? $"; and {Figures.Count(names - MostNamed)} more" : "")}",
    };

    private static string Letter(int index) => (index >= Alphabet ? Letter((index / Alphabet) - 1) : "") + (char)('a' + (index % Alphabet));

    private sealed record Found(ComparisonAnalysis Comparison, Warning Warning);
}
