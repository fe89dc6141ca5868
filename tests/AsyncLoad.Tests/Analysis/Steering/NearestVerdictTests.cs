using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Steering;

public sealed class NearestVerdictTests
{
    // Log ratios with a standard deviation of 1 and a median of 0.
    private static readonly double[] Even = [-1.27, 1.27, -0.82, 0.82, -0.45, 0.45, -1, 1];

    [Fact]
    public void First_looks_come_before_everything_else()
    {
        var plan = PlanOf("narrow", "begun", "fresh");
        Assert.Equal(["fresh", "begun", "narrow"], Order(plan, [.. Pairs("narrow", 1, 0.03), SyntheticRun.PairOf(1, 1, "begun")]));
    }

    /// <summary>±3 % is wanted around 1, and ±5 % around 1.05; intervals of 12, 16 and 24 pairs reach 0.82, 0.64 and 0.50 spreads to either side, inner ones 0.70, 0.55 and 0.44. Around 1.05 not every pair is beyond the margin, so an interval of ±3 % is wanted, or ±5 % at an error of 1 %.</summary>
    [Fact]
    public void Then_what_its_spread_and_its_distance_bring_to_a_verdict_soonest()
    {
        var plan = PlanOf("beside the margin", "wide", "last", "third", "slower", "second", "even slower");
        JournalEntry.Pair[] soFar =
        [
            .. Pairs("beside the margin", 1.025, 0.05), .. Pairs("wide", 1, 0.09), .. Pairs("last", 1, 0.06), .. Pairs("third", 1, 0.048),
            .. Pairs("slower", 1.05, 0.052), .. Pairs("second", 1, 0.035), .. Pairs("even slower", 1.05, 0.08),
        ];
        Assert.Equal(["second", "third", "slower", "last", "beside the margin", "wide", "even slower"], Order(plan, soFar));
    }

    [Fact]
    public void A_look_stands_until_the_next()
    {
        var plan = PlanOf("first", "second");
        JournalEntry.Pair[] atLook = [.. Pairs("first", 1, 0.03), .. Pairs("second", 1, 0.048)];
        Assert.Equal(["first", "second"], Order(plan, atLook));
        // One wild pair: at the look that it belongs to it will count.
        Assert.Equal(["first", "second"], Order(plan, [.. atLook, SyntheticRun.PairOf(9, 1.5, "first")]));
    }

    /// <summary>Round by round over all of them, time that ends finds most comparisons between two looks, and what was measured beyond the last look is lost.</summary>
    [Fact]
    public void What_is_begun_comes_before_its_equals()
    {
        var plan = PlanOf("first", "begun", "further", "at its second look");
        JournalEntry.Pair[] soFar =
        [
            .. Pairs("first", 1, 0.048), .. Pairs("begun", 1, 0.03), .. Pairs("further", 1, 0.048), .. Pairs("at its second look", 1, 0.048),
            SyntheticRun.PairOf(9, 1, "begun"), SyntheticRun.PairOf(9, 1, "further"),
            .. Enumerable.Range(0, 4).Select(i => SyntheticRun.PairOf(9 + i, i % 2 == 0 ? 1.05 : 1 / 1.05, "at its second look")),
        ];
        Assert.Equal(["begun", "at its second look", "further", "first"], Order(plan, soFar));
    }

    [Fact]
    public void Even_without_a_prospect_one_is_ended_before_the_next()
    {
        var plan = PlanOf("wide", "wider");
        Assert.Equal(["wider", "wide"], Order(plan, [.. Pairs("wide", 1, 0.09), .. Pairs("wider", 1, 0.1), SyntheticRun.PairOf(9, 1, "wider")]));
    }

    [Fact]
    public void Narrow_enough_is_as_good_as_a_verdict()
    {
        var plan = PlanOf("beside the margin", "wide");
        JournalEntry.Pair[] soFar = [.. Pairs("beside the margin", 1.026, 0.03), .. Pairs("wide", 1, 0.05)];
        Assert.Equal(["wide", "beside the margin"], Order(plan with { Measure = plan.Measure with { HalfWidth = 0.001 } }, soFar));
        Assert.Equal(["beside the margin", "wide"], Order(plan with { Measure = plan.Measure with { HalfWidth = 0.027 } }, soFar));
    }

    [Fact]
    public void Nothing_is_left_out_and_equals_keep_their_order()
    {
        var plan = PlanOf("a", "b", "c") with { LoadOverhead = [SyntheticRun.ComparisonOf("no-op")] };
        var due = PairSteering.NextPairs(plan, []);
        Assert.Equal(due, NearestVerdict.First(plan, due, []));
        JournalEntry.Pair[] soFar = [.. Pairs("a", 1, 0.09), .. Pairs("b", 1, 0.03)];
        due = PairSteering.NextPairs(plan, soFar);
        var ordered = NearestVerdict.First(plan, due, soFar);
        Assert.Equal([.. due.Where(pair => pair.Comparison == "c"), .. due.Where(pair => pair.Comparison == "b"), .. due.Where(pair => pair.Comparison == "a"), due[^1]], ordered);
    }

    [Fact]
    public void Figures_without_verdicts_have_nothing_to_be_near_to()
    {
        var plan = PlanOf("a", "b");
        var figures = plan with { Measure = plan.Measure with { Verdicts = false } };
        JournalEntry.Pair[] soFar = [.. Pairs("a", 1, 0.09), .. Pairs("b", 1, 0.025)];
        Assert.Equal(plan.Schedule, NearestVerdict.First(figures, plan.Schedule, soFar));
    }

    [Fact]
    public void A_metric_that_no_pair_has_is_near_to_no_verdict()
    {
        var plan = PlanOf("a", "b");
        var byLatency = plan with { Measure = plan.Measure with { Metric = VerdictMetric.P99 } };
        Assert.Equal(["b", "a"], Order(byLatency, Pairs("a", 1, 0.02)));
    }

    private static Plan PlanOf(params string[] comparisons) => SyntheticRun.PlanOf([8, 12, 16, 24], [.. comparisons.Select(id => SyntheticRun.ComparisonOf(id))]);

    private static IEnumerable<string> Order(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar) =>
        NearestVerdict.First(plan, PairSteering.NextPairs(plan, soFar), soFar).Select(pair => pair.Comparison).Distinct();

    private static JournalEntry.Pair[] Pairs(string comparison, double ratio, double spread) =>
        [.. Even.Select((place, i) => SyntheticRun.PairOf(i + 1, ratio * Math.Exp(place * spread), comparison))];
}
