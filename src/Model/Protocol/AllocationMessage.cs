using System.Globalization;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Model.Protocol;

/// <summary>The pressurer's paced allocation as fields of a message, and back.</summary>
internal static class AllocationMessage
{
    public static MessageLine WithAllocation(this MessageLine line, AllocationCounters? allocation) => allocation is null ? line : line
        .With("askedBytes", allocation.AskedBytes.ToString("R", CultureInfo.InvariantCulture))
        .With("paced", allocation.Bytes)
        .With("large", allocation.LargeBytes)
        .With("survived", allocation.SurvivedBytes)
        .With("small", allocation.SmallObjects)
        .With("pinned", allocation.PinnedObjects)
        .With("finalizable", allocation.FinalizableObjects);

    public static AllocationCounters? ReadAllocation(this MessageFields fields) => fields.TextOrNull("askedBytes") is not { } asked ? null : new AllocationCounters(
        double.Parse(asked, CultureInfo.InvariantCulture),
        fields.Number("paced"),
        fields.Number("large"),
        fields.Number("survived"),
        fields.Number("small"),
        fields.Number("pinned"),
        fields.Number("finalizable"));
}
