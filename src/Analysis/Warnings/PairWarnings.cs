namespace AsyncLoad.Analysis.Warnings;

/// <summary>A pair failed twice, or refused to be measured: the comparison has no verdict.</summary>
internal static class CellDropped
{
    public const string Id = "cell-dropped";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (comparison.Evidence.Progress.Fatal is not { } fatal) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Invalid,
            $"Dropped: {FailureSentence.Of(fatal, comparison.Evidence.Comparison)}.",
            "Read the last lines of the process's standard error in pairs.jsonl and asyncload.log. Once the cause is fixed, run the comparison alone with --only.");
    }
}

/// <summary>A pair failed once and succeeded when it was repeated.</summary>
internal static class PairRetried
{
    public const string Id = "pair-retried";

    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        comparison.Evidence.Progress.Retried.Select(attempt => new Warning(
            Id,
            WarningSeverity.Note,
            $"Repeated after a failure: {FailureSentence.Of(attempt, comparison.Evidence.Comparison)}.",
            "A single failure may come from the machine. If it happens again, read asyncload.log before you trust the workload."));
}
