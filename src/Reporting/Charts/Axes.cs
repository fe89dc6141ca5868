using AsyncLoad.Analysis;

namespace AsyncLoad.Reporting.Charts;

/// <summary>An axis from 0 on which equal differences are equal distances.</summary>
/// <param name="High">Value at the right edge, above 0.</param>
internal sealed record LinearAxis(double High, double Left, double Right)
{
    private const int MostSteps = 12;

    /// <summary>Whether the axis stands upright, its left edge at the bottom: labels then need their height, not their width.</summary>
    public bool Upright { get; init; }

    /// <summary>An axis that shows everything up to a value; up to 1 when there is nothing to show.</summary>
    public static LinearAxis UpTo(double largest, double left, double right) =>
        new(largest > 0 && double.IsFinite(largest) ? largest : 1, left, right);

    /// <summary>Where a value lies.</summary>
    public double Position(double value) => Left + ((Right - Left) * (value / High));

    /// <summary>Values to label, from 0 on, 1, 2 or 5 times a power of ten apart, as many as fit without their labels touching.</summary>
    public IReadOnlyList<double> Ticks() => AxisStep.From((int)Math.Floor(Math.Log10(High)) - 2)
        .Where(step => (int)(High / step.Size) <= MostSteps)
        .Select(step => step.Multiples(0, (int)(High / step.Size)))
        .First(ticks => AxisLabels.Fit(ticks, Position, Upright));
}

/// <summary>A distance between labels that reads easily: 1, 2 or 5 times a power of ten.</summary>
internal readonly record struct AxisStep(int Factor, int Exponent)
{
    private static readonly int[] Factors = [1, 2, 5];

    public double Size => Factor * Math.Pow(10, Exponent);

    /// <summary>All steps from a power of ten on, ascending, without end.</summary>
    public static IEnumerable<AxisStep> From(int exponent)
    {
        for (; ; exponent++)
        {
            foreach (var factor in Factors) yield return new AxisStep(factor, exponent);
        }
    }

    /// <summary>Its multiples from one to another, both included.</summary>
    public List<double> Multiples(int first, int last)
    {
        var step = this;
        return [.. Enumerable.Range(first, last - first + 1).Select(step.Times)];
    }

    // Multiplied as whole numbers first: 3 × 0.1 would not be 0.3.
    private double Times(int index) => Exponent < 0 ? index * Factor / Math.Pow(10, -Exponent) : index * Factor * Math.Pow(10, Exponent);
}

/// <summary>A logarithmic axis: equal factors are equal distances, so that 0.5 and 2 lie equally far from 1.</summary>
/// <param name="Low">Value at the left edge, above 0.</param>
internal sealed record LogAxis(double Low, double High, double Left, double Right)
{
    /// <summary>Whether the axis stands upright, its left edge at the bottom: labels then need their height, not their width.</summary>
    public bool Upright { get; init; }

    // The square of it is still a number.
    private const double Farthest = 1e150;

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

    /// <summary>An axis that shows all values and always 1, with a margin at both ends.</summary>
    public static LogAxis Around(IEnumerable<double> values, double left, double right)
    {
        var shown = values.Append(0.9).Append(1.1).ToList();
        var air = Math.Max(Math.Log2(shown.Max() / shown.Min()) * 0.06, 0.02);
        return new LogAxis(InRange(shown.Min() * Math.Pow(2, -air)), InRange(shown.Max() * Math.Pow(2, air)), left, right);
    }

    /// <summary>An axis that shows all values and spans at least a factor of 2, with a margin at both ends. It need not show 1.</summary>
    public static LogAxis Over(IReadOnlyList<double> values, double left, double right)
    {
        var (low, high) = (values.Min(), values.Max());
        var widened = Math.Max(1, Math.Sqrt(2 * low / high));
        var air = Math.Pow(Math.Max(high / low, 2), 0.06);
        return new LogAxis(InRange(low / widened / air), InRange(high * widened * air), left, right);
    }

    // Files of a run may be made up, and an axis without an end has no last label.
    private static double InRange(double end) => Math.Clamp(end, 1 / Farthest, Farthest);

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

/// <summary>The axis of HdrHistogram's plots: percentiles by the logarithm of 1/(1−p), so that each further nine is one step.</summary>
/// <param name="Highest">Rarity at the right edge, above 1.</param>
internal sealed record RarityAxis(double Highest, double Left, double Right)
{
    private const int MostNines = 7;

    private static readonly RarityTick[][] Firsts = [[new(1, "0 %"), new(2, "50 %")], [new(2, "50 %")], [new(1, "0 %")], []];

    /// <summary>Where a rarity lies; the median's is 2.</summary>
    public double Position(double rarity) => Left + ((Right - Left) * Math.Log(rarity) / Math.Log(Highest));

    /// <summary>Percentiles to label, ascending: as many of 90, 99, 99.9, … as fit without their labels touching, and 50 and 0 where there is room.</summary>
    public IReadOnlyList<RarityTick> Ticks()
    {
        for (var stride = 1; ; stride++)
        {
            foreach (var first in Firsts)
            {
                List<RarityTick> ticks = [.. first.Concat(Nines(stride)).Where(tick => tick.Rarity <= Highest)];
                if (stride > MostNines || AxisLabels.Fit([.. ticks.Select(tick => (Position(tick.Rarity), tick.Label))])) return ticks;
            }
        }
    }

    private static IEnumerable<RarityTick> Nines(int stride)
    {
        for (var nines = 1; nines <= MostNines; nines += stride) yield return new RarityTick(Math.Pow(10, nines), Label(nines));
    }

    private static string Label(int nines) => nines switch
    {
        1 => "90 %",
        2 => "99 %",
        _ => $"99.{new string('9', nines - 2)} %",
    };
}

/// <summary>A labelled percentile.</summary>
/// <param name="Rarity">1/(1−p).</param>
internal sealed record RarityTick(double Rarity, string Label);

/// <summary>Whether the labels of an axis stand apart.</summary>
internal static class AxisLabels
{
    private const double Size = 12;
    private const double SmallestGap = 12;

    /// <summary>Whether the labels of all ticks stand apart.</summary>
    /// <param name="ticks">The values that are labelled, in order.</param>
    /// <param name="position">Where a value lies.</param>
    /// <param name="upright">Whether the axis stands upright: labels then need their height, not their width.</param>
    public static bool Fit(IReadOnlyList<double> ticks, Func<double, double> position, bool upright) =>
        StandApart([.. ticks.Select(tick => (position(tick), upright ? Size : Width(Figures.Tick(tick))))]);

    /// <summary>Whether labels in a row stand apart.</summary>
    /// <param name="labels">Where the middle of each lies, and what it says; in order.</param>
    public static bool Fit(IReadOnlyList<(double Position, string Label)> labels) => StandApart([.. labels.Select(label => (label.Position, Width(label.Label)))]);

    private static bool StandApart(IReadOnlyList<(double Position, double Extent)> labels) => labels
        .Zip(labels.Skip(1), (one, next) => Math.Abs(next.Position - one.Position) - ((one.Extent + next.Extent) / 2))
        .All(gap => gap >= SmallestGap);

    private static double Width(string label) => ChartText.Width(label, Size);
}
