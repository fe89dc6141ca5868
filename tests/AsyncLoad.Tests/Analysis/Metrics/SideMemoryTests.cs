using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

/// <summary>Memory of a side over its pairs, and why there is none.</summary>
public sealed class SideMemoryTests
{
    private static readonly MemoryUse Some = new(50_000_000, IsSampled: false, new HeapUse(1_000_000, 3_000_000, 1_000_000));

    [Fact]
    public void A_figure_is_the_median_over_pairs_with_the_least_and_the_most()
    {
        var memory = SideMemory.Of([Side(Some), Side(Some with { Peak = 70_000_000 }), Side(Some with { Peak = 54_000_000, Heap = new HeapUse(0, 9_000_000, 3_000_000) })]);

        Assert.Equal(new PairRange(54_000_000, 50_000_000, 70_000_000), memory.Peak.Value);
        Assert.Equal(new PairRange(3_000_000, 3_000_000, 9_000_000), memory.Retained.Value);
        Assert.Equal(new PairRange(2, 2, 3), memory.PerOperation.Value);
        Assert.False(memory.IsSampled);
    }

    [Fact]
    public void A_run_of_an_older_version_says_so()
    {
        var memory = SideMemory.Of([Side(null), Side(null)]);

        Assert.All([memory.Peak, memory.Retained, memory.PerOperation], figure => Assert.Equal((null, "measured by an older version, which did not measure memory"), (figure.Value, figure.Missing)));
    }

    [Fact]
    public void What_one_pair_lacks_the_side_lacks()
    {
        var memory = SideMemory.Of([Side(Some), Side(Some with { Peak = null, IsSampled = true })]);

        Assert.Equal((null, "the system does not report the working set of a process"), (memory.Peak.Value, memory.Peak.Missing));
        Assert.NotNull(memory.Retained.Value);
        Assert.True(memory.IsSampled);
        Assert.Equal("no pair was completed", SideMemory.Of([]).Retained.Missing);
    }

    [Theory]
    [InlineData(499_999, 1_000_000, null)]
    [InlineData(500_000, 1_000_000, 2.0)]
    [InlineData(100, 5_000_000, 50_000.0)]
    [InlineData(100, 4_999_999, null)]
    [InlineData(0, 5_000_000, null)]
    public void A_leak_is_told_where_what_the_process_keeps_for_itself_is_little_beside_it(long operations, long growth, double? perOperation)
    {
        var figure = SideMemory.Of([Side(Some with { Heap = new HeapUse(1_000_000, 1_000_000 + growth, operations) })]).PerOperation;

        Assert.Equal(perOperation, figure.Value?.Median);
        if (perOperation is null) Assert.Equal("too few operations: a process keeps up to 500 kB for itself, and that may be what grew", figure.Missing);
    }

    [Fact]
    public void Ratios_of_memory_have_an_interval_as_ratios_of_time_have()
    {
        var analysis = SyntheticRun.Analyze([.. Enumerable.Range(1, 6).Select(index => Pair(index, Some with { Peak = 100_000_000 + index }, Some with { Peak = 110_000_000 }))]);

        Assert.Equal(1.1, analysis.Ratios[VerdictMetric.Peak].Value!.Estimate, 6);
        Assert.Equal((1.0, 1.0, 1.0), (analysis.Ratios[VerdictMetric.Retained].Value!.Low, analysis.Ratios[VerdictMetric.Retained].Value!.Estimate, analysis.Ratios[VerdictMetric.Retained].Value!.High));
        Assert.Equal(6, analysis.Ratios[VerdictMetric.Peak].Value!.Pairs);
    }

    private static SideMeasurement Side(MemoryUse? memory) => SyntheticRun.Side(1_000) with { Memory = memory };

    private static JournalEntry.Pair Pair(int index, MemoryUse baseline, MemoryUse candidate) => SyntheticRun.PairOf(index, Side(baseline), Side(candidate));
}
