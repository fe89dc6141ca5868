using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>One dedicated thread, pinned to a core, one operation after another, blocking on a pending one: what a microbenchmark does.</summary>
internal sealed class SequentialLoad(Operation operation, Gate gate, FailureSignal failure) : Load([operation], gate, failure)
{
    private protected override void OnDriverStarted() => ThreadAffinity.TryPin(0);

    private protected override void RunUntilClosed(long batch)
    {
        var slot = Slots[0];
        while (Gate.IsOpen) slot.RunBatch(batch);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        var slot = Slots[0];
        (twin ? slot.Twin : slot.Loop).Run(operations);
    }
}
