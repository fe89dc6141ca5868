using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Calls longer than a slice of the warm-up, and shorter than those of which each slice holds one.</summary>
[Collection(nameof(WholeProcess))]
public sealed class LongOperationTests
{
    public static TheoryData<LoadSettings, string, string, double> Loads => new()
    {
        { new LoadSettings.Sequential(), "blocks", "blocks-longer", 1.5 },
        { new LoadSettings.ClosedLoop(128), "shorter", "longer", 1.27 },
        { new LoadSettings.Wave(128), "shorter", "longer", 1.27 },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public async Task They_are_warmed_up_whole_and_measured_in_slices_that_hold_many(LoadSettings load, string baseline, string candidate, double ratio)
    {
        var pair = await MeasureAsync("waits", baseline, candidate, load);

        Assert.InRange(Assert.Single(PairRatios.Of(PairProgress.Of([pair]).Completed)).Wall, ratio - 0.12, ratio + 0.12);
        Assert.True(pair.Timed);
        Assert.All([pair.Baseline, pair.Candidate], outcome =>
        {
            var side = Assert.IsType<CellOutcome.Completed>(outcome).Measurement;
            Assert.True(side.WarmUp.Steady);
            Assert.InRange(side.WarmUp.Own.Seconds, 0.4, 2.5);
            Assert.All(side.Slices, slice => Assert.InRange(slice.Elapsed.Seconds, 0.9, 2));
        });
    }

    [Fact]
    public async Task A_process_ends_although_its_workload_left_a_thread_running()
    {
        var pair = await MeasureAsync("faults", "fine", "leaves-thread", new LoadSettings.Sequential());

        Assert.IsType<CellOutcome.Completed>(pair.Candidate);
        Assert.InRange(pair.Took.Seconds, 0, 20);
    }

    private static Task<JournalEntry.Pair> MeasureAsync(string workload, string baseline, string candidate, LoadSettings load) =>
        RealPair.MeasureAsync(RealPair.PlanOf(workload, (baseline, candidate), RealPair.Settings(12, Duration.FromSeconds(5)), cell => cell with { Load = load }));
}
