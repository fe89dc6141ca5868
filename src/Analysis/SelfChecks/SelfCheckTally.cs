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
