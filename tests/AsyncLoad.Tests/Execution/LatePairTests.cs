using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>A pair whose processes answer each request in time, and are late with all of them together.</summary>
public sealed class LatePairTests
{
    [Fact]
    public async Task A_pair_that_takes_far_longer_than_planned_is_ended()
    {
        var plan = Profiles.Plan(Profiles.Smallest);

        var pair = await RealPair.MeasureAsync(plan, new HurryingClock());

        CellOutcome[] ends = [pair.Baseline, pair.Candidate];
        var late = Assert.Single(ends.OfType<CellOutcome.TimedOut>());
        Assert.Equal("the slices of the pair", late.During);
        Assert.Equal(PairDeadline.For(plan.Measure, plan.Comparisons[0].Baseline.Load), late.Deadline);
        Assert.Single(ends.OfType<CellOutcome.Stopped>());
    }
}
