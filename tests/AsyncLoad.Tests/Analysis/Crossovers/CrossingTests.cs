using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis.Simulated;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Crossovers;

public sealed class CrossingTests
{
    private static readonly double[] Axis = [0, 200, 400, 600, 800];

    [Fact]
    public void A_straight_line_crosses_where_it_does()
    {
        var at = Assert.IsType<CrossingEstimate.At>(Of(Exact(-0.3, -0.1, 0.1, 0.3, 0.5)));
        Assert.Equal(300, at.Estimate, 9);
        Assert.InRange(at.Low!.Value, 280, 300);
        Assert.InRange(at.High!.Value, 300, 320);
        Assert.Equal(0.95, at.Confidence);
    }

    [Fact]
    public void A_bend_widens_the_interval_towards_the_chords_beside_it()
    {
        // Steps off: the chord of the gap crosses at 100, the next chord carried on crosses at 0, and the true curve in between.
        var at = Assert.IsType<CrossingEstimate.At>(Of(Exact(0.3, -0.3, -0.35, -0.36, -0.36)));
        Assert.Equal(100, at.Estimate, 6);
        Assert.InRange(at.Low!.Value, 0, 5);
        Assert.InRange(at.High!.Value, 100, 110);
    }

    [Fact]
    public void Between_two_levels_alone_nothing_is_known_but_that_it_crosses()
    {
        var at = Assert.IsType<CrossingEstimate.At>(Of([Exact(0, -0.3), Exact(10, 0.3)]));
        Assert.Equal((5, 0, 10), (Math.Round(at.Estimate, 6), at.Low, at.High));
    }

    [Theory]
    [InlineData(-0.3, -0.2, Verdict.Wins)]
    [InlineData(0.3, 0.04, Verdict.Loses)]
    [InlineData(0.005, -0.005, Verdict.Equivalent)]
    [InlineData(-0.02, -0.01, Verdict.Equivalent)]
    [InlineData(-0.1, -0.01, Verdict.Wins)]
    public void One_side_throughout_is_no_crossing(double first, double last, Verdict expected) =>
        Assert.Equal(new CrossingEstimate.None(expected), Of(Exact(first, first, last, last, last)));

    [Fact]
    public void A_curve_that_is_not_monotone_and_never_reaches_1_is_no_crossing() =>
        Assert.Equal(new CrossingEstimate.None(Verdict.Wins), Of(Exact(-0.3, -0.1, -0.05, -0.1, -0.3)));

    [Fact]
    public void A_curve_that_crosses_twice_is_not_monotone() =>
        Assert.InRange(Assert.IsType<CrossingEstimate.NotMonotone>(Of(Exact(0.1, -0.05, -0.1, -0.05, 0.1))).PValue, 0, Crossing.MonotoneError);

    [Fact]
    public void Bumps_far_from_the_only_crossing_do_not_hide_it()
    {
        var at = Assert.IsType<CrossingEstimate.At>(Of(Exact(-0.3, -0.5, -0.3, 0.3, 0.2)));
        Assert.InRange(at.Estimate, 400, 600);
        Assert.InRange(at.Low!.Value, 400, at.Estimate);
    }

    [Fact]
    public void A_level_that_may_lie_on_either_side_leaves_it_undecided()
    {
        var undecided = Assert.IsType<CrossingEstimate.Undecided>(Of([.. Exact(-0.3, -0.2, -0.1, -0.05), new(800, [-0.03, 0.02, -0.02, 0.03, -0.01, 0.02])]));
        Assert.InRange(undecided.ChanceOfNone, 0.05, 0.95);
        Assert.Null(undecided.High);
    }

    [Fact]
    public void Levels_with_one_pair_are_left_out_and_one_level_decides_nothing()
    {
        var five = Exact(-0.3, -0.1, 0.1, 0.3, 0.5);
        Assert.Equal(Of(five), Of([.. five, new(500, [-7]), new(700, [])]));
        Assert.Equal(new CrossingEstimate.Undecided(null, null, null, 1), Of([five[0], new(700, [0.2])]));
        Assert.Equal(new CrossingEstimate.Undecided(null, null, null, 1), Of([]));
    }

    [Fact]
    public void No_crossing_is_stated_only_when_every_level_was_measured()
    {
        StepSample[] wins = [Exact(0, -0.8), Exact(200, -0.8)];
        Assert.Equal(new CrossingEstimate.None(Verdict.Wins), Of(wins));
        var undecided = Assert.IsType<CrossingEstimate.Undecided>(Of([.. wins, new(400, []), new(600, [-0.8]), new(800, [])]));
        Assert.Null(undecided.Estimate);
        Assert.Equal(1, undecided.ChanceOfNone);
        Assert.IsType<CrossingEstimate.Undecided>(Of([Exact(0, 0.01), Exact(200, 0.01), new(400, [])]));
    }

