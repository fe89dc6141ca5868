using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Steering;

public sealed class PairSteeringTests
{
    private static readonly Plan FourLooks = SyntheticRun.PlanOf([8, 12, 16, 24], SyntheticRun.ComparisonOf());

    // Nothing to see: a true ratio of 1 with a spread that leaves ±2 % out of reach.
    private static readonly double[] Noise = [1.1, 0.9, 1.08, 0.93, 1.12, 0.91, 1.02, 0.98, 1.1, 0.9, 1.01, 0.97, 1.1, 0.9, 1.04, 0.95, 1.1, 0.9, 1.0, 0.93, 1.1, 0.9, 1.03, 0.96];

    [Fact]
    public void A_fresh_run_goes_to_the_first_look_in_the_order_of_the_schedule()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));
        Assert.Equal(plan.Schedule, PairSteering.NextPairs(plan, []));
        Assert.Equal(Enumerable.Range(1, 8), Due(FourLooks, []));
    }

    [Fact]
    public void Pairs_already_measured_are_not_measured_again() =>
        Assert.Equal([1, 3, 6, 7, 8], Due(FourLooks, [SyntheticRun.PairOf(2, 1), SyntheticRun.PairOf(4, 1), SyntheticRun.PairOf(5, 1)]));

    [Fact]
    public void A_verdict_ends_a_comparison_at_its_look() =>
        Assert.Empty(Due(FourLooks, SyntheticRun.Pairs(0.4, 0.5, 0.45, 0.3, 0.6, 0.5, 0.4, 0.42)));

    [Fact]
    public void A_narrow_interval_ends_a_comparison_without_a_verdict()
    {
        // 3 % ± 1 %: too near the margin for any verdict, narrow enough for the asked half-width.
        var pairs = SyntheticRun.Pairs(1.02, 1.04, 1.03, 1.025, 1.035, 1.02, 1.04, 1.03);
        Assert.Empty(Due(FourLooks, pairs));
        Assert.Equal([9, 10, 11, 12], Due(FourLooks with { Measure = FourLooks.Measure with { HalfWidth = 0.001, Margin = 0.04 } }, SyntheticRun.Pairs(1.02, 1.06, 1.03, 1.025, 1.035, 1.02, 1.04, 1.03)));
    }

    [Theory]
    [InlineData(8, 9, 12)]
    [InlineData(12, 13, 16)]
    [InlineData(16, 17, 24)]
    public void An_undecided_look_leads_to_the_next(int measured, int from, int to) =>
        Assert.Equal(Enumerable.Range(from, to - from + 1), Due(FourLooks, SyntheticRun.Pairs(Noise.Take(measured))));

    [Fact]
    public void The_last_look_ends_a_comparison_decided_or_not() => Assert.Empty(Due(FourLooks, SyntheticRun.Pairs(Noise)));

    [Fact]
    public void A_look_once_settled_stays_settled_whatever_came_later()
    {
        var settled = SyntheticRun.Pairs([.. Enumerable.Repeat(0.5, 8), 3, 3]);
        Assert.Empty(Due(FourLooks, settled));
    }

    [Fact]
    public void A_failed_pair_is_due_once_more_and_a_dropped_comparison_never()
    {
        Assert.Equal(Enumerable.Range(1, 8), Due(FourLooks, [SyntheticRun.CrashedPair(1)]));
        Assert.Empty(Due(FourLooks, [SyntheticRun.CrashedPair(1), SyntheticRun.CrashedPair(1)]));
    }

    [Fact]
    public void One_comparison_goes_on_where_another_is_settled()
    {
        var plan = SyntheticRun.PlanOf([8, 12], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));
        JournalEntry.Pair[] pairs =
        [
            .. Enumerable.Range(1, 8).Select(index => SyntheticRun.PairOf(index, 0.5, "a")),
            .. Enumerable.Range(1, 8).Select(index => SyntheticRun.PairOf(index, Noise[index], "b")),
        ];
        Assert.Equal(["b"], PairSteering.NextPairs(plan, pairs).Select(pair => pair.Comparison).Distinct());
    }

    [Fact]
    public void Each_self_cost_comparison_gets_one_pair_after_the_schedule()
    {
        var plan = FourLooks with { LoadOverhead = [SyntheticRun.ComparisonOf("no-op")] };
        var due = PairSteering.NextPairs(plan, []);
        Assert.Equal(9, due.Count);
        Assert.Equal(new ScheduledPair("no-op", 1, Side.Baseline), due[^1]);
        Assert.DoesNotContain(PairSteering.NextPairs(plan, [SyntheticRun.PairOf(1, 1, "no-op")]), pair => pair.Comparison == "no-op");
        Assert.Contains(PairSteering.NextPairs(plan, [SyntheticRun.CrashedPair(1, "no-op")]), pair => pair.Comparison == "no-op");
        Assert.DoesNotContain(
            PairSteering.NextPairs(plan, [SyntheticRun.CrashedPair(1, "no-op"), SyntheticRun.CrashedPair(1, "no-op")]), pair => pair.Comparison == "no-op");
    }

    [Fact]
    public void The_profile_may_decide_by_processor_time()
    {
        // Wall says wins at once; processor time is all noise.
        var pairs = Noise.Take(8).Select((ratio, i) => SyntheticRun.PairOf(
            i + 1,
            SyntheticRun.Side(100_000),
            SyntheticRun.Side(200_000).WithSlices(slice => slice with { Process = slice.Process with { UserCpu = new((long)(20_000_000 * ratio)) } }))).ToList();
        Assert.Empty(Due(FourLooks, pairs));
        var byCpu = FourLooks with { Measure = FourLooks.Measure with { Metric = VerdictMetric.Cpu } };
        Assert.Equal([9, 10, 11, 12], Due(byCpu, pairs));
    }

    [Fact]
    public void What_may_still_be_due_ends_where_a_look_settles()
    {
        Assert.Equal(24, Left([]));
        Assert.Equal(21, Left(SyntheticRun.Pairs(0.4, 0.5, 0.45)));
        Assert.Equal(0, Left(SyntheticRun.Pairs(0.4, 0.5, 0.45, 0.3, 0.6, 0.5, 0.4, 0.42)));
        Assert.Equal(8, Left(SyntheticRun.Pairs(Noise.Take(16))));
        Assert.Equal(0, Left(SyntheticRun.Pairs([.. Noise, 1, 1])));
        Assert.Equal(24, Left([SyntheticRun.CrashedPair(1)]));
        Assert.Equal(0, Left([SyntheticRun.CrashedPair(1), SyntheticRun.CrashedPair(1)]));
    }

    private static int Left(IReadOnlyList<JournalEntry.Pair> pairs) => PairSteering.MostLeft(FourLooks.Measure, pairs);

    private static IEnumerable<int> Due(Plan plan, IReadOnlyList<JournalEntry.Pair> pairs) =>
        PairSteering.NextPairs(plan, pairs).Select(pair => pair.Index);
}
