using AsyncLoad.Host.Slices;

namespace AsyncLoad.Host.Loads;

/// <summary>The pace of a flow that somebody else starts again and again: one batch, whatever the gate does.</summary>
/// <param name="slot">Where finished operations are counted.</param>
/// <param name="gate">The gate of the load.</param>
internal sealed class SingleBatchPace(WorkerSlot slot, Gate gate) : WorkerPace(slot, gate, mustYield: false)
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
