using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>One dedicated thread, pinned to a core, one operation after another, blocking on a pending one: what a microbenchmark does.</summary>
/// <param name="ownsCore">
/// Whether to keep all other threads of the process off its core: where the thread runs that completes an operation decides how long the wait for it is
/// and whether a pooled box is found again (docs/evidence/pooling.md), and left to the scheduler a process keeps to one way or the other.
/// </param>
internal sealed class SequentialLoad(Operation operation, SliceBarrier barrier, FailureSignal failure, bool ownsCore = false) : Load([operation], barrier, failure)
{
    private protected override void OnStarting()
    {
        if (ownsCore) ThreadAffinity.KeepOff(0);
    }

    private protected override void OnDriverStarted() => ThreadAffinity.TryPin(0);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override void RunUntilClosed(WorkOrder order)
    {
        var slot = Slots[0];
        // At least one: on a starved machine the thread may get a core only when the slice is over, and a slice without operations says nothing.
        do slot.RunBatch(order.Batch, order.Timed);
        while (SliceBarrier.IsOpen);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        var slot = Slots[0];
        (twin ? slot.Twin : slot.Loop).Run(operations);
    }
}
