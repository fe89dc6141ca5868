using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>Work of held processes is warned of where it moves the ratio. Sides have two processors and slices of 10 ms.</summary>
public sealed class HeldBusyTests
{
    [Theory]
    [InlineData(0.015, false)]
    [InlineData(0.0151, true)]
    [InlineData(0.3, true)]
    public void A_load_on_all_cores_may_lose_one_percent(double held, bool found) => Assert.Equal(found, Found(AllCores, Held(AllCores, held)) is not null);

    [Fact]
    public void A_load_that_leaves_a_core_loses_nothing() => Assert.Null(Found(OneCore, Held(OneCore, 0.5)));

    [Fact]
    public void Cores_that_other_processes_take_are_not_left()
    {
        var crowded = new SampleEnvironment(new Nanoseconds(1), OtherCores: 0.7, StolenShare: null, Throttling: null, Load: null, Clock: null, MemoryStall: null);
        Assert.NotNull(Found(OneCore, Held(OneCore, 0.3), pair => pair with { Environment = crowded }));
    }

    [Fact]
    public void A_process_of_one_processor_leaves_none()
    {
        var alone = OneCore with { Settings = OneCore.Settings with { Processors = 1 } };
        Assert.NotNull(Found(alone, Held(alone, 0.1)));
    }

    [Fact]
    public void A_core_that_is_idle_during_collections_alone_is_not_left()
    {
        var collecting = SyntheticRun.Side([SyntheticRun.Slice(1_000, pauseNs: 5_000_000, cpuNs: 15_000_000)], []);
        Assert.NotNull(Found(collecting, Held(collecting, 0.1)));
    }

    [Fact]
    public void Without_processor_time_every_load_counts_as_one_on_all_cores()
    {
        var unknown = OneCore.WithSlices(slice => slice with { Process = slice.Process with { CpuOperations = 0 } });
        Assert.NotNull(Found(unknown, Held(unknown, 0.1)));
    }

    [Fact]
    public void What_both_sides_lose_alike_moves_nothing() => Assert.Null(Found(Held(AllCores, 0.3), Held(AllCores, 0.3)));

    [Fact]
    public void One_odd_pair_does_not_move_the_ratio()
    {
        JournalEntry[] journal = [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, AllCores, index == 3 ? Held(AllCores, 0.5) : AllCores))];
        Assert.DoesNotContain(SyntheticRun.Analyze(journal).Warnings, warning => warning.Id == HeldBusy.Id);
    }

    [Fact]
    public void It_says_which_side_was_slowed_and_how_far_the_ratio_moved()
    {
        Assert.Equal(
            "While held, await-value-task used 0.100 core and await-task 0.000. That slowed the baseline: the ratio is about 6.7 % too low.",
            Found(AllCores, Held(AllCores, 0.1))?.Message);
        Assert.Equal(
            "While held, await-value-task used 0.000 core and await-task 0.200. That slowed the candidate: the ratio is about 13.3 % too high.",
            Found(Held(AllCores, 0.2), AllCores)?.Message);
    }

    [Theory]
    [InlineData(true, "Take more slices (measure.slices)")]
    [InlineData(false, "Raise measure.warmUpCap")]
    public void A_higher_cap_is_advised_only_where_the_cap_cut_warm_up_short(bool steady, string remedy)
    {
        var busy = Held(AllCores, 0.1);
        var side = busy with { WarmUp = busy.WarmUp with { Steady = steady } };
        Assert.StartsWith(remedy, Found(side, AllCores)?.Remedy, StringComparison.Ordinal);
    }

    private static SideMeasurement AllCores => Using(20_000_000);

    private static SideMeasurement OneCore => Using(10_000_000);

    private static SideMeasurement Using(long cpuNs) => SyntheticRun.Side(1_000).WithSlices(slice => SyntheticRun.Slice(slice.Operations, cpuNs: cpuNs));

    private static SideMeasurement Held(SideMeasurement side, double cores) =>
        side.WithSlices(slice => slice with { Held = new HeldUsage(new Nanoseconds(10_000_000), new Nanoseconds((long)(cores * 10_000_000))) });

    private static Warning? Found(SideMeasurement baseline, SideMeasurement candidate, Func<JournalEntry.Pair, JournalEntry.Pair>? change = null)
    {
        JournalEntry[] journal = [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, baseline, candidate)).Select(change ?? (pair => pair))];
        return SyntheticRun.Analyze(journal).Warnings.SingleOrDefault(warning => warning.Id == HeldBusy.Id);
    }
}
