using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Planning;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>Quick selfchecks on a machine whose pairs spread by so much, steered and judged by the program itself.</summary>
/// <param name="Narrowest">Least standard deviation of a pair's log ratio; each comparison draws its own.</param>
/// <param name="Widest">The largest.</param>
internal sealed record SimulatedQuickCheck(double Narrowest, double Widest)
{
    private static readonly Plan Plan = SelfCheckPlan.Make(SelfCheckSize.Quick, TestCatalogue.Own, SelfCheckPlan.DefaultSeed).Plan;

    // As many as its time holds by the forecast.
    private static readonly int Pairs = (int)(SelfCheckSize.Quick.Budget.Span / Plan.Forecast.Shortest.Span * Plan.Comparisons.Count * Plan.Measure.Looks[0]);

    /// <summary>What a program that is wrong adds to every log ratio.</summary>
    public double Error { get; init; }

    /// <summary>Share of so many checks that pass.</summary>
    public double Passing(int runs, int seed)
    {
        var noise = new Noise(seed);
        return Enumerable.Range(0, runs).Count(_ => Check(noise).Passed) / (double)runs;
    }

    private SelfCheckResult Check(Noise noise)
    {
        var journal = new List<JournalEntry.Pair>();
        var spreads = Plan.Comparisons.ToDictionary(comparison => comparison.Id, _ => Narrowest + ((Widest - Narrowest) * noise.Uniform()));
        for (var due = Due(); due.Count > 0 && journal.Count < Pairs; due = Due()) journal.AddRange(due.Take(Pairs - journal.Count).Select(pair => Measure(pair, spreads[pair.Comparison] * noise.Normal())));
        var attempts = journal.ToLookup(pair => pair.Comparison);
        return SelfCheckAnalyzer.Of([.. Plan.Comparisons.Select(comparison => SelfCheckEntry.Of(comparison, [.. attempts[comparison.Id]], Plan.Measure))]);

        // All first looks, then one comparison to its next look at a time.
        IReadOnlyList<ScheduledPair> Due()
        {
            var due = NearestVerdict.First(Plan, PairSteering.NextPairs(Plan, journal), journal);
            return journal.Count == 0 ? due : [.. due.TakeWhile(pair => pair.Comparison == due[0].Comparison)];
        }
    }

    private JournalEntry.Pair Measure(ScheduledPair pair, double chance)
    {
        var slowdown = Plan.Comparisons.Single(comparison => comparison.Id == pair.Comparison).Candidate.Injected;
        var truth = slowdown is null ? 1 : (double)slowdown.Run / slowdown.Counted;
        return SyntheticRun.PairOf(pair.Index, truth * Math.Exp(Error + chance), pair.Comparison);
    }
}
