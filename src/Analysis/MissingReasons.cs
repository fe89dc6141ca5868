using AsyncLoad.Analysis.Findings;
using AsyncLoad.Analysis.Verdicts;

namespace AsyncLoad.Analysis;

/// <summary>Says of every figure of a comparison that is null why it is, by its path in results.json.</summary>
internal static class MissingReasons
{
    public static IReadOnlyDictionary<string, string> Of(JudgedComparison judged, CostSplit? split)
    {
        var reasons = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, reason) in judged.Judgement.Missing) reasons[name] = reason;
        var unmeasured = Unmeasured(judged);
        OfArm(reasons, "baseline", judged.Arms.Baseline, unmeasured);
        OfArm(reasons, "candidate", judged.Arms.Candidate, unmeasured);

        if (split is null)
        {
            var measured = judged.Arms is { Baseline.Ledger: not null, Candidate.Ledger: not null };
            reasons["gcPart"] = reasons["mutatorPart"] = !measured ? unmeasured
                : judged.Arms.Baseline.Ledger?.Felt is not null ? "a time from due to done holds waiting, and does not split"
                : judged.Measure.Verdicts ? $"too few collections to judge ({FewCollections.Id})"
                : Judgement.NotAskedFor;
        }

        foreach (var side in new[] { "baseline", "candidate" })
        {
            if (reasons.TryGetValue($"metrics.{side}.bytesPerOperation", out var uncounted)) reasons["bytesDifference"] = $"{side}: {uncounted}";
        }

        if (judged.Evidence.Progress.Completed.Count == 0) reasons["totals"] = unmeasured;
        if (judged.Spread is null)
            reasons["spread"] = judged.Evidence.Progress.Completed.Count < 2 ? "a spread needs two pairs" : "a pair lacks the ratio that the verdict is on";
        if (judged.Judgement.HalfWidth is null) reasons["halfWidth"] = reasons["verdict"];
        return reasons;
    }

    // A run without verdicts lacks ratios by intention: that explains no missing figure.
    private static string Unmeasured(JudgedComparison judged) => judged.Judgement.Missing.GetValueOrDefault("ratio") switch
    {
        null or Judgement.NotAskedFor => "no pair was completed",
        var reason => reason,
    };

    private static void OfArm(SortedDictionary<string, string> reasons, string side, JudgedArm arm, string unmeasured)
    {
        if (arm.Ledger is null) reasons[$"metrics.{side}"] = unmeasured;
        if (arm.Ledger?.BytesPerOperation is null)
            reasons[$"metrics.{side}.bytesPerOperation"] = arm.Ledger is null ? unmeasured : arm.Bytes.Missing ?? unmeasured;
        if (!arm.Measurements.Any(measurement => measurement.Latency is not null))
            reasons[$"metrics.{side}.latencyNs"] = arm.Ledger is null ? unmeasured : Judgement.TimedInBatches;
        if (arm.Pool.Missing is { } noRate) reasons[$"metrics.{side}.poolHitRate"] = noRate;
        if (arm.Trace is null)
        {
            reasons[$"traces.{side}"] = arm.Traced is { } run
                ? $"the traced run wrote no file: {FailureSentence.Of(run.Outcome)}"
                : "was not traced";
        }
        else if (arm.Trace.ThroughputRatio is null)
        {
            reasons[$"traces.{side}.throughputRatio"] = arm.Ledger is null ? unmeasured : "the traced run did not finish";
        }
    }
}
