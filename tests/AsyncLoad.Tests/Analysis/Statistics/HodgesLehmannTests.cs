using AsyncLoad.Analysis.Statistics;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class HodgesLehmannTests
{
    [Fact]
    public void The_estimate_is_the_median_of_the_averages_of_all_pairs()
    {
        // Averages: 1, 2, 5.5, 3, 6.5, 10 → 1, 2, 3, 5.5, 6.5, 10.
        Assert.Equal(4.25, HodgesLehmann.PseudoMedian([1, 3, 10]));
        var averages = new WalshAverages([10, 1, 3]);
        Assert.Equal([1, 2, 3, 5.5, 6.5, 10], Enumerable.Range(0, averages.Count).Select(position => averages[position]));
    }

    [Fact]
    public void The_estimate_balances_the_signed_rank_statistic()
    {
        // The defining property: as many Walsh averages above as below. Counted by brute force over all index pairs.
        var property = Prop.ForAll<NonEmptyArray<int>>(values =>
        {
            double[] sample = [.. values.Get.Select(value => (double)value)];
            var estimate = HodgesLehmann.PseudoMedian(sample);
            var averages =
                from i in Enumerable.Range(0, sample.Length)
                from j in Enumerable.Range(i, sample.Length - i)
                select (sample[i] + sample[j]) / 2;
            var all = averages.ToList();
            return 2 * all.Count(average => average < estimate) <= all.Count && 2 * all.Count(average => average > estimate) <= all.Count;
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(1, 3), property);
    }

    [Fact]
    public void The_estimate_moves_with_the_sample_and_turns_with_its_sign()
    {
        var property = Prop.ForAll<NonEmptyArray<int>, int>((values, shift) =>
        {
            double[] sample = [.. values.Get.Select(value => value / 4.0)];
            var estimate = HodgesLehmann.PseudoMedian(sample);
            return HodgesLehmann.PseudoMedian([.. sample.Select(value => value + shift)]) == estimate + shift
                && HodgesLehmann.PseudoMedian([.. sample.Select(value => -value)]) == -estimate;
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(2, 5), property);
    }

    [Fact]
    public void One_wild_pair_in_six_hardly_moves_it()
    {
        var calm = HodgesLehmann.PseudoMedian([0.49, 0.50, 0.50, 0.51, 0.52, 0.48]);
        var wild = HodgesLehmann.PseudoMedian([0.49, 0.50, 0.50, 0.51, 0.52, 48]);
        Assert.InRange(wild - calm, 0, 0.02);
    }

    [Fact]
    public void No_values_have_no_estimate() => Assert.Throws<ArgumentException>(() => HodgesLehmann.PseudoMedian([]));
}
