using AsyncLoad.Host.Slices;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Tells an awaiting worker how many operations to run next and counts those it has run: until the slice barrier closes, or a fixed number.
/// Used by one logical flow, which may move between threads at every await.
/// </summary>
/// <param name="slot">Where finished operations are counted.</param>
/// <param name="barrier">What ends a timed slice.</param>
/// <param name="mustYield">Whether to let others run after every batch: more workers than cores would otherwise never begin.</param>
/// <param name="think">Pause after each operation; null for none.</param>
internal class WorkerPace(WorkerSlot slot, SliceBarrier barrier, bool mustYield, ThinkTime? think = null)
{
    private long batch;
    private long? left;
    private long running;

    /// <summary>Whether to yield after every batch.</summary>
    public bool MustYield { get; } = mustYield;

    /// <summary>Whether to yield before the first operation, so that a loop allocates its box whether or not its operations suspend.</summary>
    public bool YieldFirst => left is not null;

    /// <summary>Whether to pause before the next operation. Not while operations are counted: bytes do not depend on it.</summary>
    public bool MustThink => think is { IsOwed: true } && left is null && barrier.IsOpen;

    /// <summary>Waits for the pause, or for the slice barrier to close.</summary>
    public ValueTask ThinkAsync() => think?.PauseAsync() ?? default;

    /// <summary>Prepares for one slice.</summary>
    /// <param name="operations">Operations a batch; one where there is a pause after each.</param>
    /// <param name="count">Operations in all, or null to run until the slice barrier closes.</param>
    public void Begin(long operations, long? count) => (batch, left, running) = (think is null || count is not null ? operations : 1, count, 0);

    /// <summary>Counts the batch that has just ended and says how large the next one is; 0 ends the loop.</summary>
    public long NextBatch()
    {
        slot.Count(running);
        running = left is { } rest ? Math.Min(batch, rest) : Next(batch);
        left -= running;
        if (running > 0) think?.Owe();
        return running;
    }

    /// <summary>Operations of the next batch, at most <paramref name="most"/>; 0 ends the loop.</summary>
    protected virtual long Next(long most) => barrier.IsOpen ? most : 0;
}
