using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Crossovers;

public sealed class NextStepTests
{
    private static readonly StepGrid Heap = new(0, 800, 1, null);

    [Fact]
    public void The_widest_gap_inside_the_interval_is_halved()
    {
        Assert.Equal(300, After([0, 200, 400, 600, 800], At(200, 400)));
        Assert.Equal(250, After([0, 200, 300, 400, 800], At(200, 400)));
        Assert.Equal(275, After([0, 200, 400, 600, 800], At(210, 340)));
    }

    [Fact]
    public void A_bound_beyond_the_range_stands_at_its_end()
    {
        Assert.Equal(100, After([0, 200, 400, 600, 800], At(null, 200)));
        Assert.Equal(500, After([0, 200, 400, 600, 800], At(400, null)));
        Assert.Null(After([0, 200, 400, 600, 800], At(600, null)));
        Assert.Equal(400, After([0, 800], new CrossingEstimate.Undecided(300, null, null, 0.1)));
    }

    [Fact]
    public void Nothing_is_measured_where_nothing_is_gained()
    {
        double[] coarse = [0, 200, 400, 600, 800];
        Assert.Null(After(coarse, At(200, 300)));
        Assert.Null(After(coarse, At(1, 17)));
        Assert.Null(After(coarse, new CrossingEstimate.None(Verdict.Wins)));
        Assert.Null(After(coarse, new CrossingEstimate.NotMonotone(0.001)));
        Assert.Null(After(coarse, new CrossingEstimate.Undecided(null, 600, null, 0.9)));
        Assert.NotNull(After(coarse, At(200, 301)));
        Assert.NotNull(After(coarse, At(1, 18)));
    }

    [Fact]
    public void No_level_is_left_between_neighbours_of_a_grid()
    {
        StepGrid depth = new(1, 20, 1, null);
        Assert.Null(NextStep.After(Samples([1, 2, 20]), At(1, 2), depth, CrossoverSettings.DefaultMostSteps));
        Assert.Equal(3, NextStep.After(Samples([1, 2, 4, 20]), At(1, 4), depth, CrossoverSettings.DefaultMostSteps));
    }

    [Fact]
    public void Twelve_levels_are_all()
    {
        Assert.NotNull(After([0, .. Enumerable.Range(1, 10).Select(i => 10.0 * i)], At(100, 800)));
        Assert.Null(After([0, .. Enumerable.Range(1, 11).Select(i => 10.0 * i)], At(110, 800)));
    }

    private static CrossingEstimate.At At(double? low, double? high) => new(250, low, high, 0.95);

    private static double? After(double[] steps, CrossingEstimate estimate) => NextStep.After(Samples(steps), estimate, Heap, CrossoverSettings.DefaultMostSteps);

    private static StepSample[] Samples(double[] steps) => [.. steps.Select(step => new StepSample(step, []))];
}
