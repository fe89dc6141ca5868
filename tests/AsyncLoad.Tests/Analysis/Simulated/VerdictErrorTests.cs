using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>How often a verdict is false over all looks of a comparison, where the truth is the one that makes it likeliest.</summary>
public sealed class VerdictErrorTests(ITestOutputHelper output)
{
    private const int Runs = 2_000;

    // Two standard errors of so many runs.
    private const double Most = 0.05 + 0.01;

    private static readonly MeasureSettings Measure = MeasureSettings.Default;

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.045)]
    [InlineData(0.08)]
    public void Equal_sides_win_or_lose_in_5_percent_at_most(double spread) =>
        Assert.InRange(ShareOf(0, spread, verdict => verdict is Verdict.Wins or Verdict.Loses), 0, Most);

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.045)]
    [InlineData(0.08)]
    public void Sides_as_far_apart_as_the_margin_are_equivalent_in_5_percent_at_most(double spread) =>
        Assert.InRange(ShareOf(Math.Log(1 + Measure.Margin), spread, verdict => verdict == Verdict.Equivalent), 0.001, Most);

    [Fact]
    public void No_pairs_say_at_once_that_sides_differ_and_that_they_are_equivalent()
    {
        var noise = new Noise(77);
        for (var run = 0; run < Runs; run++)
        {
            var logs = Draw(noise, noise.Normal() * 0.04, 0.03);
            foreach (var look in Measure.Looks)
            {
                var judged = Judge(logs[..look]);
                if (judged.Verdict.Value is not (Verdict.Wins or Verdict.Loses)) continue;
                var inner = judged.Decisive.Value!.Inner!;
                Assert.False(inner.Low >= 1 / (1 + Measure.Margin) && inner.High <= 1 + Measure.Margin, $"{judged.Decisive.Value}");
            }
        }
    }

    private double ShareOf(double truth, double spread, Predicate<Verdict?> isFalse)
    {
        var noise = new Noise(76);
        var count = 0;
        for (var run = 0; run < Runs; run++)
        {
            var logs = Draw(noise, truth, spread);
            // Whatever rule stops it: a comparison is wrong that is at any of its looks.
            if (Measure.Looks.Any(look => isFalse(Judge(logs[..look]).Verdict.Value))) count++;
        }

        output.WriteLine($"spread {spread:P1}: {count / (double)Runs:P2}");
        return count / (double)Runs;
    }

    private static double[] Draw(Noise noise, double truth, double spread) => [.. Enumerable.Range(0, Measure.Looks[^1]).Select(_ => truth + (spread * noise.Normal()))];

    private static Judgement Judge(double[] logs) => Judgement.Of([.. logs.Select((log, index) => new PairRatio(index + 1, new(Math.Exp(log), null)))], Measure);
}
