using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Says what a run found in a sentence, from its verdicts and nothing else.</summary>
internal static class Headline
{
    private const int MostSubjects = 4;
    private const string PlainBuild = "the plain build";

    private static readonly Verdict?[] Order = [Verdict.Wins, Verdict.Loses, Verdict.Equivalent, Verdict.Inconclusive, null];

    /// <summary>What verdicts of one kind may have in common, and how that is said.</summary>
    private static readonly (Func<Cell, string> Value, Func<string, string> Phrase)[] Dimensions =
    [
        (cell => cell.Load.Slug, load => $"under {load}"),
        (cell => cell.Pressure.Name, pressure => pressure == "calm" ? "without pressure" : $"with {pressure}"),
        (cell => cell.Gc.Name, gc => $"on {gc} GC settings"),
        (RuntimeOf, runtime => $"on {runtime}"),
    ];

    /// <summary><c>ValueTask wins in 3 of 4 comparisons, all under parallelFor; inconclusive in 1, under sequential.</c></summary>
    public static string Verdicts(RunAnalysis run, RunNames names)
    {
        if (run.Comparisons.Count == 0) return "Nothing was compared.";
        if (run.Comparisons is [var only]) return ComparisonRows.Of(only, names).Sentence + ".";
        var groups = run.Comparisons.GroupBy(entry => names.Style(entry.Comparison), StringComparer.Ordinal).ToList();
        if (groups.TrueForAll(group => group.Count() == 1)) return OneEach([.. groups.Select(group => (group.Key, group.Single().Verdict.Value))]);
        return groups.Count > MostSubjects
            ? Clauses("The candidates", run.Comparisons, plural: true)
            : string.Join(" ", groups.Select(group => Clauses(group.Key, [.. group], plural: false)));
    }

    // Several candidates against one baseline: "ValueTask and pooled win; hand-written loses."
    private static string OneEach(IReadOnlyList<(string Subject, Verdict? Verdict)> candidates)
    {
        var clauses = ByVerdict(candidates, candidate => candidate.Verdict)
            .Select(group => $"{Some([.. group.Members.Select(candidate => candidate.Subject)], "candidate")} {Verb(group.Verdict, group.Members.Count > 1)}");
        return string.Join("; ", clauses) + ".";
    }

    /// <summary>By how much, and what is allocated: <c>Time: 0.38 to 0.61 of the baseline's. Allocation: 504 → 0 B/op in every comparison.</c> With one comparison, the headline itself says both.</summary>
    public static string? Lead(RunAnalysis run, IReadOnlyList<ComparisonRow> rows) =>
        rows.Count < 2 ? null : string.Join(" ", new[] { Range(run), Bytes(run, rows) }.OfType<string>()) is { Length: > 0 } lead ? lead : null;

    // Others may have no ratio.
    private static string? Range(RunAnalysis run)
    {
        var ratios = run.Comparisons.Select(analysis => analysis.Ratio.Value).OfType<RatioInterval>().Where(ratio => double.IsFinite(ratio.Estimate)).OrderBy(ratio => ratio.Estimate).ToList();
        return ratios.Count < 2 ? null : $"{JudgedWords.Capital(JudgedWords.Cost(run.Manifest.Plan.Measure.Metric))}: {Figures.RatioParts(ratios[0]).Estimate} to {Figures.RatioParts(ratios[^1]).Estimate} of the baseline's.";
    }

    // "504 → 0 B/op in 3, 72 → 0 B/op in 1, unchanged in 2."
    private static string? Bytes(RunAnalysis run, IReadOnlyList<ComparisonRow> rows)
    {
        var stated = run.Comparisons.Zip(rows).Where(entry => entry.Second.Bytes.Note is null).ToLookup(entry => ByteCells.IsUnchanged(entry.First), entry => entry.Second.Bytes.Text);
        var (changed, same) = (stated[false].GroupBy(text => text, StringComparer.Ordinal).ToList(), stated[true].ToList());
        if (changed.Count + same.Count == 0 || changed.Count > MostSubjects) return null;
        List<(string Words, int Count)> parts = [.. changed.Select(group => (group.Key, group.Count()))];
        // A figure that all have says more than that it is unchanged.
        if (same.Count > 0) parts.Add((parts.Count == 0 && same.Distinct(StringComparer.Ordinal).Count() == 1 ? same[0] : "unchanged", same.Count));
        return parts is [var only] && only.Count == rows.Count
            ? $"Allocation: {only.Words} in every comparison."
            : $"Allocation: {string.Join(", ", parts.Select(part => $"{part.Words} in {Figures.Count(part.Count)}"))}.";
    }

