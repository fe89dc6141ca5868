using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Crossovers;

public class CrossoverAnalyzerTests
{
    private const double Megabyte = 1 << 20;

    // Crosses 1 at 300 MB.
    private static double Falling(double bytes) => Math.Exp((300 - (bytes / Megabyte)) / 2_000);

    [Fact]
    public void A_crossing_is_found_between_its_levels_and_said_to_win_above()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800);
        var crossover = Assert.Single(SweptRun.Analyze(SweptRun.PlanOf(sweep), [.. SweptRun.Pairs(sweep, Falling)]).Crossovers);
        var at = Assert.IsType<CrossingEstimate.At>(crossover.Crossing);
        Assert.InRange(at.Estimate / Megabyte, 250, 350);
        Assert.InRange(300 * Megabyte, at.Low!.Value, at.High!.Value);
        Assert.True(crossover.WinsAbove);
        Assert.Equal([0, 200, 400, 600, 800], crossover.Steps.Select(step => step.At / Megabyte));
        Assert.Equal(320, crossover.Bytes!.Value.At / Megabyte, 6);
    }

    [Theory]
    [InlineData(0, 24, 12, 0, null)]
    [InlineData(1, 24, 12, 0, null)]
    [InlineData(1, 24, 0, -24, 0.5)]
    [InlineData(0, 24, 12, -12, 0.75)]
    public void Bytes_cross_where_one_side_allocates_more_and_then_the_other(int fewer, int atFirst, int halfway, int atLast, double? crossing)
    {
        var sweep = SweptRun.Probability("share", 0, 0.5, 1);
        int[] differences = [atFirst, halfway, atLast];
        var journal = sweep.Steps.Zip(differences, (step, difference) => Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Counting(100, 0), Counting(100 + difference, fewer), step.Comparison)));

        Assert.Equal(crossing, SweptRun.Analyze(SweptRun.PlanOf(sweep), [.. journal.SelectMany(pairs => pairs)]).Crossovers.Single().Bytes?.At);
    }

    [Fact]
    public void The_metric_of_the_profile_decides_what_crosses()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800);
        var plan = SweptRun.PlanOf(sweep);
        // Processor time is 10 ms a slice in both sides, so that its ratio is that of operations too; latency was not measured.
        var p99 = SweptRun.Analyze(plan with { Measure = plan.Measure with { Metric = VerdictMetric.P99 } }, [.. SweptRun.Pairs(sweep, Falling)]).Crossovers[0];
        Assert.Equal(new CrossingEstimate.Undecided(null, null, null, 1), p99.Crossing);
        var cpu = SweptRun.Analyze(plan with { Measure = plan.Measure with { Metric = VerdictMetric.Cpu } }, [.. SweptRun.Pairs(sweep, Falling)]).Crossovers[0];
        Assert.IsType<CrossingEstimate.At>(cpu.Crossing);
    }

    [Fact]
    public void Without_verdicts_nothing_crosses()
    {
        var sweep = SweptRun.LiveSet(0, 800);
        var plan = SweptRun.PlanOf(sweep) with { Measure = MeasureSettings.Default with { Verdicts = false } };
        Assert.Empty(SweptRun.Analyze(plan, [.. SweptRun.Pairs(sweep, Falling)]).Crossovers);
        Assert.Empty(SweepSteering.NextSteps(plan, SweptRun.Pairs(sweep, Falling)));
    }

    [Fact]
    public void Steering_adds_levels_until_the_interval_is_narrow_and_the_crossing_stays_inside()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800);
        // Steps off, so that five coarse steps leave the crossing in a gap whose ends say little of what lies between.
        double LevelsOff(double bytes) => 0.8 + (0.4 * Math.Exp(-bytes / (100 * Megabyte)));
        var crossing = 100 * Math.Log(2) * Megabyte;
        var (plan, pairs) = (SweptRun.PlanOf(sweep), new List<JournalEntry.Pair>(SweptRun.Pairs(sweep, LevelsOff)));
        for (var next = SweepSteering.NextSteps(plan, pairs); next.Count > 0; next = SweepSteering.NextSteps(plan, pairs))
        {
            var (id, step) = Assert.Single(next);
            var added = new JournalEntry.AddedStep(id, step, SyntheticRun.ComparisonOf(FormattableString.Invariant($"{id}/{step}")));
            plan = plan.With(added.Sweep, added.At, added.Comparison);
            Assert.Equal([1, 2, 3, 4, 5, 6], PairSteering.NextPairs(plan, pairs).Select(pair => pair.Index));
            pairs.AddRange(SweptRun.Pairs(sweep, added.Comparison.Id, step, LevelsOff));
            Assert.Empty(PairSteering.NextPairs(plan, pairs));
        }

        Assert.InRange(plan.Sweeps![0].Steps.Count, 6, 12);
        var at = Assert.IsType<CrossingEstimate.At>(SweptRun.Analyze(plan, [.. pairs]).Crossovers[0].Crossing);
        Assert.InRange(crossing, at.Low!.Value, at.High!.Value);
        Assert.True(at.High / at.Low <= NextStep.NarrowFactor);
    }

    [Fact]
    public void A_ratio_on_one_side_throughout_asks_for_no_more_levels()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800);
        var pairs = SweptRun.Pairs(sweep, _ => 0.45);
        Assert.Equal(new CrossingEstimate.None(Verdict.Wins), SweptRun.Analyze(SweptRun.PlanOf(sweep), [.. pairs]).Crossovers[0].Crossing);
        Assert.Empty(SweepSteering.NextSteps(SweptRun.PlanOf(sweep), pairs));
    }

    [Fact]
    public void A_level_that_failed_ends_its_sweep_and_the_others_go_on()
    {
        var (broken, whole) = (SweptRun.LiveSet(0, 400, 800), SweptRun.Probability("often", 0, 0.5, 1));
        var plan = SweptRun.PlanOf(broken, whole);
        List<JournalEntry.Pair> pairs = [.. SweptRun.Pairs(broken, Falling).Where(pair => pair.Comparison != broken.Steps[1].Comparison), .. SweptRun.Pairs(whole, step => 0.8 + (0.4 * Math.Exp(-step * 8)))];
        pairs.AddRange([SyntheticRun.CrashedPair(1, broken.Steps[1].Comparison), SyntheticRun.CrashedPair(1, broken.Steps[1].Comparison)]);
        Assert.Equal("often", Assert.Single(SweepSteering.NextSteps(plan, pairs)).Sweep);
    }

    [Fact]
    public void A_profile_may_allow_more_levels_than_are_usual()
    {
        var sweep = SweptRun.Probability("shallow", [.. Enumerable.Range(0, 12).Select(step => step / 11.0)]);
        var pairs = SweptRun.Pairs(sweep, step => 1.002 - (0.04 * step));
        Assert.Empty(SweepSteering.NextSteps(SweptRun.PlanOf(sweep), pairs));
        Assert.Single(SweepSteering.NextSteps(SweptRun.PlanOf(sweep with { MostSteps = 20 }), pairs));
    }

    [Fact]
    public void No_more_levels_are_asked_for_than_the_profile_allows()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800) with { MostSteps = 5 };
        Assert.Empty(SweepSteering.NextSteps(SweptRun.PlanOf(sweep), SweptRun.Pairs(sweep, Falling)));
    }

    // Bytes of the whole slice may be a few less than the driver's own and the operations' together.
    private static SideMeasurement Counting(int bytesPerOperation, int fewer) =>
        SyntheticRun.Side([SyntheticRun.Slice(100_000)], [new CountSlice(20_000, (20_000 * bytesPerOperation) + 1_600 - fewer, 1_600, 0)]);
}
