using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>What the judgement of many simulated runs comes to; each share of all runs, 0 to 1.</summary>
/// <param name="Covered">The interval at the end holds the true ratio, 1.</param>
/// <param name="False">A variant against itself is said to win or lose.</param>
/// <param name="Equivalent">A variant against itself is said to be equivalent.</param>
/// <param name="Found">A slowdown of 5 % is said to lose.</param>
/// <param name="Pairs">Mean number of pairs at the end, against itself.</param>
internal sealed record RatioCoverage(double Covered, double False, double Equivalent, double Found, double Pairs)
{
    public const int Runs = 2_000;

    private static readonly double Slowdown = Math.Log(1.05);

    /// <summary>Draws runs and judges each at its looks in turn, until one settles it: the rule of PairSteering.</summary>
    public static RatioCoverage Of(SimulatedPairs machine, IReadOnlyList<int> looks, int seed)
    {
        var noise = new Noise(seed);
        var measure = MeasureSettings.Default with { Looks = looks };
        var (covered, wrong, equivalent, found, pairs) = (0, 0, 0, 0, 0);
        for (var run = 0; run < Runs; run++)
        {
            var logs = machine.Draw(noise, looks[^1]);
            var same = AtItsEnd(logs, measure);
            if (same.Decisive.Value is { Low: <= 1, High: >= 1 }) covered++;
            if (same.Verdict.Value is Verdict.Wins or Verdict.Loses) wrong++;
            if (same.Verdict.Value is Verdict.Equivalent) equivalent++;
            if (AtItsEnd([.. logs.Select(log => log + Slowdown)], measure).Verdict.Value is Verdict.Loses) found++;
            pairs += same.Decisive.Value?.Pairs ?? 0;
        }

        return new RatioCoverage(covered / (double)Runs, wrong / (double)Runs, equivalent / (double)Runs, found / (double)Runs, pairs / (double)Runs);
    }

    private static Judgement AtItsEnd(double[] logs, MeasureSettings measure)
    {
        PairRatio[] ratios = [.. logs.Select((log, index) => new PairRatio(index + 1, new(Math.Exp(log), null)))];
        foreach (var look in measure.Looks)
        {
            var judgement = Judgement.Of(ratios[..look], measure);
            if (judgement.Settles(measure) || look == measure.Looks[^1]) return judgement;
        }

        throw new InvalidOperationException("no looks");
    }
}