    [Fact]
    public void Levels_are_given_once_and_figures_are_finite()
    {
        Assert.Throws<ArgumentException>(() => Of([Exact(1, 0.1), Exact(1, 0.2)]));
        Assert.Throws<ArgumentException>(() => Of([Exact(double.NaN, 0.1), Exact(1, 0.2)]));
        Assert.Throws<ArgumentException>(() => Of([new(0, [double.PositiveInfinity, 1]), Exact(1, 0.2)]));
        Assert.Throws<ArgumentOutOfRangeException>(() => Crossing.Of([], -0.1, 1));
    }

    [Fact]
    public void The_same_seed_gives_the_same_answer_in_whatever_order_levels_and_pairs_come() => Holds(steps =>
    {
        var random = new Random(3);
        StepSample[] shuffled = [.. steps.Select(step => step with { LogRatios = [.. step.LogRatios.OrderBy(_ => random.Next())] }).OrderBy(_ => random.Next())];
        Assert.Equal(Of(steps), Of(steps));
        Assert.Equal(Of(steps), Of(shuffled));
    });

    [Fact]
    public void Swapping_the_sides_leaves_the_crossing_where_it_is() => Holds(steps =>
    {
        // Deviations are drawn the other way round, so bounds and chances agree as two seeds do: the estimate exactly.
        var (forth, back) = (Of(steps), Of([.. steps.Select(step => step with { LogRatios = [.. step.LogRatios.Select(log => -log)] })]));
        if (forth is not CrossingEstimate.NotMonotone && back is not CrossingEstimate.NotMonotone) Assert.Equal(Estimate(forth) ?? 0, Estimate(back) ?? 0, 6);
        if (forth is CrossingEstimate.None none) Assert.Equal(Opposite(none.Throughout), Assert.IsType<CrossingEstimate.None>(back).Throughout);
    });

    [Fact]
    public void Stretching_and_shifting_the_axis_does_the_same_to_the_crossing() => Holds(steps =>
    {
        var (here, there) = (Of(steps), Of([.. steps.Select(step => step with { Step = 1_000 + (8 * step.Step) })]));
        Assert.Equal(here.GetType(), there.GetType());
        if (here is not CrossingEstimate.At at || there is not CrossingEstimate.At moved) return;
        Assert.Equal(1_000 + (8 * at.Estimate), moved.Estimate, 6);
        Assert.Equal(at.Low is { } low ? 1_000 + (8 * low) : -1, moved.Low ?? -1, 6);
        Assert.Equal(at.High is { } high ? 1_000 + (8 * high) : -1, moved.High ?? -1, 6);
    });

    [Fact]
    public void The_estimate_lies_within_its_interval_and_the_interval_within_the_range() => Holds(steps =>
    {
        if (Of(steps) is not CrossingEstimate.At at) return;
        Assert.InRange(at.Estimate, Axis[0], Axis[^1]);
        Assert.True((at.Low ?? at.Estimate) <= at.Estimate && (at.High ?? at.Estimate) >= at.Estimate, $"{at}");
        Assert.True((at.Low ?? Axis[0]) >= Axis[0] && (at.High ?? Axis[^1]) <= Axis[^1]);
    });

    private static double? Estimate(CrossingEstimate estimate) => estimate switch
    {
        CrossingEstimate.At at => at.Estimate,
        CrossingEstimate.Undecided undecided => undecided.Estimate,
        _ => null,
    };

    private static Verdict Opposite(Verdict verdict) => verdict switch
    {
        Verdict.Wins => Verdict.Loses,
        Verdict.Loses => Verdict.Wins,
        _ => verdict,
    };

    // Lines of any slope and height through the range, six pairs a step, spread by 2 %.
    private static void Holds(Action<IReadOnlyList<StepSample>> property)
    {
        var lines = (from first in Gen.Choose(-30, 30) from last in Gen.Choose(-30, 30) from seed in Gen.Choose(0, 1_000_000) select (first, last, seed)).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(60), Prop.ForAll(lines, line =>
        {
            var noise = new Noise(line.seed);
            SimulatedAxis axis = new("line", new StepGrid(0, 800, null, null), x => (line.first / 100.0) + ((line.last - line.first) / 100.0 * x / 800));
            property([.. Axis.Select(step => axis.Measure(step, new PairNoise(6, 0.02), noise))]);
        }));
    }

    private static CrossingEstimate Of(IReadOnlyList<StepSample> steps) => SimulatedAxis.Judge(steps);

    // Six pairs whose mean is as given, spread by a tenth of a per cent.
    private static StepSample Exact(double step, double log) => new(step, [.. new[] { -1.5, -1, -0.5, 0.5, 1, 1.5 }.Select(step => log + (step * 0.001))]);

    private static StepSample[] Exact(double first, double second, double third, double fourth, double? fifth = null) =>
        [.. new double?[] { first, second, third, fourth, fifth }.OfType<double>().Select((log, index) => Exact(Axis[index], log))];
}
