using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Steering;

/// <summary>Which level of each sweep to measure next. A pure function of the plan and the journal, like <see cref="PairSteering"/>.</summary>
public static class SweepSteering
{
    /// <summary>The levels still wanted, at most one of each sweep, by the id of the sweep; to be asked for when no pair is due.</summary>
    /// <param name="plan">What was planned, with the levels added so far.</param>
    /// <param name="soFar">Every attempt in the journal, in its order.</param>
    /// <returns>Empty when every crossing is narrow enough, is not there, or has no level left that would help.</returns>
    public static IReadOnlyList<(string Sweep, double Level)> NextLevels(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (!plan.Measure.Verdicts || plan.Sweeps is not { } sweeps) return [];
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var wanted = new List<(string, double)>();
        foreach (var sweep in sweeps)
        {
            if (Next(plan, sweep, attempts) is { } level) wanted.Add((sweep.Id, level));
        }

        return wanted;
    }

    private static double? Next(Plan plan, Sweep sweep, ILookup<string, JournalEntry.Pair> attempts)
    {
        var progress = sweep.Levels.Select(level => (level.At, Pairs: PairProgress.Of(attempts[level.Comparison]))).OrderBy(level => level.At).ToList();
        // What fails at one level is likely to fail at its neighbours.
        if (progress.Exists(level => level.Pairs.Fatal is not null)) return null;
        LevelSample[] samples = [.. progress.Select(level => LevelSamples.Of(level.At, PairRatios.Of(level.Pairs.Completed), plan.Measure.Metric))];
        return NextLevel.After(samples, Crossing.Of(samples, plan.Measure.Margin, plan.Seed), sweep.Grid, sweep.MostLevels);
    }
}
