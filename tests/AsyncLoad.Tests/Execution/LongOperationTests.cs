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
    // Timers have steps, so a wait may end a little early.
    private const double Early = 0.8;

    // Slices are to hold a hundred calls, and are not longer than a second.
    private const double Longest = 1;

    // Two calls that take so long are taken for those of which each slice holds one.
    private const double Slow = 0.05;

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
        (SideMeasurement Side, double Seconds)[] sides = [.. new[] { pair.Baseline, pair.Candidate }.Zip(calls, (outcome, call) => (Assert.IsType<CellOutcome.Completed>(outcome).Measurement, call.Seconds))];
        Assert.All(sides, entry =>
        {
            Assert.True(entry.Side.WarmUp.Steady);
            // Null where the first slice held no whole calls.
            Assert.NotNull(entry.Side.WarmUp.FirstOperations);
            Assert.All(entry.Side.Slices, slice => Assert.InRange(slice.Operations, 0, (long)(atOnce * (1 + (slice.Elapsed.Seconds / (Early * entry.Seconds))))));
        });

        // Single calls are counted in two slices. Then the machine held two calls of a side up, which its warm-up shows.
        if (sides.Any(entry => entry.Side.Counts.Count == 2))
            Assert.Contains(sides, entry => entry.Side.WarmUp.Own.Seconds >= (2 * Slow) + ((entry.Side.WarmUp.Slices - 2) * Early * entry.Seconds));
        else
            Assert.All(sides, entry => Assert.All(entry.Side.Slices, slice => Assert.True(HoldsMany(slice, entry.Side, atOnce), $"{entry.Side.Latency} {slice}")));
    }

    // As many as the run's own slowest call allows, with as long between two calls of a worker. The call that an edge cuts may be that one.
    private static bool HoldsMany(Slice slice, SideMeasurement side, int atOnce) =>
        slice.Elapsed.Seconds >= Early * Longest && slice.Operations >= atOnce * ((slice.Elapsed.Value / (2.0 * side.Latency!.Service.Max.Value)) - 1);

    // Of a batch that was sized while operations were fast: what is under way is counted when it ends. It takes some tens of milliseconds of a core, more than the
    // first slices have, and much less than the longest slice has where others take most of the cores.
    [Fact]
    public async Task Slices_that_end_before_any_operation_does_are_followed_by_longer_ones()
    {
        const long Batch = 400_000;
        var plan = Planning.Profiles.Plan(Planning.Profiles.Smallest);
        plan = plan with { Measure = RealPair.Settings(4, Duration.FromMilliseconds(300)) with { Slice = Duration.FromMilliseconds(1) } };

        var pair = await RealPair.MeasureAsync(plan, known: new OperationPace(Batch, Timed: false));

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
