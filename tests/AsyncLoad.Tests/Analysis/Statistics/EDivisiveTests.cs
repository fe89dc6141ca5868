using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class EDivisiveTests
{
    [Fact]
    public void A_step_is_found_where_it_is()
    {
        var values = Draw.Normal(new Random(1), 20, 0, 1).Concat(Draw.Normal(new Random(2), 10, 5, 1)).ToArray();

        var change = Assert.Single(EDivisive.Find(values));
        Assert.Equal((20, 0.001), (change.Index, change.Probability));
    }

    [Fact]
    public void A_level_that_lasts_for_a_while_has_two_ends()
    {
        var values = Draw.Normal(new Random(3), 15, 0, 1).Concat(Draw.Normal(new Random(4), 12, 6, 1)).Concat(Draw.Normal(new Random(5), 15, 0, 1)).ToArray();

        Assert.Equal([15, 27], EDivisive.Find(values).Select(change => change.Index));
    }

    [Theory]
    [InlineData(5, 3)]
    [InlineData(4, 4)]
    [InlineData(10, 2)]
    public void So_few_values_tell_a_clean_step(int before, int after) =>
        Assert.Equal([before], EDivisive.Find(Step(before, after)).Select(change => change.Index));

    // 2 ÷ C(8, 2) is 7 %.
    [Theory]
    [InlineData(6, 2)]
    [InlineData(9, 1)]
    [InlineData(4, 3)]
    public void So_few_after_a_step_do_not(int before, int after) => Assert.Empty(EDivisive.Find(Step(before, after)));

    /// <summary>By the definition: mean distances counted out for every place and end.</summary>
    [Fact]
    public void The_place_is_that_of_the_largest_statistic()
    {
        for (var seed = 1; seed <= 20; seed++)
        {
            double[] values = [.. Draw.Normal(new Random(seed), 12, 0, 1), .. Draw.Normal(new Random(100 + seed), 9, 4, 1), .. Draw.Normal(new Random(200 + seed), 4, 0, 1)];
            var best = (from at in Enumerable.Range(2, values.Length - 3)
                        from end in Enumerable.Range(at + 2, values.Length - at - 1)
                        select (At: at, Gain: Statistic(values[..at], values[at..end]))).MaxBy(place => place.Gain);
            Assert.Contains(best.At, EDivisive.Find(values).Select(change => change.Index));
        }
    }

    [Fact]
    public void Values_that_are_all_the_same_do_not_change() => Assert.Empty(EDivisive.Find(Enumerable.Repeat(504.0, 50).ToArray()));

    [Fact]
    public void Two_levels_of_exact_values_change_once() =>
        Assert.Equal([20], EDivisive.Find([.. Enumerable.Repeat(1.0, 20), .. Enumerable.Repeat(2.0, 20)]).Select(change => change.Index));

    [Fact]
    public void One_wild_value_is_no_change()
    {
        var values = Draw.Normal(new Random(6), 30, 0, 1);
        values[17] = 50;
        Assert.Empty(EDivisive.Find(values));
    }

    [Fact]
    public void The_same_values_give_the_same_answer_and_none_is_touched()
    {
        var values = Draw.Normal(new Random(7), 40, 0, 1).Concat(Draw.Normal(new Random(8), 40, 1, 1)).ToArray();
        double[] before = [.. values];
        Assert.Equal(EDivisive.Find(values), EDivisive.Find(values));
        Assert.Equal(before, values);
    }

    private static double Statistic(double[] before, double[] after)
    {
        double n = before.Length, m = after.Length;
        return n * m / (n + m) * ((2 * Mean(before, after)) - (Mean(before, before) * n / (n - 1)) - (Mean(after, after) * m / (m - 1)));
    }

    // Distances from itself included, which are 0.
    private static double Mean(double[] some, double[] others) => some.SelectMany(one => others.Select(other => Math.Abs(one - other))).Average();

    private static double[] Step(int before, int after) => [.. Draw.Normal(new Random(9), before, 0, 0.01), .. Draw.Normal(new Random(10), after, 1, 0.01)];
}
