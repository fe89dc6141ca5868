using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Findings;

/// <summary>The last look is behind and the interval still allows more than one answer.</summary>
internal static class WideInterval
{
    public const string Id = "wide-interval";

    // The half-width that a default comparison of 24 pairs reaches is 0.56 spreads; where that would not do, more pairs are a waste.
    private const double HalfWidthPerSpread = 0.56;

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        var judgement = comparison.Judgement;
        var atCap = comparison.Evidence.Progress.Completed.Count >= comparison.Measure.Looks[^1];
        if (!atCap || judgement.Verdict is not Verdict.Inconclusive || judgement.HalfWidth is not { } width || comparison.Spread is not { } spread) yield break;
        yield return new Finding(
            Id,
            FindingSeverity.Note,
            FormattableString.Invariant($"Inconclusive at the last look: the interval is ±{100 * width:0.0} % wide, one pair spreads by {100 * spread:0.0} %, the margin is {100 * comparison.Measure.Margin:0.0} %."),
            Remedy(comparison, spread));
    }

    private static string Remedy(JudgedComparison comparison, double spread)
    {
        if (spread * HalfWidthPerSpread > comparison.Measure.HalfWidth)
            return "Pairs differ too much for more of them to help: measure longer slices, on a quieter machine; under heap pressure the heap's own history may be the cause.";
        return comparison.Measure.Looks[^1] < 24
            ? "More pairs would help: use the looks 8, 12, 16, 24, or a higher --pairs."
            : "The ratio lies near the edge of the margin: a larger margin, or longer slices, would decide it.";
    }
}
