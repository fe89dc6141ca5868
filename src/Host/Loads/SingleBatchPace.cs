using AsyncLoad.Host.Slices;

namespace AsyncLoad.Host.Loads;

/// <summary>The pace of a flow that somebody else starts again and again: one batch, whatever the slice barrier does.</summary>
/// <param name="slot">Where finished operations are counted.</param>
/// <param name="barrier">The slice barrier of the load.</param>
internal sealed class SingleBatchPace(WorkerSlot slot, SliceBarrier barrier) : WorkerPace(slot, barrier, mustYield: false)
{
    private bool given;

    /// <summary>Prepares for one batch.</summary>
    public void BeginOne(long operations)
    {
        given = false;
        Begin(operations, null);
    }

    protected override long Next(long most)
    {
        if (given) return 0;
        given = true;
        return most;
    }
}
