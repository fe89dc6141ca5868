using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Outliers: single pairs that lie far from all others.</summary>
public static class OddPairs
{
    // Fewer pairs do not show where a pair is expected.
    private const int Fewest = 5;

    // The median distance of a normal distribution is 0.6745 of its standard deviation. Five of these leave about one pair in a million to chance,
    // and some more where the distance itself is estimated from few pairs.
    private const double Distances = 5 / 0.6745;

    /// <summary>Their places in a list of ratios, in order; none where they are more than a third, which is a second group.</summary>
    /// <param name="ratios">One for each pair, all above 0.</param>
    /// <param name="margin">What counts as equivalent: a pair closer than that is not reported.</param>
    public static IReadOnlyList<int> Find(IReadOnlyList<double> ratios, double margin)
    {
        ArgumentNullException.ThrowIfNull(ratios);
        if (ratios.Count < Fewest || ratios.Any(ratio => !(ratio > 0) || !double.IsFinite(ratio))) return [];
        var logs = ratios.Select(ratio => Math.Log(ratio)).ToList();
        var middle = Quantile.Of([.. logs], 0.5);
        var away = logs.ConvertAll(log => Math.Abs(log - middle));
        var far = Math.Max(Distances * Quantile.Of([.. away], 0.5), Math.Log(1 + margin));
        List<int> odd = [.. Enumerable.Range(0, away.Count).Where(index => away[index] > far)];
        return odd.Count * 3 > ratios.Count ? [] : odd;
    }
}
