using AsyncLoad.Model.Plans;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Model;

public class LevelGridTests
{
    [Fact]
    public void Coarse_levels_are_even_and_hold_both_ends() =>
        Assert.Equal([0, 0.25, 0.5, 0.75, 1], new LevelGrid(0, 1, 0.001, null).Coarse(5));

    [Fact]
    public void Over_a_factor_of_twenty_they_are_even_in_their_logarithm() =>
        Assert.Equal([1, 10, 100, 1_000], new LevelGrid(1, 1_000, 1, null).Coarse(4));

    [Fact]
    public void A_list_is_spread_through() =>
        Assert.Equal([1, 4, 64], new LevelGrid(1, 64, null, [1, 2, 4, 16, 64]).Coarse(3));

    [Fact]
    public void A_grid_with_fewer_levels_gives_those() => Assert.Equal([3, 4, 5], new LevelGrid(3, 5, 1, null).Coarse(9));

    [Fact]
    public void Between_two_levels_lies_one_of_the_grid_or_none()
    {
        var gen =
            from low in Gen.Choose(0, 1_000)
            from span in Gen.Choose(1, 1_000)
            from step in Gen.Elements(0.001, 0.01, 0.25, 1, 7)
            select (Grid: new LevelGrid(low, low + span, step, null), Step: step);
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(1, 3), Prop.ForAll(gen.ToArbitrary(), sample =>
        {
            var (grid, step) = sample;
            var level = grid.Between(grid.From, grid.To);
            if (level is not { } found)
            {
                Assert.True(grid.To - grid.From <= step);
                return;
            }

            Assert.InRange(found, grid.From, grid.To);
            Assert.True(Math.Abs((found / step) - Math.Round(found / step)) < 1e-6);
        }));
    }
}
