using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>The control group held the processes back for using more processor time than its quota.</summary>
internal static class Throttled
{
    public const string Id = "throttled";

    // No threshold: once throttled, a group waits for its next period, usually 100 ms. That is ten default slices of one side and none of the other.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<Throttling> held = [.. pairs.Select(pair => pair.Environment?.Throttling).OfType<Throttling>().Where(throttling => throttling.Periods > 0)];
        if (held.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"The control group throttled {held.Count} of {pairs.Count} pairs, one of them for {held.Max(throttling => throttling.Time).Milliseconds:0} ms: slices waited for the quota."),
            "Raise or remove the CPU limit of the container, or use a load with fewer workers than it grants cores.");
    }
}
