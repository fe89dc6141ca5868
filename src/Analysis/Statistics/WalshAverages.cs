namespace AsyncLoad.Analysis.Statistics;

/// <summary>The averages of all pairs of values, each value with itself included, ascending: (x[i] + x[j]) / 2 for i ≤ j.</summary>
/// <remarks>
/// Walsh, J. E. (1949), "Some significance tests for the median which are valid under very general conditions", Annals of Mathematical Statistics 20, 64-81.
/// They are never stored: each is found by bisection over all doubles, where one walk along the ordered values counts the
/// averages below. So a run of a thousand pairs can be judged after each pair. Immutable and therefore safe for concurrent use.
/// </remarks>
public sealed class WalshAverages
{
    private readonly double[] ordered;

    /// <summary>Averages of a sample.</summary>
    /// <param name="values">Finite values in any order; any unit.</param>
    public WalshAverages(ReadOnlySpan<double> values)
    {
        ordered = values.ToArray();
        Array.Sort(ordered);
    }

    /// <summary>How many there are: n(n+1)/2 for n values.</summary>
    public int Count => ordered.Length * (ordered.Length + 1) / 2;

    /// <summary>The average with so many before it.</summary>
    /// <param name="position">0 to <see cref="Count"/> − 1.</param>
    public double this[int position]
    {
        get
        {
            ArgumentOutOfRangeException.ThrowIfNegative(position);
            ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(position, Count);
            var (low, high) = (Key(Average(0, 0)), Key(Average(ordered.Length - 1, ordered.Length - 1)));
            while (low < high)
            {
                // The middle of two keys whose difference may not fit.
                var middle = (low & high) + ((low ^ high) >> 1);
                if (CountTo(Value(middle)) > position) high = middle;
                else low = middle + 1;
            }

            return Value(low);
        }
    }

    // How many are not above a limit: the larger the first value, the smaller the second must be.
    private int CountTo(double limit)
    {
        var (count, last) = (0, ordered.Length - 1);
        for (var first = 0; first < ordered.Length; first++)
        {
            while (last >= first && Average(first, last) > limit) last--;
            if (last < first) break;
            count += last - first + 1;
        }

        return count;
    }

    // Half before adding: the sum of two large values may not be finite.
    private double Average(int first, int second) => (ordered[first] / 2) + (ordered[second] / 2);

    // Whole numbers in the order of the doubles that they stand for; both zeros share one.
    private static long Key(double value) => BitConverter.DoubleToInt64Bits(value) is var bits && bits >= 0 ? bits : long.MinValue - bits;

    private static double Value(long key) => BitConverter.Int64BitsToDouble(key >= 0 ? key : long.MinValue - key);
}
