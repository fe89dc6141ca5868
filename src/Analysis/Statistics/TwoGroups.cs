namespace AsyncLoad.Analysis.Statistics;

/// <summary>Whether a sample falls into two groups with nothing between them, like processes that settle on one of two speeds.</summary>
/// <remarks>
/// The statistic is the largest ratio Q of the sum of squares between two groups to that within them, over all splits of the ordered values: Engelman, L. and
/// Hartigan, J. A. (1969), "Percentage points of a test for clusters", JASA 64, 1647-1648. For normal values ln(1 + Q) is about normal, with mean
/// −ln(1 − 2/π) + 2.4/(n − 2) and variance 1/(n − 2) (Hartigan, J. A. (1975), "Clustering algorithms"), but with longer tails for few values.
/// Hence 4.5 standard deviations and the gap, which together one normal sample in two hundred passes at 8 values, and fewer at more (simulated in tests).
/// </remarks>
public static class TwoGroups
{
    private const int FewestValues = 6;
    private const double StandardDeviations = 4.5;

    // The values beside the split are at least half as far apart as the groups' means: there is nothing between the groups.
    private const double GapShare = 0.5;

    // A group is more than stray values: at least two, and an eighth of the sample.
    private const int FewestInGroup = 2;
    private const int LeastShareOf = 8;

    /// <summary>The two groups, or null where the sample is one.</summary>
    /// <param name="values">Finite values in any order, such as the logarithms of processes' times; below six nothing is seen.</param>
    /// <param name="leastApart">How far apart the means of the groups must be, 0 or more.</param>
    public static Grouping? Find(ReadOnlySpan<double> values, double leastApart = 0)
    {
        if (values.Length < FewestValues) return null;
        var ordered = values.ToArray();
        Array.Sort(ordered);
        var best = BestSplit(ordered);
        var apart = best.High - best.Low;
        if (!(apart > 0) || apart < leastApart || ordered[best.AtLow] - ordered[best.AtLow - 1] < GapShare * apart) return null;
        return Score(best, ordered) >= StandardDeviations ? best : null;
    }

    private static Grouping BestSplit(double[] ordered)
    {
        var least = Math.Max(FewestInGroup, (ordered.Length + LeastShareOf - 1) / LeastShareOf);
        return Enumerable.Range(least, ordered.Length - (2 * least) + 1)
            .Select(low => new Grouping(ordered[..low].Average(), ordered[low..].Average(), low, ordered.Length - low))
            .MaxBy(Between)!;
    }

    private static double Between(Grouping split) =>
        split.AtLow * (double)split.AtHigh / (split.AtLow + split.AtHigh) * (split.High - split.Low) * (split.High - split.Low);

    // How many standard deviations ln(1 + Q) lies above its mean for a normal sample.
    private static double Score(Grouping split, double[] ordered)
    {
        var within = ordered.Select((value, index) => value - (index < split.AtLow ? split.Low : split.High)).Sum(distance => distance * distance);
        var mean = -Math.Log(1 - (2 / Math.PI)) + (2.4 / (ordered.Length - 2));
        return (Math.Log(1 + (Between(split) / within)) - mean) * Math.Sqrt(ordered.Length - 2);
    }
}

/// <summary>A split of a sample.</summary>
/// <param name="Low">Mean of the lower group.</param>
/// <param name="High">Mean of the higher group.</param>
/// <param name="AtLow">Values in the lower group.</param>
/// <param name="AtHigh">Values in the higher group.</param>
public sealed record Grouping(double Low, double High, int AtLow, int AtHigh);
