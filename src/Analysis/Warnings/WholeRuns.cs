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
