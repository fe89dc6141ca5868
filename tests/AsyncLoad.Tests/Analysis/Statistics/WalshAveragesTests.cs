using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class WalshAveragesTests
{
    // Values of a drawn sample: 210 averages, each found on its own.
    private const int Most = 20;

    [Fact]
    public void They_are_all_averages_in_order()
    {
        var property = Prop.ForAll<NormalFloat[]>(values => Agree([.. values.Select(value => value.Get)]));
        Check.One(Config.QuickThrowOnFailure.WithReplay(3, 7).WithEndSize(Most), property);
    }

    [Fact]
    public void They_are_so_where_many_are_equal()
    {
        var property = Prop.ForAll<int[]>(values => Agree([.. values.Select(value => value % 4 / 8.0)]));
        Check.One(Config.QuickThrowOnFailure.WithReplay(4, 9).WithEndSize(Most), property);
    }

    [Theory]
    [InlineData(double.MaxValue, double.MinValue, double.MaxValue, 0.0)]
    [InlineData(double.Epsilon, -double.Epsilon, 3 * double.Epsilon, -0.0)]
    [InlineData(1e300, 1e-300, -1e-300, -1e300)]
    [InlineData(0.0, -0.0, -0.0, 0.0)]
    public void They_are_so_at_the_ends_of_what_a_double_holds(params double[] values) => Assert.True(Agree(values));

    [Fact]
    public void One_that_there_is_not_is_refused()
    {
        var three = new WalshAverages([1, 2]);
        Assert.Equal(3, three.Count);
        Assert.Throws<ArgumentOutOfRangeException>(() => three[-1]);
        Assert.Throws<ArgumentOutOfRangeException>(() => three[3]);
        Assert.Equal(0, new WalshAverages([]).Count);
    }

    // Made one by one and sorted: the definition.
    internal static bool Agree(double[] values)
    {
        double[] all = [.. values.SelectMany((value, i) => values.Skip(i).Select(other => (value / 2) + (other / 2))).Order()];
        var averages = new WalshAverages(values);
        return averages.Count == all.Length && all.Index().All(one => averages[one.Index] == one.Item);
    }
}
