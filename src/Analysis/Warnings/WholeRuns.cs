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
            $"NBomber ran each side through once a pair, {length} long and one after the other, its first second left out: nothing took turns, so the machine's drift is in each pair's ratio.",
            "More pairs even the drift out; without \"engine\": \"nbomber\" the sides take turns in slices.");
    }
}
