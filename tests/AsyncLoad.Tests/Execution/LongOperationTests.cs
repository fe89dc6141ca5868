using AsyncLoad.Harness.Execution;
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
    // A slice of a second holds a hundred of the shortest, and a tenth of that on a machine that others take.
    private const int Many = 10;

    // Timers have steps, so a wait may end a little early.
    private const double Early = 0.8;

    public static TheoryData<LoadSettings, int, (string Variant, double Seconds)[]> Loads => new()
    {
        { new LoadSettings.Sequential(), 1, [("blocks", 0.020), ("blocks-longer", 0.030)] },
        { new LoadSettings.ClosedLoop(128), 128, [("shorter", 0.010), ("longer", 0.013)] },
        { new LoadSettings.Wave(128), 128, [("shorter", 0.010), ("longer", 0.013)] },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public async Task They_are_warmed_up_whole_and_measured_in_slices_that_hold_many(LoadSettings load, int atOnce, (string Variant, double Seconds)[] calls)
    {
        var pair = await MeasureAsync("waits", calls[0].Variant, calls[1].Variant, load);

        Assert.True(pair.Timed);
        Assert.All(calls.Zip([pair.Baseline, pair.Candidate]), entry =>
        {
            var side = Assert.IsType<CellOutcome.Completed>(entry.Second).Measurement;
            Assert.True(side.WarmUp.Steady);
            // Null where the first slice held no whole calls.
            Assert.NotNull(side.WarmUp.FirstOperations);
            Assert.All(side.Slices, slice =>
                Assert.InRange(slice.Operations, Many * atOnce, (long)(atOnce * (1 + (slice.Elapsed.Seconds / (Early * entry.First.Seconds))))));
        });
    }

    // Of a batch that was sized while operations were fast: what is under way is counted when it ends.
    [Fact]
    public async Task Slices_that_end_before_any_operation_does_are_followed_by_longer_ones()
    {
        var plan = Planning.Profiles.Plan(Planning.Profiles.Smallest);
        plan = plan with { Measure = RealPair.Settings(4, Duration.FromMilliseconds(300)) with { Slice = Duration.FromMilliseconds(5) } };

        var pair = await RealPair.MeasureAsync(plan, known: new OperationPace(4_000_000, Timed: false));

        Assert.All([pair.Baseline, pair.Candidate], outcome =>
        {
            var slices = Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Slices;
            Assert.Contains(slices, slice => slice.Operations > 0);
            Assert.True(slices.Count > 4);
        });
    }

    [Fact]
    public async Task A_process_ends_although_its_workload_left_a_thread_running()
    {
        var pair = await MeasureAsync("faults", "fine", "leaves-thread", new LoadSettings.Sequential());

        Assert.IsType<CellOutcome.Completed>(pair.Candidate);
    }

    private static Task<JournalEntry.Pair> MeasureAsync(string workload, string baseline, string candidate, LoadSettings load) =>
        RealPair.MeasureAsync(RealPair.PlanOf(workload, (baseline, candidate), RealPair.Settings(12, Duration.FromSeconds(5)), cell => cell with { Load = load }));
}
