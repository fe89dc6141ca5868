using AsyncLoad.Host.Measuring;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Tells an awaiting worker how many operations to run next and counts those it has run: until the gate closes, or a fixed number.
/// Used by one logical flow, which may move between threads at every await.
/// </summary>
/// <param name="slot">Where finished operations are counted.</param>
/// <param name="gate">What ends a timed slice.</param>
/// <param name="mustYield">Whether to let others run after every batch: more workers than cores would otherwise never begin.</param>
internal sealed class WorkerPace(WorkerSlot slot, Gate gate, bool mustYield)
{
    private long batch;
    private long? left;
    private long running;

    /// <summary>Whether to yield after every batch.</summary>
    public bool MustYield { get; } = mustYield;

    /// <summary>Whether to yield before the first operation, so that a loop allocates its box whether or not its operations suspend.</summary>
    public bool YieldFirst => left is not null;

    /// <summary>Prepares for one slice.</summary>
    /// <param name="operations">Operations a batch.</param>
    /// <param name="count">Operations in all, or null to run until the gate closes.</param>
    public void Begin(long operations, long? count) => (batch, left, running) = (operations, count, 0);

    /// <summary>Counts the batch that has just ended and says how large the next one is; 0 ends the loop.</summary>
    public long NextBatch()
    {
        slot.Count(running);
        running = left is { } rest ? Math.Min(batch, rest) : gate.IsOpen ? batch : 0;
        left -= running;
        return running;
    }
}
