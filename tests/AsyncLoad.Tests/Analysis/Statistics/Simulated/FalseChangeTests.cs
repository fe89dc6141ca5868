using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Tests.Docs;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Simulated;

/// <summary>How often a change is found where there is none, and how soon one is found where there is one. The tables of <c>docs/evidence/trend.md</c> state what is counted here.</summary>
public sealed class FalseChangeTests
{
    private static readonly (int Runs, int Rounds, double Most)[] Lengths = [(8, 1_000, 0.07), (20, 1_000, 0.07), (50, 1_000, 0.07), (200, 300, 0.09)];

    private static readonly (string Name, Func<Random, int, double[]> Draw)[] Noises =
    [
        ("normal", (random, count) => Draw.Normal(random, count, 0, 1)),
        ("heavy tails", HeavyTailed),
        ("skewed", (random, count) => [.. Draw.Normal(random, count, 0, 1).Select(Math.Exp)]),
    ];

    /// <summary>At a true rate of 5 % the bounds are exceeded by chance less than once in 300 times; the seeds are fixed.</summary>
    [Fact]
    public void The_page_states_how_often_a_series_without_a_change_has_one_found()
    {
        foreach (var (name, draw) in Noises)
        {
            var rates = Lengths.Select(length => Rate(length.Rounds, seed => draw(new Random(seed), length.Runs))).ToList();
            IsStated($"| {name} | {string.Join(" | ", rates.Select(Percent))} |");
            Assert.All(rates.Zip(Lengths), pair => Assert.InRange(pair.First, 0, pair.Second.Most));
        }
    }

    [Fact]
    public void The_page_states_how_often_runs_that_hang_together_are_taken_for_a_change()
    {
        var rates = new[] { 20, 50 }.Select(runs => Percent(Rate(100, seed => Sluggish(new Random(seed), runs)))).ToList();
        IsStated($"in {rates[0]} of series of 20 runs and in {rates[1]} of series of 50");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(5)]
    public void The_page_states_how_often_a_step_is_found(int size)
    {
        var rates = new[] { 2, 3, 5, 10 }.Select(after => Rate(200, seed => [.. Draw.Normal(new Random(seed), 20, 0, 1), .. Draw.Normal(new Random(seed + 100_000), after, size, 1)])).ToList();
        IsStated($"| {size} | {string.Join(" | ", rates.Select(Percent))} |");
        Assert.True(rates[^1] >= rates[0]);
    }

    private static double Rate(int rounds, Func<int, double[]> draw) => Enumerable.Range(1, rounds).Count(seed => EDivisive.Find(draw(seed)).Count > 0) / (double)rounds;

    private static string Percent(double rate) => FormattableString.Invariant($"{100 * rate:0.#} %");

    private static void IsStated(string text) => Assert.True(Documents.Of("docs/evidence/trend.md").Text.Contains(text, StringComparison.Ordinal), $"docs/evidence/trend.md should state: {text}");

    // A normal value over the root of an exponential one, which is half a chi-squared one of 2 degrees of freedom.
    private static double[] HeavyTailed(Random random, int count) =>
        [.. Draw.Normal(random, count, 0, 1).Select(normal => normal / Math.Sqrt(-Math.Log(1 - random.NextDouble())))];

    // Each value is half the one before it, and half as much new as keeps the spread.
    private static double[] Sluggish(Random random, int count)
    {
        var values = Draw.Normal(random, count, 0, 1);
        for (var i = 1; i < count; i++) values[i] = (values[i - 1] + (Math.Sqrt(3) * values[i])) / 2;
        return values;
    }
}
