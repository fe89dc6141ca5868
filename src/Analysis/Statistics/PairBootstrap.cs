using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>The ratio of totals with a percentile interval from resampled pairs. It sees what happens once in many pairs, such as a full collection, which a median over pairs leaves out.</summary>
/// <remarks>Efron, B. and Tibshirani, R. J. (1993), "An Introduction to the Bootstrap", sections 6.2 and 13.3; the unit drawn is the pair, since slices of one pair are not independent.</remarks>
public static class PairBootstrap
{
    /// <summary>Resamples drawn: enough for the 2.5 % and 97.5 % points to be stable in the third digit.</summary>
    public const int Resamples = 9_999;

    private const double Coverage = 0.95;

    /// <summary>(Σ time ÷ Σ operations of the candidate) ÷ (the same of the baseline), at 95 % nominal coverage. Same pairs and seed, same interval.</summary>
    /// <param name="pairs">At least one pair, operations and time positive in both sides.</param>
    /// <exception cref="ArgumentException">There are no pairs.</exception>
    public static RatioInterval RatioOfTotals(ReadOnlySpan<PairTotals> pairs, int seed)
    {
        if (pairs.IsEmpty) throw new ArgumentException("no pairs, no ratio", nameof(pairs));
        var random = new Random(seed);
        var drawn = new PairTotals[pairs.Length];
        var ratios = new double[Resamples];
        for (var i = 0; i < ratios.Length; i++)
        {
            for (var j = 0; j < drawn.Length; j++) drawn[j] = pairs[random.Next(pairs.Length)];
            ratios[i] = Ratio(drawn);
        }

        Array.Sort(ratios);
        var low = Quantile.OfOrdered(ratios, (1 - Coverage) / 2);
        var high = Quantile.OfOrdered(ratios, (1 + Coverage) / 2);
        return new RatioInterval(Ratio(pairs), low, high, Coverage, pairs.Length);
    }

    private static double Ratio(ReadOnlySpan<PairTotals> pairs)
    {
        var (baselineTime, baselineOperations, candidateTime, candidateOperations) = (0.0, 0.0, 0.0, 0.0);
        foreach (var (baseline, candidate) in pairs)
        {
            baselineTime += baseline.Time;
            baselineOperations += baseline.Operations;
            candidateTime += candidate.Time;
            candidateOperations += candidate.Operations;
        }

        return candidateTime / candidateOperations / (baselineTime / baselineOperations);
    }
}

/// <summary>What both sides of one pair sum to.</summary>
public readonly record struct PairTotals(SideTotals Baseline, SideTotals Candidate);

/// <summary>What one side sums to.</summary>
/// <param name="Time">Time, in any unit that both sides share.</param>
public readonly record struct SideTotals(double Time, double Operations);
