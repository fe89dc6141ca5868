using AsyncLoad.Model.Plans;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Model;

public sealed class StepGridTests
{
    [Fact]
    public void Coarse_levels_are_evenly_spaced_ends_included() =>
        Assert.Equal([0, 200, 400, 600, 800], new StepGrid(0, 800, null, null).Coarse(5));

    [Fact]
    public void A_wide_range_above_zero_is_spaced_by_equal_factors()
    {
        Assert.Equal([1, 10, 100, 1000, 10000], new StepGrid(1, 10_000, null, null).Coarse(5));
        Assert.Equal([1, 6, 32, 181, 1024], new StepGrid(1, 1024, 1, null).Coarse(5));
        Assert.False(new StepGrid(1, 19, null, null).Geometric);
        Assert.True(new StepGrid(1, 20, null, null).Geometric);
        Assert.False(new StepGrid(0, 800, null, null).Geometric);
    }

    [Fact]
    public void A_step_gives_its_multiples_and_fewer_where_there_are_fewer()
    {
        Assert.Equal([1, 2, 3], new StepGrid(1, 3, 1, null).Coarse(5));
        Assert.Equal([0, 0.3, 0.5, 0.8, 1], new StepGrid(0, 1, 0.1, null).Coarse(5));
        Assert.Equal([5, 50, 100], new StepGrid(5, 100, 50, null).Coarse(3));
    }

    [Fact]
    public void A_list_is_spread_through()
    {
        StepGrid grid = new(1, 64, null, [64, 1, 2, 4, 8, 16, 32, 128]);
        Assert.Equal([1, 4, 8, 32, 64], grid.Coarse(5));
        Assert.Equal([1, 2, 4, 8, 16, 32, 64], grid.Coarse(20));
        Assert.Equal(8, grid.Between(2, 32));
        Assert.Null(grid.Between(2, 4));
    }

    [Fact]
    public void Between_two_levels_lies_the_middle_as_the_grid_has_it()
    {
        Assert.Equal(300, new StepGrid(0, 800, null, null).Between(200, 400));
        Assert.Equal(0.313, new StepGrid(0, 1, null, null).Between(0.25, 0.375));
        Assert.Equal(0.3, new StepGrid(0, 1, 0.1, null).Between(0.2, 0.4));
        Assert.Equal(20, new StepGrid(1, 1024, 1, null).Between(10, 40));
        Assert.Null(new StepGrid(1, 20, 1, null).Between(6, 7));
        Assert.Equal(7, new StepGrid(1, 20, 1, null).Between(6.2, 7.1));
        // Too narrow for three digits, so it keeps more.
        Assert.Equal(1002.5, new StepGrid(1000, 1010, null, null).Between(1000, 1005));
    }

    [Fact]
    public void Levels_stay_in_the_range_and_ascend()
    {
        var grids = (
            from range in Gen.Zip(Gen.Choose(0, 70_000), Gen.Choose(1, 70_000))
            from step in Gen.Choose(0, 255)
            select new StepGrid(range.Item1, range.Item1 + range.Item2, step == 0 ? null : step, null)).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500), Prop.ForAll(grids, grid => StaysInside(grid)));
    }

    private static void StaysInside(StepGrid grid)
    {
        var coarse = grid.Coarse(5);
        Assert.Equal(coarse.Distinct().Order(), coarse);
        Assert.Equal((grid.From, grid.To), (coarse[0], coarse[^1]));
        foreach (var (low, high) in coarse.Zip(coarse.Skip(1)))
        {
            if (grid.Between(low, high) is not { } middle) continue;
            Assert.True(middle > low && middle < high);
            Assert.True(grid.Spacing is not { } step || middle % step == 0);
        }
    }
}
