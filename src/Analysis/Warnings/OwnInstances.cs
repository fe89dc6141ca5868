namespace AsyncLoad.Analysis.Warnings;

/// <summary>Each worker has its own instance of a class that holds a lock or a concurrent collection, so nothing waits for it.</summary>
internal static class OwnInstances
{
    public const string Id = "own-instances";

    // Both sides are of one class.
    public static IEnumerable<Warning> Find(JudgedComparison comparison) =>
        from side in comparison.Sides.Each().Where(side => side.UncontendedState is not null).Take(1)
        select new Warning(
            Id,
            WarningSeverity.Warning,
            $"Each worker has its own instance of {side.Cell.Workload}, and with it its own {side.UncontendedState}: no worker waits for another there, so contention is not measured.",
            "Add --shared-instance to measure contention, if the class is thread-safe. If contention does not matter, the figures hold.");
}