    /// <summary><c>Figures of 24 rows of call-chain under sequential and parallelFor; nothing is judged.</c></summary>
    public static string Unjudged(RunAnalysis run)
    {
        var cells = run.Comparisons.SelectMany(analysis => analysis.Sides.Each()).ToLookup(side => (side.Cell.Workload, Row: FigureRow.Of(side.Cell), Condition: FigureRow.Condition(side)));
        var measured = cells.Where(cell => cell.Any(side => side.Ledger.Value is not null)).ToList();
        if (measured.Count == 0) return "Nothing could be measured.";
        var rows = measured.Select(cell => (cell.Key.Workload, cell.Key.Row)).Distinct().Count();
        var workloads = measured.Select(cell => cell.Key.Workload).Distinct(StringComparer.Ordinal).ToList();
        var text = $"Figures of {Figures.Plural(rows, "row")} of {Some(workloads, "workload")}{Conditions([.. measured.Select(cell => cell.First().Cell)])}; nothing is judged.";
        return cells.Count == measured.Count ? text : $"{text} {Figures.Plural(cells.Count - measured.Count, "cell")} could not be measured.";
    }

    // A calm heap, default GC settings and the plain runtime are the defaults and are not named.
    private static string Conditions(List<Cell> cells)
    {
        var text = $" under {Some(Distinct(cell => cell.Load.Slug), "load")}";
        if (Distinct(cell => cell.Pressure.Name) is not ["calm"] and var pressures) text += $" with {Some(pressures, "pressure")} heaps";
        if (Distinct(cell => cell.Gc.Name) is not ["default"] and var settings) text += $" on {Some(settings, "set")} GC settings";
        if (Distinct(RuntimeOf) is not [PlainBuild] and var runtimes) text += $" on {Some(runtimes, "runtime")}";
        return text;

        List<string> Distinct(Func<Cell, string> name) => [.. cells.Select(name).Distinct(StringComparer.Ordinal)];
    }

    private static string RuntimeOf(Cell cell) => cell.Runtime?.Name ?? PlainBuild;

    private static string Some(List<string> names, string noun) => names.Count > MostSubjects
        ? Figures.Plural(names.Count, noun)
        : string.Join(" and ", names.Count > 1
            ? [string.Join(", ", names.SkipLast(1).Select(VisibleText.Name)), VisibleText.Name(names[^1])]
            : names.Select(VisibleText.Name));

    private static string Clauses(string subject, IReadOnlyList<ComparisonAnalysis> all, bool plural)
    {
        var clauses = ByVerdict(all, entry => entry.Verdict.Value).Select((group, index) => index == 0
            ? $"{subject} {Verb(group.Verdict, plural)} {Extent(group.Verdict, group.Members.Count, all.Count)}{Shared(group.Members, all)}"
            : $"{Continued(group.Verdict, plural)} in {Figures.Count(group.Members.Count)}{Shared(group.Members, all)}");
        return string.Join("; ", clauses) + ".";
    }

    private static IEnumerable<(Verdict? Verdict, List<T> Members)> ByVerdict<T>(IReadOnlyList<T> all, Func<T, Verdict?> of) =>
        Order.Select(verdict => (verdict, all.Where(entry => of(entry) == verdict).ToList())).Where(group => group.Item2.Count > 0);

    // "could not be measured in all 4" would leave open whether it was in some.
    private static string Extent(Verdict? verdict, int some, int all) => (some, all) switch
    {
        (_, 1) => "in its one comparison",
        _ when some == all && verdict is null => $"in any of {Figures.Count(all)} comparisons",
        (_, 2) when some == all => "in both comparisons",
        _ when some == all => $"in all {Figures.Count(all)} comparisons",
        _ => $"in {Figures.Count(some)} of {Figures.Count(all)} comparisons",
    };

    // Only what sets these apart is worth a word: a value that every comparison has explains nothing.
    private static string Shared(List<ComparisonAnalysis> members, IReadOnlyList<ComparisonAnalysis> all)
    {
        var phrases = new List<string>();
        foreach (var (value, phrase) in Dimensions)
        {
            if (Values(members, value) is [var common] && Values(all, value).Count > 1) phrases.Add(phrase(VisibleText.Name(common)));
        }

        if (phrases.Count == 0) return "";
        return (members.Count > 1 ? ", all " : ", ") + string.Join(" ", phrases);
    }

    private static List<string> Values(IReadOnlyList<ComparisonAnalysis> entries, Func<Cell, string> value) =>
        [.. entries.Select(entry => value(entry.Comparison.Candidate)).Distinct(StringComparer.Ordinal)];

    private static string Verb(Verdict? verdict, bool plural) => (verdict, plural) switch
    {
        (Verdict.Wins, true) => "win",
        (Verdict.Loses, true) => "lose",
        (Verdict.Equivalent, true) => "are equivalent",
        (Verdict.Inconclusive, true) => "are inconclusive",
        (null, true) => "could not be measured",
        (Verdict.Equivalent, false) => "is equivalent",
        (Verdict.Inconclusive, false) => "is inconclusive",
        (null, false) => "could not be measured",
        _ => Mark.Of(verdict).Word,
    };

    private static string Continued(Verdict? verdict, bool plural) =>
        verdict is Verdict.Wins or Verdict.Loses ? Verb(verdict, plural) : Mark.Of(verdict).Word;
}
