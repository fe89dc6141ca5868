using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Judges a run from its evidence alone, so that it can be judged again offline with the same figures.</summary>
public static class RunAnalyzer
{
    /// <summary>Everything that is known of a run.</summary>
    /// <param name="readTrace">Reads the trace of a run that wrote one; called at most once per side, and never for a run without a file.</param>
    /// <param name="against">The run that gates count changes from; null without one.</param>
    public static RunAnalysis Analyze(RunEvidence evidence, Func<JournalEntry.TracedRun, TraceAnalysis> readTrace, RunAnalysis? against = null)
    {
        var plan = evidence.Manifest.Plan;
        List<LoadOverheadAnalysis> overhead = [.. plan.LoadOverhead.SelectMany(comparison => LoadOverheadAnalyzer.Analyze(evidence.Of(comparison)))];
        var analyzer = new ComparisonAnalyzer(plan, evidence.Catalogue, readTrace, overhead);
        var comparisons = plan.Comparisons.Select(comparison => analyzer.Analyze(evidence.Of(comparison))).ToList();
        return new RunAnalysis(
            evidence.Manifest,
            evidence.Catalogue,
            comparisons,
            CrossoverAnalyzer.Analyze(plan, comparisons),
            overhead,
            new GateEvaluator(plan.Measure, against, evidence.Manifest.Machine.Id).Evaluate(comparisons),
            [.. evidence.Problems, .. (against?.Problems ?? []).Select(problem => $"reference run: {problem}")],
            EnvironmentRanges.Of(evidence.Journal.OfType<JournalEntry.Pair>()))
        {
            Paused = evidence.Paused,
        };
    }

    /// <summary>The same without traces, which takes much less time: ratios, bytes and times do not rest on them.</summary>
    public static RunAnalysis AnalyzeUntraced(RunEvidence evidence) => Analyze(
        evidence with { Journal = [.. evidence.Journal.Where(entry => entry is not JournalEntry.TracedRun)] },
        traced => throw new InvalidOperationException($"traces are not read here, and {traced.File} was requested"));
}
