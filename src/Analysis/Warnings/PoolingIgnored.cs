using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Warnings;

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
