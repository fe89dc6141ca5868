using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Steering;

/// <summary>Which step of each sweep to measure next. A pure function of the plan and the journal, like <see cref="PairSteering"/>.</summary>
public static class SweepSteering
{
    /// <summary>The steps still wanted, at most one of each sweep, by the id of the sweep; to be asked for when no pair is due.</summary>
    /// <returns>Empty when every crossing is narrow enough, is not there, or has no step left that would help.</returns>
    public static IReadOnlyList<(string Sweep, double Step)> NextSteps(Plan plan, IReadOnlyList<JournalEntry.Pair> soFar)
    {
        if (!plan.Measure.Verdicts || plan.Sweeps is not { } sweeps) return [];
        var attempts = soFar.ToLookup(pair => pair.Comparison);
        var wanted = new List<(string, double)>();
        foreach (var sweep in sweeps)
        {
            if (Next(plan, sweep, attempts) is { } step) wanted.Add((sweep.Id, step));
        }

        return wanted;
    }

    private static double? Next(Plan plan, Sweep sweep, ILookup<string, JournalEntry.Pair> attempts)
    {
        var progress = sweep.Steps.Select(step => (step.At, Pairs: PairProgress.Of(attempts[step.Comparison]))).OrderBy(step => step.At).ToList();
        // What fails at one step is likely to fail at its neighbours.
        if (progress.Exists(step => step.Pairs.Fatal is not null)) return null;
        StepSample[] samples = [.. progress.Select(step => new StepSample(step.At, PairRatios.Logs(PairRatios.Of(step.Pairs.Completed), plan.Measure.Metric) ?? []))];
        return NextStep.After(samples, Crossing.Of(samples, plan.Measure.Margin, plan.Seed), sweep.Grid, sweep.MostSteps);
    }
}
