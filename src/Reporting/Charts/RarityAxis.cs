namespace AsyncLoad.Reporting.Charts;

/// <summary>The axis of HdrHistogram's plots: percentiles by the logarithm of 1/(1−p), so that each further nine is one step.</summary>
/// <param name="Highest">Rarity at the right edge, above 1.</param>
/// <param name="Left">Left edge.</param>
/// <param name="Right">Right edge.</param>
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
/// <param name="Label">The percentile in words.</param>
internal sealed record RarityTick(double Rarity, string Label);
