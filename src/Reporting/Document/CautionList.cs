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
        return [.. rows.Zip(run.Comparisons, (row, analysis) => row with { Letters = Joined([.. groups.Where(group => group.Comparisons.Contains(analysis)).Select(group => group.Letter)]) })];
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
        .GroupBy(found => (found.Warning.Id, WarningWords.EachHelps(found.Warning.Id) ?? found.Warning.Remedy, found.Warning.Severity))
        .OrderByDescending(group => group.Key.Severity);

    private static Caution OfRun(WarningSeverity severity, string id, string message) =>
        new(null, Mark.Of(severity), id, VisibleText.Sentence(message), null, null, [], Explains: false);

    private static Caution OfRows(IReadOnlyList<Found> found, string letter, RunAnalysis run, RunNames names)
    {
        var warning = found[0].Warning;
        var differ = found.DistinctBy(one => one.Warning.Message, StringComparer.Ordinal).Count() > 1;
        var shared = found.DistinctBy(one => one.Warning.Remedy, StringComparer.Ordinal).Count() > 1 ? WarningWords.EachHelps(warning.Id) : null;
        var alike = run.Comparisons.DistinctBy(analysis => names.Title(analysis.Comparison), StringComparer.Ordinal).Count() == 1;
        return new Caution(
            letter,
            Mark.Of(warning.Severity),
            VisibleText.Name(warning.Id),
            WarningWords.Of(warning.Id) ?? VisibleText.Sentence(warning.Message),
            VisibleText.Sentence(shared ?? warning.Remedy),
            Where([.. found.Select(one => one.Comparison).Distinct(ReferenceEqualityComparer.Instance).OfType<ComparisonAnalysis>().Select(Name)], run.Comparisons.Count),
            differ || WarningWords.Of(warning.Id) is not null ? [.. found.Select(one => $"{Name(one.Comparison)}: {VisibleText.Sentence(one.Warning.Message)}{(shared is null ? "" : $" {VisibleText.Sentence(one.Warning.Remedy)}")}")] : [],
            warning.Severity == WarningSeverity.Note);

        string Name(ComparisonAnalysis analysis) => alike ? names.Conditions(analysis.Comparison) : names.Full(analysis.Comparison);
    }

    private static string? Where(IReadOnlyList<string> rows, int all) => (rows.Count, all) switch
    {
        (_, 1) => null,
        (2, 2) => "both comparisons",
        var (some, total) when some == total => $"all {Figures.Count(total)} comparisons",
        var (some, total) => $"{Figures.Count(some)} of {Figures.Count(total)} comparisons: {string.Join("; ", rows.Distinct(StringComparer.Ordinal).Take(MostNamed))}{(rows.Distinct(StringComparer.Ordinal).Count() is var names and > MostNamed ? $"; and {Figures.Count(names - MostNamed)} more" : "")}",
    };

    private static string Letter(int index) => (index >= Alphabet ? Letter((index / Alphabet) - 1) : "") + (char)('a' + (index % Alphabet));

    // Beyond z a letter is two: "ab" alone could be read as both.
    private static string Joined(IReadOnlyList<string> letters) => string.Join(letters.Any(letter => letter.Length > 1) ? "," : "", letters);

    private sealed record Found(ComparisonAnalysis Comparison, Warning Warning);
}

/// <summary>Warnings of one kind with one remedy, wherever they are.</summary>
/// <param name="Letter">What marks the rows that it concerns: <c>a</c>; null for what concerns the whole run.</param>
/// <param name="Id">Id of its warnings, as <c>warnings</c> in results.json lists it.</param>
/// <param name="Message">What was found; of several that differ, what they have in common.</param>
/// <param name="Remedy">What to do about it; null when nothing can be done.</param>
/// <param name="Where">The rows that it concerns, in a line: <c>2 of 12 comparisons: sequential, calm; wave-64, churn</c>; null for the whole run.</param>
/// <param name="Details">What was found in each of them, where that differs; else empty.</param>
/// <param name="Explains">Whether it explains a figure and does not limit the trust in it.</param>
public sealed record Caution(string? Letter, Mark Mark, string Id, string Message, string? Remedy, string? Where, IReadOnlyList<string> Details, bool Explains)
{
    internal Notice Notice => new(Mark, Letter is null ? Id : $"[{Letter}] {Id}", Message, Remedy, Details) { Where = Where };
}

/// <summary>What warnings of one kind have in common, where each has its own figures.</summary>
internal static class WarningWords
{
    /// <summary>What to do about several, where the remedy has figures of its comparison; null where it has none.</summary>
    public static string? EachHelps(string id) => id == "wide-interval" ? "What would help is said for each: see the page or results.json." : null;

    /// <summary>What was found, and what it does to the figures; null where each has to say so itself.</summary>
    public static string? Of(string id) => id switch
    {
        "no-steady-state" => "Warm-up reached its limit before the rate was steady, so code may still have been compiled while it was measured.",
        "held-busy" => "Processes used the processor while they were held, which slowed one side more than the other and moved the ratio.",
        "two-levels" => "Processes of a side run at one of two speeds, so the ratio of a pair depends on the speeds of its two processes.",
        "few-collections" => "Some pairs have too few collections to measure what collections cost.",
        "pressure-off-target" => "The pressure delivered is not the pressure that was asked for.",
        "device-off-target" => "The simulated device delivered a different latency than it was asked for.",
        "throttled" => "The control group held processes back for using more than their quota.",
        "stolen" => "The host of the virtual machine took processor time away.",
        "machine-busy" => "Other processes used the processors while pairs were measured, which makes pairs differ more.",
        "uneven-cores" => "The two sides spent different shares of their time on the cores.",
        "trace-check-failed" => "Traces disagree with the counters of their processes.",
        "traced-events-lost" => "Traces lack events, so their sums are too small.",
        "traced-run-failed" => "Traced runs crashed, or their traces cannot be read to the end. Times and bytes do not rest on them.",
        "wide-interval" => "The interval still allows more than one answer.",
        "bytes-vary" => "Operations suspend, and bytes per operation differ from slice to slice: the figure is their mean.",
        "bytes-disagree" => "Bytes per operation differ from slice to slice though nothing suspends, so there is no figure.",
        "early-bytes" => "The first operations, before their code was optimised, allocated a different number of bytes than was counted later.",
        "frequency-varied" => "The clock of the cores differed from pair to pair. Ratios hold; times do not.",
        "speed-varied" => "The machine itself ran at different speeds, and the ratio differed in slow pairs.",
        "pair-retried" => "A pair failed once and succeeded the second time.",
        "arrivals-dropped" => "Arrivals were dropped because the largest allowed number of operations was running.",
        "loop-cost" => "A call takes no longer than one that does nothing: the ratio compares the loop around the call.",
        "cell-dropped" => "Pairs failed twice or were refused, so there is no verdict.",
        _ => null,
    };
}
