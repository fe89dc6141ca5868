namespace AsyncLoad.Analysis.Warnings;

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
