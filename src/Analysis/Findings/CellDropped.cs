namespace AsyncLoad.Analysis.Findings;

/// <summary>A pair failed twice, or refused to be measured: the comparison has no verdict.</summary>
internal static class CellDropped
{
    public const string Id = "cell-dropped";

    public static IEnumerable<Finding> Find(JudgedComparison comparison)
    {
        if (comparison.Evidence.Progress.Fatal is not { } fatal) yield break;
        yield return new Finding(
            Id,
            FindingSeverity.Invalid,
            $"Dropped: {FailureSentence.Of(fatal, comparison.Evidence.Comparison)}.",
            "The last lines of the process's standard error are in pairs.jsonl and asyncload.log; run the comparison alone with --only once the cause is mended.");
    }
}
