namespace AsyncLoad.Harness.Execution;

/// <summary>How operations of a comparison are timed: found by its first pair, the same for all others and for both sides.</summary>
/// <param name="Batch">Operations between two checks of the slice barrier.</param>
/// <param name="Timed">Whether operations are timed one by one, for their latency.</param>
internal sealed record OperationPace(long Batch, bool Timed)
{
    /// <summary>Bytes per operation that first pairs settled for each side of a group, the baseline first; null for a side whose count slices differed, and none before there are any.</summary>
    public IReadOnlyList<double?> Bytes { get; init; } = [];
}
