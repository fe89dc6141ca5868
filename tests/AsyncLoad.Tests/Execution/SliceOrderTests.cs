using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class SliceOrderTests
{
    [Fact]
    public void Two_sides_take_turns_at_being_first() =>
        Assert.Equal([[0, 1], [1, 0], [0, 1]], Enumerable.Range(0, 3).Select(row => SliceOrder.Row(2, row)));

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void Each_side_stands_at_each_place_and_follows_each_other_side_equally_often(int sides)
    {
        var rows = Enumerable.Range(0, sides % 2 == 0 ? sides : 2 * sides).Select(row => SliceOrder.Row(sides, row).ToList()).ToList();

        Assert.Equal(Enumerable.Range(0, sides), rows[0]);
        Assert.All(rows, row => Assert.Equal(Enumerable.Range(0, sides), row.Order()));
        var places = rows.SelectMany(row => row.Index()).CountBy(entry => entry).ToList();
        Assert.Equal((sides * sides, 1), (places.Count, places.Select(place => place.Value).Distinct().Count()));
        var followers = rows.SelectMany(row => row.Zip(row.Skip(1))).CountBy(entry => entry).ToList();
        Assert.Equal(sides * (sides - 1), followers.Count);
        Assert.True(followers.Select(follower => follower.Value).Distinct().Count() <= 1);
        Assert.Equal(rows[0], SliceOrder.Row(sides, rows.Count));
    }
}
