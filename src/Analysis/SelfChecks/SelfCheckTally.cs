using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.SelfChecks;

/// <summary>The counts that a selfcheck's bars are about.</summary>
/// <param name="Same">Comparisons of a variant with itself, planned.</param>
/// <param name="SameJudged">Those with a verdict.</param>
/// <param name="False">Those among them that won or lost.</param>
/// <param name="CalmJudged">Those with a verdict and without pressure.</param>
/// <param name="CalmEquivalent">Those among them that came out equivalent.</param>
/// <param name="Injected">Comparisons with an injected slowdown, planned.</param>
/// <param name="InjectedJudged">Those with a verdict.</param>
/// <param name="Found">Those among them that lost.</param>
/// <param name="Reversed">Those among them that won.</param>
internal sealed record SelfCheckTally(
    int Same, int SameJudged, int False, int CalmJudged, int CalmEquivalent, int Injected, int InjectedJudged, int Found, int Reversed)
{
    /// <summary>Comparisons of a variant with itself at two levels, planned.</summary>
    public int TwoLevels { get; init; }

    /// <summary>Those with a verdict.</summary>
    public int TwoLevelsJudged { get; init; }

    /// <summary>Those among them that won or lost.</summary>
    public int TwoLevelsFalse { get; init; }

    public static SelfCheckTally Of(IEnumerable<SelfCheckEntry> comparisons)
    {
        var all = comparisons.ToLookup(entry => entry.Comparison.IsAtTwoLevels);
        var byKind = all[false].ToLookup(entry => entry.Injected is not null);
        var same = byKind[false].Where(IsJudged).ToList();
        var calm = same.Where(entry => !entry.IsPressed).ToList();
        var injected = byKind[true].Where(IsJudged).ToList();
        return new SelfCheckTally(
            byKind[false].Count(),
            same.Count,
            same.Count(entry => entry.IsWinOrLoss),
            calm.Count,
            calm.Count(entry => entry.Verdict == Verdict.Equivalent),
            byKind[true].Count(),
            injected.Count,
            injected.Count(entry => entry.Verdict == Verdict.Loses),
            injected.Count(entry => entry.Verdict == Verdict.Wins))
        {
            TwoLevels = all[true].Count(),
            TwoLevelsJudged = all[true].Count(IsJudged),
            TwoLevelsFalse = all[true].Count(entry => entry.IsWinOrLoss),
        };
    }

    private static bool IsJudged(SelfCheckEntry entry) => entry.Verdict is not null;
}

/// <summary>What a selfcheck counts of one comparison.</summary>
/// <param name="Comparison">Which.</param>
/// <param name="Verdict">How it ended; null where there are too few pairs, or it was dropped.</param>
/// <param name="Ratio">Candidate ÷ baseline of ns/op; null where there is no verdict.</param>
/// <param name="Spread">Standard deviation of the log ratio over pairs; null below two.</param>
/// <param name="Pairs">Completed.</param>
public sealed record SelfCheckEntry(Comparison Comparison, Verdict? Verdict, RatioInterval? Ratio, double? Spread, int Pairs)
{
    /// <summary>What makes the candidate slower; null where both sides are the same.</summary>
    internal InjectedSlowdown? Injected => Comparison.IsAtTwoLevels ? null : Comparison.Candidate.Injected;

    internal bool IsWinOrLoss => Verdict is Model.Results.Verdict.Wins or Model.Results.Verdict.Loses;

    internal bool IsPressed => Comparison.Candidate.Pressure.Name != PressureSettings.Calm.Name;

    /// <summary>A comparison that may still be under way, judged by its pairs so far, as if the run ended now.</summary>
    /// <param name="comparison">Which.</param>
    /// <param name="attempts">Its pairs, in the order of the journal.</param>
    /// <param name="measure">How it is judged.</param>
    public static SelfCheckEntry Of(Comparison comparison, IReadOnlyList<JournalEntry.Pair> attempts, MeasureSettings measure)
    {
        var progress = PairProgress.Of(attempts).Judged(measure.Looks);
        var ratios = PairRatios.Of(progress.Completed);
        var judgement = ComparisonAnalyzer.Judge(comparison, progress, ratios, measure);
        return new SelfCheckEntry(comparison, judgement.Verdict.Value, judgement.Ratios[VerdictMetric.Wall].Value, ComparisonAnalyzer.Spread(ratios, measure).Value, ratios.Count);
    }

    internal static SelfCheckEntry Of(ComparisonAnalysis ended) => new(ended.Comparison, ended.Verdict.Value, ended.Ratio.Value, ended.Spread.Value, ended.Pairs.Count);
}
