using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class SliceBudgetTests
{
    private static readonly MeasureSettings Measure = MeasureSettings.Default with { Slices = 60, Slice = Duration.FromMilliseconds(10) };

    private static readonly LoadSettings Closed = new LoadSettings.Sequential();

    [Theory]
    [InlineData(0.5)]
    [InlineData(74.3)]
    [InlineData(100_000)]
    public void Operations_of_up_to_a_hundredth_of_a_slice_leave_the_profile_as_it_is(double nsPerOperation) =>
        Assert.Equal(new SliceBudget(Duration.FromMilliseconds(10), 60), SliceBudget.For(Measure, Closed, nsPerOperation));

    [Theory]
    [InlineData(200_000, 20, 30)]
    [InlineData(1_000_000, 100, 6)]
    [InlineData(3_600_000, 360, 4)]
    [InlineData(5e9, 1_000, 4)]
    public void Slower_ones_get_fewer_and_longer_slices(double nsPerOperation, long milliseconds, int count) =>
        Assert.Equal(new SliceBudget(Duration.FromMilliseconds(milliseconds), count), SliceBudget.For(Measure, Closed, nsPerOperation));

    [Theory]
    [InlineData(60, 10, 100, 10)]
    [InlineData(60, 10, 400, 2)]
    [InlineData(60, 10, 1_000, 1)]
    [InlineData(60, 10, 5_000, 1)]
    [InlineData(6, 10, 100, 6)]
    [InlineData(60, 100, 1_000, 6)]
    [InlineData(10, 1_000, 100, 10)]
    public void Calls_that_take_long_are_as_many_as_fill_a_second_or_what_the_profile_asks_for(int slices, long milliseconds, long call, int count)
    {
        var measure = Measure with { Slices = slices, Slice = Duration.FromMilliseconds(milliseconds) };
        Assert.Equal(new SliceBudget(Duration.FromMilliseconds(Math.Max(30, milliseconds)), count), SliceBudget.OfCalls(measure, new Nanoseconds(call * 1_000_000)));
    }

    [Fact]
    public void A_side_that_finished_nothing_gets_the_longest_slices() =>
        Assert.Equal(new SliceBudget(Duration.FromSeconds(1), 4), SliceBudget.For(Measure, Closed, null));

    [Theory]
    [InlineData(10_000, 100, 6)]
    [InlineData(100, 1_000, 4)]
    public void Arrivals_get_slices_of_a_tenth_of_a_second_or_of_a_hundred_arrivals(int rate, long milliseconds, int count) => Assert.Equal(
        new SliceBudget(Duration.FromMilliseconds(milliseconds), count),
        SliceBudget.For(Measure, new LoadSettings.OpenLoop(rate, null, ArrivalSpacing.Constant), 500_000));

    [Fact]
    public void Stages_are_run_through_however_many_slices_that_takes()
    {
        var load = new LoadSettings.Simulations([new Simulation.KeepConstant(2, Duration.FromSeconds(5))]);
        Assert.Equal(new SliceBudget(Duration.FromMilliseconds(100), int.MaxValue), SliceBudget.For(Measure, load, 100));
    }

    [Theory]
    [InlineData(59, false, false, 10.0)]
    [InlineData(60, false, false, null)]
    [InlineData(60, false, true, 10.0)]
    [InlineData(60, true, true, 20.0)]
    [InlineData(62, true, false, 80.0)]
    [InlineData(359, true, false, 1_000.0)]
    [InlineData(360, true, true, null)]
    public void Slices_are_added_for_collections_and_grow_while_no_operation_has_ended(int round, bool lacksOperations, bool lacksCollections, double? milliseconds) =>
        Assert.Equal(milliseconds, new SliceBudget(Duration.FromMilliseconds(10), 60).Next(round, lacksOperations, lacksCollections)?.Span.TotalMilliseconds);

    [Fact]
    public void A_slice_never_shrinks_and_slices_never_become_more() => Prop
        .ForAll<PositiveInt, PositiveInt, PositiveInt>((nanoseconds, slices, milliseconds) =>
        {
            var measure = Measure with { Slices = 3 + slices.Get, Slice = Duration.FromMilliseconds(milliseconds.Get) };
            var budget = SliceBudget.For(measure, Closed, nanoseconds.Get * 1_000.0);
            return budget.Length >= measure.Slice && budget.Count <= measure.Slices && budget.Count >= 4
                && (budget.Length == measure.Slice || budget.Length.Nanoseconds >= Math.Min(100_000.0 * nanoseconds.Get, 1e9));
        })
        .QuickCheckThrowOnFailure();
}
