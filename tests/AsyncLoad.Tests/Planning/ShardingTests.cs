using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class ShardingTests
{
    private static readonly Plan Whole = Profiles.Plan(Profiles.Matrix);

    [Fact]
    public void Shards_hold_every_comparison_pair_and_trace_once_however_many_there_are()
    {
        var property = Prop.ForAll(Gen.Choose(1, 40).ToArbitrary(), count =>
        {
            var shards = Shards(count);
            Assert.Equal(Math.Min(count, Whole.Comparisons.Count), shards.Count);
            Assert.Equal(Whole.Comparisons.OrderBy(one => one.Ordinal), shards.SelectMany(shard => shard.Comparisons).OrderBy(one => one.Ordinal));
            Assert.Equal(Whole.Schedule.Count, shards.Sum(shard => shard.Schedule.Count));
            Assert.All(shards, shard => Assert.Equal(shard.Schedule.Select(pair => pair.Comparison).ToHashSet(), shard.Comparisons.Select(one => one.Id).ToHashSet()));
            Assert.Equal(Whole.Traced.Count, shards.Sum(shard => shard.Traced.Count));
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(40).WithReplay(1, 3), property);
    }

    [Fact]
    public void Shards_take_about_as_long_and_measure_the_loads_that_they_use()
    {
        var shards = Shards(4);
        var seconds = shards.Select(shard => shard.Forecast.Shortest.Span.TotalSeconds).ToList();
        Assert.InRange(seconds.Max() / seconds.Min(), 1, 1.25);
        Assert.All(shards, shard => Assert.Equal(
            shard.Comparisons.Select(one => (one.Baseline.Load.Slug, one.Baseline.Gc.Name)).Distinct().Count(),
            shard.LoadOverhead.Count));
    }

    [Fact]
    public void A_shard_knows_the_whole_and_is_of_the_same_profile()
    {
        var shard = Shards(3)[1];
        Assert.Equal((2, 3, Whole.Comparisons.Count), (shard.Shard!.Index, shard.Shard.Count, shard.Shard.All.Count));
        Assert.Equal(Whole.ProfileHash, shard.ProfileHash);
        Assert.Equal(shard.Comparisons.Select(one => one.Ordinal), shard.Comparisons.Select(one => one.Ordinal).Order());
    }

    [Fact]
    public void The_longest_are_given_away_first_and_those_alike_in_the_order_of_their_ids()
    {
        // Under pressure a pair takes longer: both such shares begin with one of those.
        var longest = Whole.Comparisons.OrderByDescending(one => PairForecast.Of(Whole.Measure, [one], [], 0, new HashSet<string>()).Shortest.Nanoseconds).ThenBy(one => one.Id, StringComparer.Ordinal).Take(2).ToList();
        Assert.All(longest, one => Assert.Equal("old-heap", one.Baseline.Pressure.Name));
        var shards = Shards(2);
        Assert.Contains(longest[0].Id, shards[0].Comparisons.Select(one => one.Id));
        Assert.Contains(longest[1].Id, shards[1].Comparisons.Select(one => one.Id));
    }

    [Fact]
    public void The_levels_of_a_sweep_stay_together_and_go_with_it()
    {
        var plan = Profiles.Plan("""
            {
              "schemaVersion": 1, "name": "sweeps", "measure": { "looks": [6] },
              "experiments": [{
                "name": "flight", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
                "loads": ["sequential", { "kind": "closedLoop" }], "crossover": { "axis": "load.workers", "from": 1, "to": 1000, "steps": 4 }
              }]
            }
            """);
        var swept = Sharding.Share(plan, (1, 2), new HashSet<string>())!;
        Assert.Equal(["closedLoop-1", "closedLoop-10", "closedLoop-100", "closedLoop-1000"], swept.Comparisons.Select(one => one.Baseline.Load.Slug));
        Assert.Equal(plan.Sweeps!, swept.Sweeps!);
        // Steps that may be added are forecast with it.
        Assert.True(swept.Forecast.Longest > swept.Forecast.Shortest);
        var rest = Sharding.Share(plan, (2, 2), new HashSet<string>())!;
        Assert.Equal(["sequential"], rest.Comparisons.Select(one => one.Baseline.Load.Slug));
        Assert.Null(rest.Sweeps);
        Assert.Null(Sharding.Share(plan, (3, 3), new HashSet<string>()));
    }

    [Fact]
    public void Comparisons_that_may_share_a_process_of_their_baseline_stay_together_while_there_is_work_for_every_shard()
    {
        // Sixteen baselines of two candidates, and one of one.
        Assert.All(Shards(17), shard => Assert.Single(shard.Comparisons.Select(SharedBaseline.KeyOf).Distinct()));
        Assert.Equal([1, .. Enumerable.Repeat(2, 16)], Shards(17).Select(shard => shard.Comparisons.Count).Order());
        Assert.Equal(18, Shards(18).Count);
    }

    private static List<Plan> Shards(int count) =>
        [.. Enumerable.Range(1, count).Select(index => Sharding.Share(Whole, (index, count), new HashSet<string>())).OfType<Plan>()];
}
