namespace AsyncLoad.Analysis.Statistics;

/// <summary>Whether a sample falls into two groups with nothing between them, as processes do that settle on one of two states.</summary>
/// <remarks>A rule of our own and no published test: its bound comes from simulation, and it is used for advice, never for a verdict.</remarks>
public static class TwoModes
{
    // The widest inner gap of n normal values exceeds 4.7/n of their range once in a hundred samples (n = 6 to 24, simulated).
    private const double GapTimesCount = 4.7;

    // A heap is no stray value or two.
    private const int FewestInHeap = 2;
    private const double LeastShare = 0.25;

    /// <summary>Whether the widest gap between neighbours, a quarter of the values on either side at least, is wider than chance makes it.</summary>
    /// <param name="values">Finite values in any order, such as the log ratios of pairs; below six nothing is seen.</param>
    public static bool Seen(ReadOnlySpan<double> values)
    {
        if (values.Length < 6) return false;
        var ordered = values.ToArray();
        Array.Sort(ordered);
        var least = Math.Max(FewestInHeap, (int)(ordered.Length * LeastShare));
        var widest = 0.0;
        for (var i = least - 1; i < ordered.Length - least; i++) widest = Math.Max(widest, ordered[i + 1] - ordered[i]);
        return widest > GapTimesCount / ordered.Length * (ordered[^1] - ordered[0]);
    }
}
