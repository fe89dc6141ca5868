namespace AsyncLoad.Tracing.Statistics;

/// <summary>Sample quantiles by linear interpolation between order statistics: at <c>h = (n − 1)p</c>, counted from 0.</summary>
/// <remarks>Hyndman, R. J. and Fan, Y. (1996), "Sample quantiles in statistical packages", The American Statistician 50, 361-365, definition 7; its 0.5 is the usual median.</remarks>
public static class Quantile
{
    /// <summary>The quantile of values in any order.</summary>
    /// <param name="values">At least one finite value.</param>
    /// <param name="probability">0 to 1.</param>
    /// <exception cref="ArgumentException">There are no values, or the probability is outside 0 to 1.</exception>
    public static double Of(ReadOnlySpan<double> values, double probability)
    {
        var ordered = values.ToArray();
        Array.Sort(ordered);
        return OfOrdered(ordered, probability);
    }

    /// <summary>The quantile of values that ascend.</summary>
    /// <inheritdoc cref="Of"/>
    public static double OfOrdered(ReadOnlySpan<double> values, double probability)
    {
        if (values.IsEmpty) throw new ArgumentException("no values, no quantile", nameof(values));
        if (probability is not (>= 0 and <= 1)) throw new ArgumentOutOfRangeException(nameof(probability), probability, "0 to 1");

        var position = (values.Length - 1) * probability;
        var below = (int)Math.Floor(position);
        var above = Math.Min(below + 1, values.Length - 1);
        return values[below] + ((position - below) * (values[above] - values[below]));
    }

    /// <summary>The middle of values that ascend, the upper one of two: always one of them, where the median may lie between two.</summary>
    /// <param name="values">At least one.</param>
    public static T UpperMiddle<T>(IReadOnlyList<T> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        return values[values.Count / 2];
    }
}
