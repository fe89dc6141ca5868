namespace AsyncLoad.Reporting.Charts;

/// <summary>A logarithmic axis: equal factors are equal distances, so that 0.5 and 2 lie equally far from 1.</summary>
/// <param name="Low">Value at the left edge, above 0.</param>
/// <param name="High">Value at the right edge.</param>
/// <param name="Left">Left edge.</param>
/// <param name="Right">Right edge.</param>
internal sealed record LogAxis(double Low, double High, double Left, double Right)
{
    /// <summary>Whether the axis stands upright, its left edge at the bottom: labels then need their height, not their width.</summary>
    public bool Upright { get; init; }

    // From dense to sparse; each divides a decade in a way that reads easily: 0.2, 0.3, 0.5, 1, 2.
    private static readonly double[][] Steps =
    [
        [1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.5, 2.8, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5],
        [1, 1.1, 1.2, 1.3, 1.5, 1.8, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9],
        [1, 1.5, 2, 3, 4, 5, 7],
        [1, 2, 3, 5],
        [1, 2, 5],
        [1],
    ];

    /// <summary>An axis that shows all values and always 1, with some air.</summary>
    public static LogAxis Around(IEnumerable<double> values, double left, double right)
    {
        var shown = values.Append(0.9).Append(1.1).ToList();
        var air = Math.Max(Math.Log2(shown.Max() / shown.Min()) * 0.06, 0.02);
        return new LogAxis(shown.Min() * Math.Pow(2, -air), shown.Max() * Math.Pow(2, air), left, right);
    }

    /// <summary>An axis that shows all values, over a factor of 2 at least, with some air; 1 is nothing special on it.</summary>
    public static LogAxis Over(IReadOnlyList<double> values, double left, double right)
    {
        var (low, high) = (values.Min(), values.Max());
        var widened = Math.Max(1, Math.Sqrt(2 * low / high));
        var air = Math.Pow(Math.Max(high / low, 2), 0.06);
        return new LogAxis(low / widened / air, high * widened * air, left, right);
    }

    /// <summary>Where a value lies.</summary>
    public double Position(double value) => Left + (Right - Left) * Math.Log(value / Low) / Math.Log(High / Low);

    /// <summary>Values to label, ascending, with 1 if the axis has it, as many as fit without their labels touching.</summary>
    public IReadOnlyList<double> Ticks()
    {
        foreach (var steps in Steps)
        {
            var ticks = Decades(steps, 1);
            if (AxisLabels.Fit(ticks, Position, Upright)) return ticks;
        }

        for (var stride = 2; ; stride *= 2)
        {
            var ticks = Decades([1], stride);
            if (AxisLabels.Fit(ticks, Position, Upright)) return ticks;
        }
    }

    private List<double> Decades(double[] steps, int stride)
    {
        var ticks = new List<double>();
        var first = (int)Math.Floor(Math.Log10(Low) / stride) * stride;
        for (var decade = first; Math.Pow(10, decade) <= High; decade += stride)
        {
            ticks.AddRange(steps.Select(step => Math.Pow(10, decade) * step).Where(tick => tick >= Low && tick <= High));
        }

        return ticks;
    }
}
