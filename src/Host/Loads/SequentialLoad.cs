using System.Runtime.CompilerServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>One dedicated thread, pinned to a core, one operation after another, blocking on a pending one: what a microbenchmark does.</summary>
/// <param name="ownsCore">
/// Whether to keep all other threads of the process off its core. The core of the thread that completes an operation decides how long the wait is
/// and whether a pooled box is found again (docs/evidence/pooling.md). The scheduler would decide it once for a whole process.
/// </param>
internal sealed class SequentialLoad(Operation operation, SliceBarrier barrier, FailureSignal failure, bool ownsCore = false) : Load([operation], barrier, failure)
{
    private protected override void OnStarting()
    {
        if (ownsCore) ThreadAffinity.KeepOffFirst();
    }

    private protected override void OnDriverStarted() => ThreadAffinity.TryPin(0);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private protected override void RunUntilClosed(WorkOrder order)
    {
        var slot = Slots[0];
        // At least one batch: on a starved machine the thread may get a core only after the slice, which must not be empty.
        do slot.RunBatch(order.Batch, order.Timed);
        while (SliceBarrier.IsOpen);
    }

    private protected override void RunCounted(long operations, bool twin) => Slots[0].RunCounted(operations, twin);
}
