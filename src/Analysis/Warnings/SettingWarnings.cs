using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Another engine ran each side through by itself: what drifts between two runs is in their ratio.</summary>
internal static class WholeRuns
{
    public const string Id = "whole-runs";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (comparison.Evidence.Comparison.Baseline.Load.WholeRun is not { } length) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Note,
            $"NBomber ran each side once per pair, for {length} and one after the other, without the first second. Slices did not alternate, so each ratio includes the drift of the machine.",
            "Measure more pairs to even out the drift, or remove \"engine\": \"nbomber\" to measure in alternating slices.");
    }
}

/// <summary>The sides of a pair were measured one after the other, as the profile asks: what drifts between them is in their ratio.</summary>
internal static class SidesInTurn
{
    public const string Id = "sides-in-turn";

    // A note: pairs differ by the drift, so their interval holds it. How much wider it gets: docs/evidence/verdicts.md.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (!comparison.Measure.InTurn) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Note,
            "Sides were measured one after the other, so drift of the machine widens the interval, often several times.",
            "Take more pairs. If both sides can run at the same time, remove --in-turn (measure.inTurn).");
    }
}

/// <summary>A variant asks for pooled state machines, and the runtime that suspends methods itself has none.</summary>
internal static class PoolingIgnored
{
    public const string Id = "pooling-ignored";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each()
        where side.IgnoresPooling
        select new Warning(
            Id,
            WarningSeverity.Note,
            $"{side.Cell.Label}: {PoolReading.Ignored}.",
            "Do not read its figures as those of pooling: measure it without \"compiler\": \"runtime-async\".");
}
