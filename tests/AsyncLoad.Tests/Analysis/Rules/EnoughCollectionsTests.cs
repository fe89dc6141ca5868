using AsyncLoad.Analysis.Rules;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Execution;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Rules;

/// <summary>A pair that is under way is extended by the rule by which it is warned of.</summary>
public sealed class EnoughCollectionsTests
{
    // Operations of 100 µs that allocate 112 B, twenty at once: four slices hold 0.9 MB, and all that a pair may have fit into generation 0.
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "slow", "measure": { "slices": 4, "slice": "10ms", "warmUpCap": "100ms" }, "traces": "none",
          "experiments": [{ "name": "one", "workload": "simulated-io", "baseline": "task", "candidates": ["pooled"], "loads": [{ "kind": "wave", "size": 20 }], "gcSettings": [{ "gen0Size": "128MB" }] }]
        }
        """;

    [Theory]
    [InlineData(400, 112, 0, true)]
    [InlineData(400, 112, 9, true)]
    [InlineData(400, 112, 10, false)]
    [InlineData(1_000_000, 112, 9, true)]
    [InlineData(1_000_000, 0, 0, false)]
    public void Slices_are_added_where_a_side_would_be_warned_of(long operations, long bytes, int collections, bool missing)
    {
        var slice = SyntheticRun.Slice(operations, gen0: collections, allocated: operations * bytes);
        var side = SyntheticRun.Side([slice], [new CountSlice(1_000, bytes * 1_000, 0, 0)]);
        var warnings = SyntheticRun.Analyze([.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, side, SyntheticRun.Side(operations)))]).Warnings;

        Assert.Equal(missing, EnoughCollections.AreMissing(side.Slices));
        Assert.Equal(missing, warnings.Any(warning => warning.Id == "few-collections"));
    }

    [Fact]
    public void What_the_runtime_allocates_beside_a_slow_operation_asks_for_no_slices() =>
        Assert.False(EnoughCollections.AreMissing([SyntheticRun.Slice(100, gen0: 0, allocated: 8 * 1024), SyntheticRun.Slice(100, gen0: 0, allocated: 0)]));

    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(9, 50_000, false)]
    [InlineData(1, 99_000, false)]
    [InlineData(1, 100_000, true)]
    [InlineData(10, 0, true)]
    public void Later_pairs_wait_for_collections_that_the_first_had_enough_of_or_spent_time_in(int collections, long pause, bool worth)
    {
        var slice = SyntheticRun.Slice(1_000, gen0: collections);
        var first = slice with { Elapsed = new Nanoseconds(10_000_000), Gc = slice.Gc with { Pause = new Nanoseconds(pause) } };

        Assert.Equal(worth, EnoughCollections.AreWorthWaitingFor([first]));
    }

    [Fact]
    public async Task A_later_pair_gets_no_more_slices_where_the_first_showed_that_they_are_not_worth_it()
    {
        var pair = await RealPair.MeasureAsync(Profiles.Plan(Profile), known: new OperationPace(1, Timed: false) { Sides = [new(null, WaitsForCollections: false), new(null, WaitsForCollections: false)] });

        Assert.Equal(4, Assert.IsType<CellOutcome.Completed>(pair.Baseline).Measurement.Slices.Count);
    }

    [Fact]
    public async Task The_first_pair_of_slow_operations_that_allocate_gets_all_the_slices_it_may()
    {
        var pair = await RealPair.MeasureAsync(Profiles.Plan(Profile));

        var allocating = Assert.IsType<CellOutcome.Completed>(pair.Baseline).Measurement;
        // On a starved machine slices hold so few operations that what the runtime allocates by itself is as much.
        if (EnoughCollections.AreMissing(allocating.Slices)) Assert.Equal(24, allocating.Slices.Count);
        else Assert.InRange(allocating.Slices.Count, 4, 24);
    }
}
