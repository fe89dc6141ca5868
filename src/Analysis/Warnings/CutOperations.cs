using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Some operations took longer than a slice. The time that they took after its end is missing from every figure but their latency.</summary>
internal static class CutOperations
{
    public const string Id = "cut-operations";

    // Workers share the elapsed time of a slice, so the mean latency is at most the time per operation, times the workers. Operations from before the slice began to count may be slower.
    private const double Apart = 1.2;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            if (side.Cell.Load.IsPaced || side.Ledger.Value is not { } ledger || side.Latency.Value?.Service is not { MeanNanoseconds: { } mean } latencies) continue;
            var counted = ledger.NsPerOperation * (side.Cell.Load is LoadSettings.Wave wave ? wave.Size : side.Measurements[0].Workers);
            if (mean <= Apart * counted || latencies.Max.Value * ledger.Slices <= ledger.Elapsed.Value) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: operations take {mean / 1e6:0.###} ms on average, but slices count only {counted / 1e6:0.###} ms of it. The longest took {latencies.Max.Milliseconds:0.###} ms, and slices end before such operations do."),
                "Raise measure.slice to several times the longest operation: time per operation and ratio are without the part of it that no slice counts.");
        }
    }
}
