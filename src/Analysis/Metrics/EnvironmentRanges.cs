using AsyncLoad.Model.Measurements;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>What else the machine did, over all measured pairs of a run. A figure that no pair has is null.</summary>
/// <param name="OtherCores">Cores that other processes used.</param>
/// <param name="StolenShare">Share of all cores' time that the host of a virtual machine gave to others, 0 to 1.</param>
/// <param name="ThrottledShare">Time for which the control group was held back, summed over cores, as a share of the pair's.</param>
/// <param name="Load">Load average over a minute.</param>
/// <param name="Megahertz">Clock frequency of the fastest core.</param>
/// <param name="MemoryStall">Share of the time in which some process waited for memory, 0 to 1.</param>
public sealed record EnvironmentRanges(
    SampleRange? OtherCores,
    SampleRange? StolenShare,
    SampleRange? ThrottledShare,
    SampleRange? Load,
    SampleRange? Megahertz,
    SampleRange? MemoryStall)
{
    public static EnvironmentRanges Of(IEnumerable<JournalEntry.Pair> pairs)
    {
        List<SampleEnvironment> known = [.. pairs.Select(pair => pair.Environment).OfType<SampleEnvironment>()];
        return new EnvironmentRanges(
            Over(one => one.OtherCores),
            Over(one => one.StolenShare),
            Over(one => one.Over.Value > 0 ? one.Throttling?.Time.Value / (double)one.Over.Value : null),
            Over(one => one.Load),
            Over(one => one.Clock?.Fastest),
            Over(one => one.MemoryStall));

        SampleRange? Over(Func<SampleEnvironment, double?> figure) => SampleRange.Of([.. known.Select(figure).OfType<double>()]);
    }
}

/// <summary>Where the values of a sample lie.</summary>
public sealed record SampleRange(double Least, double Median, double Most, int Count)
{
    /// <summary>The range of values in any order; null when there are none.</summary>
    public static SampleRange? Of(IReadOnlyList<double> values) =>
        values.Count == 0 ? null : new SampleRange(values.Min(), Quantile.Of([.. values], 0.5), values.Max(), values.Count);
}
