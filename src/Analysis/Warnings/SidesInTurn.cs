namespace AsyncLoad.Analysis.Warnings;

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
