namespace AsyncLoad.Harness.Execution;

/// <summary>How operations of a comparison are timed: found by its first pair, the same for all others and for both sides.</summary>
/// <param name="Batch">Operations between two looks at the slice barrier.</param>
/// <param name="Timed">Whether operations are timed one by one, for their latency.</param>
internal sealed record OperationPace(long Batch, bool Timed);
