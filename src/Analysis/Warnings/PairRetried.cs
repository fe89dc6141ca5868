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
            "One failure may be the machine's; if it comes back, look into asyncload.log before trusting the workload."));
}
