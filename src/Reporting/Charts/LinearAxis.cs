namespace AsyncLoad.Reporting.Charts;

/// <summary>An axis from 0 on which equal differences are equal distances.</summary>
/// <param name="High">Value at the right edge, above 0.</param>
/// <param name="Left">Left edge.</param>
/// <param name="Right">Right edge.</param>
internal sealed record LinearAxis(double High, double Left, double Right)
{
    private const int MostSteps = 12;

    private static readonly int[] Steps = [1, 2, 5];

    /// <summary>Whether the axis stands upright, its left edge at the bottom: labels then need their height, not their width.</summary>
    public bool Upright { get; init; }

    /// <summary>An axis that shows everything up to a value; up to 1 when there is nothing to show.</summary>
    public static LinearAxis UpTo(double largest, double left, double right) =>
        new(largest > 0 && double.IsFinite(largest) ? largest : 1, left, right);

    /// <summary>Where a value lies.</summary>
    public double Position(double value) => Left + ((Right - Left) * (value / High));

    /// <summary>Values to label, from 0 on, 1, 2 or 5 times a power of ten apart, as many as fit without their labels touching.</summary>
    public IReadOnlyList<double> Ticks()
    {
        for (var exponent = (int)Math.Floor(Math.Log10(High)) - 2; ; exponent++)
        {
            foreach (var step in Steps)
            {
                var count = (int)(High / (step * Math.Pow(10, exponent)));
                if (count > MostSteps) continue;
                // Multiplied as whole numbers first: 3 × 0.1 would not be 0.3.
                List<double> ticks = [.. Enumerable.Range(0, count + 1).Select(index => Scaled(index * step, exponent))];
                if (AxisLabels.Fit(ticks, Position, Upright)) return ticks;
            }
        }
    }

    private static double Scaled(int value, int exponent) => exponent < 0 ? value / Math.Pow(10, -exponent) : value * Math.Pow(10, exponent);
}
