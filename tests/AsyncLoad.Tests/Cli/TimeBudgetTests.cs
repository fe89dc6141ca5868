using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class TimeBudgetTests
{
    private static readonly Plan Plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf("a"), WithOtherBaseline("b"));
    private readonly Clock clock = new();

    [Fact]
    public void Pairs_come_one_at_a_time_and_in_the_order_of_the_steering()
    {
        var budget = new TimeBudget(Duration.FromSeconds(60), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        var soFar = new List<JournalEntry.Pair>();
        while (budget.NextPairs(Plan, soFar) is [var next])
        {
            Assert.Equal(PairSteering.NextPairs(Plan, soFar)[0], next);
            soFar.Add(SyntheticRun.PairOf(next.Index, 1, next.Comparison));
        }

        Assert.Equal(12, soFar.Count);
        Assert.False(budget.IsSpent);
    }

    [Fact]
    public void While_plenty_of_time_is_left_several_come_at_once()
    {
        var plan = SyntheticRun.PlanOf([24], SyntheticRun.ComparisonOf());
        var budget = new TimeBudget(Duration.FromSeconds(600), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        Assert.Equal(PairSteering.NextPairs(plan, []).Take(16), budget.NextPairs(plan, []));

        clock.Seconds = 301;
        Assert.Single(budget.NextPairs(plan, []));
    }

    [Fact]
    public void Scarce_time_goes_to_the_nearest_verdict()
    {
        var plan = SyntheticRun.PlanOf([8, 12], SyntheticRun.ComparisonOf("far"), WithOtherBaseline("near"));
        // In three steps: at two levels, more pairs would decide nothing.
        double[] far = [1.2, 0.8, 1.1, 0.9, 1.2, 0.8, 1, 1];
        double[] near = [1.048, 0.955, 1.024, 0.977, 1.048, 0.955, 1, 1];
        JournalEntry.Pair[] soFar =
        [
            .. far.Select((ratio, index) => SyntheticRun.PairOf(index + 1, ratio, "far")),
            .. near.Select((ratio, index) => SyntheticRun.PairOf(index + 1, ratio, "near")),
        ];
        var budget = new TimeBudget(Duration.FromSeconds(600), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        Assert.Equal(["near", "near", "near", "near", "far", "far", "far", "far"], budget.NextPairs(plan, soFar).Select(pair => pair.Comparison));
    }

    [Fact]
    public void Pairs_that_share_a_process_of_their_baseline_come_as_one()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"), WithOtherBaseline("c"));
        var budget = new TimeBudget(Duration.FromSeconds(60), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        JournalEntry.Pair[] firsts = [.. plan.Comparisons.Select(comparison => SyntheticRun.PairOf(1, 1, comparison.Id))];

        Assert.Single(budget.NextPairs(plan, []));
        Assert.Equal([("a", 2), ("b", 2)], budget.NextPairs(plan, firsts).Select(pair => (pair.Comparison, pair.Index)));
    }

    [Fact]
    public void No_pair_begins_once_time_is_up()
    {
        var budget = new TimeBudget(Duration.FromSeconds(60), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        clock.Seconds = 59;
        Assert.Single(budget.NextPairs(Plan, []));
        Assert.False(budget.IsSpent);

        clock.Seconds = 60;
        Assert.Empty(budget.NextPairs(Plan, []));
        Assert.True(budget.IsSpent);
    }

    [Fact]
    public void Every_cell_of_a_map_comes_to_its_first_look_and_none_goes_on_once_time_is_up()
    {
        var plan = SyntheticRun.PlanOf([7, 12], SyntheticRun.ComparisonOf("a"), WithOtherBaseline("b"));
        var budget = TimeBudget.OfMap(plan, RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        // Undecided at its first look.
        var soFar = new List<JournalEntry.Pair>([.. new[] { 1.2, 0.8, 1.1, 0.9, 1.2, 0.8, 1 }.Select((ratio, index) => SyntheticRun.PairOf(index + 1, ratio, "a"))]);
        clock.Seconds = 2 * 19;
        while (budget.NextPairs(plan, soFar) is [var next])
        {
            Assert.False(budget.IsSpent);
            soFar.Add(SyntheticRun.PairOf(next.Index, 1.2 - (0.06 * next.Index), next.Comparison));
        }

        Assert.Equal([("a", 7), ("b", 7)], soFar.GroupBy(pair => pair.Comparison).Select(pairs => (pairs.Key, pairs.Count())));
        Assert.True(budget.IsSpent);
    }

    [Fact]
    public void Cells_of_a_map_that_are_decided_leave_their_time_to_the_others()
    {
        var plan = SyntheticRun.PlanOf([7, 12, 24], SyntheticRun.ComparisonOf("decided"), WithOtherBaseline("open"));
        var budget = TimeBudget.OfMap(plan, RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        double[] open = [1.2, 0.8, 1.1, 0.9, 1, 1];
        var soFar = new List<JournalEntry.Pair>();
        while (budget.NextPairs(plan, soFar) is [var next])
        {
            clock.Seconds += 1;
            soFar.Add(SyntheticRun.PairOf(next.Index, next.Comparison == "decided" ? 0.4 + (0.01 * next.Index) : open[next.Index % open.Length], next.Comparison));
        }

        // 38 s, a second each: more than half of them.
        Assert.Equal([("decided", 7), ("open", 24)], soFar.GroupBy(pair => pair.Comparison).Select(pairs => (pairs.Key, pairs.Count())).Order());
    }

    [Fact]
    public void A_run_that_is_done_when_time_is_up_was_not_cut_short()
    {
        var budget = new TimeBudget(Duration.FromSeconds(60), RunTerms.Usual with { Time = clock }, PairSteering.NextPairs);
        clock.Seconds = 61;
        Assert.Empty(budget.NextPairs(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(1, 1, 1, 1, 1, 1)));
        Assert.False(budget.IsSpent);
    }

    private static Comparison WithOtherBaseline(string id) => SyntheticRun.ComparisonOf(id) with { Baseline = SyntheticRun.CellOf("direct-task") };

    private sealed class Clock : TimeProvider
    {
        public long Seconds { get; set; }

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => Seconds;
    }
}
