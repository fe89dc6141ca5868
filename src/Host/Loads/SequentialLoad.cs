using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>One dedicated thread, pinned to a core, one operation after another, blocking on a pending one: what a microbenchmark does.</summary>
/// <param name="operation">What it runs.</param>
/// <param name="gate">What it waits at.</param>
/// <param name="failure">Told what the operation throws.</param>
/// <param name="ownsCore">Whether to keep pool threads off its core; not where a simulated device needs one of the others to itself.</param>
internal sealed class SequentialLoad(Operation operation, Gate gate, FailureSignal failure, bool ownsCore = false) : Load([operation], gate, failure)
{
    private protected override PoolThreadPlacement? PoolThreads { get; } = ownsCore ? PoolThreadPlacement.KeepOff(worker: 0) : null;

    private protected override void OnDriverStarted() => ThreadAffinity.TryPin(0);

    private protected override void RunUntilClosed(WorkOrder order)
    {
        var slot = Slots[0];
        while (Gate.IsOpen) slot.RunBatch(order.Batch, order.Timed);
    }

    private protected override void RunCounted(long operations, bool twin)
    {
        var slot = Slots[0];
        (twin ? slot.Twin : slot.Loop).Run(operations);
    }
}
