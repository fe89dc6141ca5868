using AsyncLoad.Analysis.Metrics;

namespace AsyncLoad.Analysis.Findings;

/// <summary>A variant asks for pooled state machines, and the runtime that suspends methods itself has none.</summary>
internal static class PoolingIgnored
{
    public const string Id = "pooling-ignored";

    public static IEnumerable<Finding> Find(JudgedComparison comparison) =>
        from arm in comparison.EachArm
        where arm.Pool.Missing == PoolReading.Ignored
        select new Finding(
            Id,
            FindingSeverity.Note,
            $"{arm.Cell.Variant}: {PoolReading.Ignored}.",
            "Do not read its figures as those of pooling: measure it without \"compiler\": \"runtime-async\".");
}
