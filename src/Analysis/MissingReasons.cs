using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Analysis.Warnings;

namespace AsyncLoad.Analysis;

/// <summary>Says of every figure of a comparison that is null why it is, by its path in results.json.</summary>
internal static class MissingReasons
{
    public static IReadOnlyDictionary<string, string> Of(JudgedComparison judged, CostSplit? split)
    {
        var reasons = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, reason) in judged.Judgement.Missing) reasons[name] = reason;
        var unmeasured = Unmeasured(judged);
        OfSide(reasons, "baseline", judged.Sides.Baseline, unmeasured);
        OfSide(reasons, "candidate", judged.Sides.Candidate, unmeasured);

        if (split is null)
        {
            var measured = judged.Sides is { Baseline.Ledger: not null, Candidate.Ledger: not null };
            reasons["gcPart"] = reasons["mutatorPart"] = !measured ? unmeasured
                : judged.Sides.Baseline.Ledger?.ResponseTime is not null ? "a time from due to done holds waiting, and does not split"
                : judged.Measure.Verdicts ? $"too few collections to judge ({FewCollections.Id})"
                : Judgement.NotAskedFor;
        }

        foreach (var sideName in new[] { "baseline", "candidate" })
        {
            if (reasons.TryGetValue($"metrics.{sideName}.bytesPerOperation", out var uncounted)) reasons["bytesDifference"] = $"{sideName}: {uncounted}";
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

    private static void OfSide(SortedDictionary<string, string> reasons, string sideName, JudgedSide side, string unmeasured)
    {
        if (side.Ledger is null) reasons[$"metrics.{sideName}"] = unmeasured;
        if (side.Ledger?.BytesPerOperation is null)
            reasons[$"metrics.{sideName}.bytesPerOperation"] = side.Ledger is null ? unmeasured : side.Bytes.Missing ?? unmeasured;
        if (!side.Measurements.Any(measurement => measurement.Latency is not null))
            reasons[$"metrics.{sideName}.latencyNs"] = side.Ledger is null ? unmeasured : Judgement.TimedInBatches;
        if (side.Pool.Missing is { } noRate) reasons[$"metrics.{sideName}.poolHitRate"] = noRate;
        if (side.Trace is null)
        {
            reasons[$"traces.{sideName}"] = side.Traced is { } run
                ? $"the traced run wrote no file: {FailureSentence.Of(run.Outcome)}"
                : "was not traced";
        }
        else if (side.Trace.ThroughputRatio is null)
        {
            reasons[$"traces.{sideName}.throughputRatio"] = side.Ledger is null ? unmeasured : "the traced run did not finish";
        }
    }
}
