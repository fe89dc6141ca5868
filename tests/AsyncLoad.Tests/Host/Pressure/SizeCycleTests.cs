using AsyncLoad.Host.Pressure;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Host.Pressure;

public sealed class SizeCycleTests
{
    [Fact]
    public void Every_size_comes_once_before_any_comes_again()
    {
        var ranges = Gen.Two(Gen.Choose(3, 600)).ToArbitrary();
        var property = Prop.ForAll(ranges, range =>
        {
            var (least, most) = (8 * Math.Min(range.Item1, range.Item2), 8 * Math.Max(range.Item1, range.Item2));
            var cycle = new SizeCycle(least, most);
            var sizes = new List<int>();
            for (var size = least; size <= most; size += 8) sizes.Add(cycle.Next());
            return sizes.Order().SequenceEqual(Enumerable.Range(0, sizes.Count).Select(place => least + (8 * place)));
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(11, 3), property);
    }

    [Fact]
    public void A_few_sizes_already_have_about_the_mean_of_all()
    {
        var cycle = new SizeCycle(BackgroundAllocation.LeastSmall, BackgroundAllocation.MostSmall);
        var sum = 0;
        for (var index = 0; index < 20; index++) sum += cycle.Next();
        Assert.InRange(sum / 20.0 / 2_052, 0.9, 1.1);
    }
}
