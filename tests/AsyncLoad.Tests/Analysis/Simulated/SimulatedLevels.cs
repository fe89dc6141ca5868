using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>Pairs of which each process draws its level, and what is said of them; shares of all runs, 0 to 1.</summary>
/// <param name="Spread">Standard deviation of the logarithm of a process's time at its level.</param>
/// <param name="Share">Share of processes at the higher level.</param>
internal sealed record SimulatedLevels(double Spread, double Share)
{
    private const int Runs = 2_000;

    /// <summary>How far the levels are apart: 38 %, as in a public report.</summary>
    public double Apart { get; init; } = Math.Log(1.38);

    /// <summary>What the machine adds to both processes of a pair.</summary>
    public Func<Noise, double> Machine { get; init; } = _ => 0;

    /// <summary>What the candidate takes more, as a logarithm.</summary>
    public double Difference { get; init; }

    /// <summary>Judges runs at their looks in turn.</summary>
    /// <returns>Shares of runs with a win, with a loss, at two levels; and with either verdict by the interval alone.</returns>
    public (double Wins, double Loses, double TwoLevels, double ByIntervalAlone) Judge(IReadOnlyList<int> looks, int seed)
    {
        var noise = new Noise(seed);
        var measure = MeasureSettings.Default with { Looks = looks };
        var (wins, loses, levels, alone) = (0, 0, 0, 0);
        for (var run = 0; run < Runs; run++)
        {
            PairRatio[] pairs = [.. Enumerable.Range(1, looks[^1]).Select(index => Pair(noise, index))];
            var end = looks.Select(look => Judgement.Of(pairs[..look], measure)).First(judged => judged.Settles(measure) || judged.Decisive.Value!.Pairs == looks[^1]);
            if (end.Verdict.Value is Verdict.Wins) wins++;
            if (end.Verdict.Value is Verdict.Loses) loses++;
            if (end.Levels is not null) levels++;
            if (VerdictRule.Judge(Looks.Interval([.. pairs[..looks[0]].Select(pair => pair.Ratios.Wall)], looks), measure.Margin) is Verdict.Wins or Verdict.Loses) alone++;
        }

        return (wins / (double)Runs, loses / (double)Runs, levels / (double)Runs, alone / (double)Runs);
    }

    private PairRatio Pair(Noise noise, int index)
    {
        var machine = Machine(noise);
        var (baseline, candidate) = (Math.Exp(machine + Process(noise)), Math.Exp(machine + Process(noise) + Difference));
        return new PairRatio(index, new(candidate / baseline, null)) { Costs = new SidePair<JudgedFigures>(new(baseline, null), new(candidate, null)) };
    }

    private double Process(Noise noise) => (Spread * noise.Normal()) + (noise.Chance(Share) ? Apart : 0);
}
