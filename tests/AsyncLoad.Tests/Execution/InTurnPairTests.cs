using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>A pair whose sides are measured one after the other.</summary>
[Collection(nameof(WholeProcess))]
public sealed class InTurnPairTests
{
    [Theory]
    [InlineData(Side.Baseline)]
    [InlineData(Side.Candidate)]
    public async Task Both_sides_are_measured_whole_whichever_is_first_and_keep_the_pace_that_is_known(Side first)
    {
        var pair = await RunAsync(Plan(), first, new OperationPace(7, Timed: false), TimeProvider.System);

        Assert.Equal((first, 7L, false), (pair.First, pair.Batch, pair.Timed));
        Assert.All([pair.Baseline, pair.Candidate], outcome => Assert.True(Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Slices.Count >= 4));
    }

    [Fact]
    public async Task Without_a_pace_one_is_found_that_suits_both()
    {
        var pair = await RunAsync(Plan(), Side.Baseline, known: null, TimeProvider.System);

        // A chain takes far less than a microsecond, and a batch of them 20.
        Assert.False(pair.Timed);
        Assert.True(pair.Batch > 1);
        Assert.All([pair.Baseline, pair.Candidate], outcome => Assert.IsType<CellOutcome.Completed>(outcome));
    }

    [Fact]
    public async Task The_second_side_never_starts_where_the_first_is_late()
    {
        var pair = await RunAsync(Plan(), Side.Candidate, new OperationPace(1, Timed: false), new HurryingClock());

        Assert.IsType<CellOutcome.TimedOut>(pair.Candidate);
        Assert.IsType<CellOutcome.Stopped>(pair.Baseline);
    }

    private static Plan Plan()
    {
        var plan = Profiles.Plan(Profiles.Smallest, new PlanOptions(InTurn: true));
        return plan with { Measure = plan.Measure with { Slices = 4, WarmUpCap = Duration.FromMilliseconds(100), Verdicts = false } };
    }

    private static Task<JournalEntry.Pair> RunAsync(Plan plan, Side first, OperationPace? known, TimeProvider time) =>
        RealPair.MeasureAsync(plan with { Schedule = [plan.Schedule[0] with { First = first }] }, time, known);
}
