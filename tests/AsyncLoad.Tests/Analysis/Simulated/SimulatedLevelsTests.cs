using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>Processes at two levels get no verdict by chance, and processes at one level are not taken for two. Rates are counted, not computed.</summary>
public sealed class SimulatedLevelsTests
{
    private static readonly int[] Compare = [8];
    private static readonly int[] Profile = [8, 12, 16, 24];

    [Theory]
    [InlineData(0.01, 0.5)]
    [InlineData(0.02, 0.5)]
    [InlineData(0.01, 0.2)]
    [InlineData(0.02, 0.2)]
    public void A_variant_against_itself_at_two_levels_neither_wins_nor_loses(double spread, double share)
    {
        var levels = new SimulatedLevels(spread, share);
        var (wins, loses, found, alone) = levels.Judge(Compare, 1);
        // What it is for: the interval alone is as good as it promises, and that is not good enough.
        Assert.InRange(alone, 0.015, 0.05);
        Assert.InRange(wins + loses, 0, 0.005);
        Assert.InRange(found, share == 0.5 ? 0.8 : 0.6, 1);

        var (winsLater, losesLater, _, _) = levels.Judge(Profile, 2);
        Assert.InRange(winsLater + losesLater, 0, 0.002);
    }

    [Theory]
    [InlineData(0.04, 0.5)]
    [InlineData(0.07, 0.5)]
    [InlineData(0.1, 0.5)]
    [InlineData(0.07, 0.25)]
    public void Levels_that_noise_hides_give_no_verdict_by_chance_either(double spread, double share)
    {
        var (wins, loses, found, _) = new SimulatedLevels(spread, share).Judge(MeasureSettings.Default.Looks, 9);
        Assert.InRange(wins + loses, 0, 0.005);
        // What it is for: most of these levels are not seen.
        if (spread > 0.05) Assert.InRange(found, 0, 0.5);
    }

    [Theory]
    [InlineData(0.05)]
    [InlineData(0.07)]
    [InlineData(0.09)]
    public void A_variant_against_itself_seldom_gets_a_verdict_where_the_interval_is_wider_than_the_margin(double spread)
    {
        var pairs = new SimulatedLevels(spread / Math.Sqrt(2), 0);
        var (wins, loses, _, alone) = pairs.Judge(Compare, 5);
        // What it is for: the interval alone is as good as it promises.
        Assert.InRange(alone, 0.02, 0.05);
        Assert.InRange(wins + loses, 0, 0.012);

        var slower = pairs with { Difference = Math.Log(1.07) };
        Assert.InRange(slower.Judge(MeasureSettings.Default.Looks, 6).Loses, 0.92, 1);
    }

    [Fact]
    public void A_difference_that_is_far_larger_than_a_wide_spread_is_still_found()
    {
        var halved = new SimulatedLevels(0.1, 0) { Difference = -Math.Log(2) };
        Assert.InRange(halved.Judge(Compare, 10).Wins, 0.98, 1);
        Assert.InRange(new SimulatedLevels(0.1, 0) { Difference = Math.Log(1.2) }.Judge(MeasureSettings.Default.Looks, 11).Loses, 0.98, 1);
    }

    [Theory]
    [InlineData(0.01)]
    [InlineData(0.02)]
    [InlineData(0.03)]
    [InlineData(0.045)]
    [InlineData(0.06)]
    public void Processes_that_merely_spread_are_seldom_taken_for_two_levels(double spread)
    {
        var one = new SimulatedLevels(spread, 0);
        Assert.InRange(one.Judge(Compare, 3).TwoLevels, 0, 0.01);
        Assert.InRange(one.Judge(Profile, 4).TwoLevels, 0, 0.01);
    }

    [Fact]
    public void A_machine_at_two_speeds_is_no_process_at_two_levels()
    {
        var machine = new SimulatedLevels(0.02, 0) { Machine = noise => noise.Chance(0.5) ? Math.Log(1.7) : 0 };
        Assert.InRange(machine.Judge(Compare, 5).TwoLevels, 0, 0.01);
        Assert.InRange(machine.Judge(Profile, 6).TwoLevels, 0, 0.01);
    }

    [Fact]
    public void A_candidate_outside_both_levels_still_wins()
    {
        var faster = new SimulatedLevels(0.02, 0.5) { Difference = -2 * Math.Log(1.38) };
        Assert.InRange(faster.Judge(Compare, 7).Wins, 0.99, 1);
        Assert.InRange((faster with { Difference = -faster.Difference }).Judge(Compare, 8).Loses, 0.99, 1);
    }
}
