using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Simulated;

public sealed class LargeSampleTests
{
    [Fact]
    public void All_averages_of_up_to_a_hundred_values_are_in_order()
    {
        var distinct = Prop.ForAll<NormalFloat[]>(values => WalshAveragesTests.Agree([.. values.Select(value => value.Get)]));
        Check.One(Config.QuickThrowOnFailure.WithReplay(3, 7), distinct);
        var often = Prop.ForAll<int[]>(values => WalshAveragesTests.Agree([.. values.Select(value => value % 4 / 8.0)]));
        Check.One(Config.QuickThrowOnFailure.WithReplay(4, 9), often);
    }

    [Fact]
    public void A_hundred_values_each_keep_their_probabilities()
    {
        Assert.Equal(1, RankSum.Distribution(100, 100).Sum(), 12);
        // n·m/2 − 1.95996·√(n·m·(n+m+1)/12) = 4197.9.
        Assert.InRange(RankSum.Rank(100, 100, 0.05)!.Value, 4_197, 4_199);
    }

    [Fact]
    public void The_interval_of_a_thousand_pairs_does_not_make_half_a_million_averages()
    {
        var values = Draw.Normal(new Random(5), 1_000, centre: 0.1, spread: 0.02);
        _ = SignedRank.Interval(values, 0.05);
        var before = GC.GetAllocatedBytesForCurrentThread();
        _ = SignedRank.Interval(values, 0.05);
        _ = HodgesLehmann.PseudoMedian(values);
        // The values themselves, ordered, twice, are 16 kB.
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1, 32_000);
    }
}
