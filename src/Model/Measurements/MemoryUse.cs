using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Measurements;

/// <summary>Memory of the measured process of one side of a pair.</summary>
/// <param name="Peak">Its largest working set from the first slice after the warm-up to the last, in bytes; null where the system does not report it.</param>
/// <param name="IsSampled">Whether the working set was only sampled between slices, so that a peak inside a slice may be missed.</param>
/// <param name="Heap">Its managed heap; null where the process did not report it.</param>
public sealed record MemoryUse(long? Peak, bool IsSampled, HeapUse? Heap)
{
    /// <summary>Bytes that objects took when all operations had ended; null where the process did not report it.</summary>
    [JsonIgnore]
    public long? Retained => Heap?.After;
}

/// <summary>Bytes that the objects of a managed heap take after a full collection: what is still referenced.</summary>
/// <param name="Before">Before the first slice, with the workload and the pressure set up.</param>
/// <param name="After">After the last operation, before anything is torn down.</param>
/// <param name="Operations">Operations between the two, warm-up and count slices included.</param>
public sealed record HeapUse(long Before, long After, long Operations)
{
    /// <summary>What it grew by.</summary>
    [JsonIgnore]
    public long Growth => After - Before;
}
