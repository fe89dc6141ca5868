using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Reporting.Document;

/// <summary>The pairs of one comparison: where each is drawn, and which are outliers.</summary>
/// <param name="Odd"><c>one of 6 pairs is an outlier: 0.21</c>; null where none is.</param>
internal sealed record PairWords(IReadOnlyList<PlotPair> Marks, string? Odd)
{
    private static readonly string[] Words = ["none", "one", "two", "three", "four", "five", "six"];

    /// <param name="margin">What counts as equivalent.</param>
    public static PairWords Of(ComparisonAnalysis analysis, double margin)
    {
        var ratios = analysis.Pairs.Select(pair => pair.Of(analysis.Metric)).OfType<double>().Where(ratio => ratio > 0 && double.IsFinite(ratio)).ToList();
        // Where processes run at one of two speeds, pairs at the rarer speed are not outliers: the warning two-levels reports them.
        var odd = analysis.Levels is null ? OddPairs.Find(ratios, margin) : [];
        return new PairWords([.. ratios.Select((ratio, index) => new PlotPair(ratio, odd.Contains(index)))], odd.Count == 0 ? null : Sentence(ratios, odd));
    }

    private static string Sentence(List<double> ratios, IReadOnlyList<int> odd) =>
        $"{(odd.Count < Words.Length ? Words[odd.Count] : Figures.Count(odd.Count))} of {Figures.Plural(ratios.Count, "pair")} {(odd.Count == 1 ? "is an outlier" : "are outliers")}: {string.Join(", ", odd.Select(index => Figures.Number(ratios[index])))}";
}
