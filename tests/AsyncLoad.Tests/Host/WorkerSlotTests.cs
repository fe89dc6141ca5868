using System.Reflection;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

public sealed class WorkerSlotTests
{
    /// <summary>Folded into a load, loops of shared generic code are slower than by themselves (docs/evidence/adr/0012-a-batch-is-a-method-of-its-own.md).</summary>
    [Fact]
    public void A_batch_is_a_method_of_its_own() =>
        Assert.True(typeof(WorkerSlot).GetMethod(nameof(WorkerSlot.RunBatch))!.MethodImplementationFlags.HasFlag(MethodImplAttributes.NoInlining));

    [Fact]
    public void Cores_are_told_apart_beyond_64_where_the_machine_has_them()
    {
        var slot = SlotOf(masks: 2);
        foreach (var core in new[] { 3, 67, 130, 191 }) slot.See(core);
        Assert.Equal(1L << 3, slot.Cores);
        Assert.Equal([1L << 3, (1L << 2) | (1L << 63)], slot.MoreCores);

        slot.BeginSlice();

        Assert.Equal(0, slot.Cores);
        Assert.Equal([0, 0], slot.MoreCores);
    }

    // Where the system does not tell the core, the runtime gives a number of the thread.
    [Fact]
    public void A_number_that_the_machine_has_no_core_for_counts_as_one_below_64()
    {
        var slot = SlotOf(masks: 0);
        slot.See(67);
        slot.See(-1);
        Assert.Equal((1L << 3) | (1L << 63), slot.Cores);
        Assert.True(slot.MoreCores.IsEmpty);
    }

    private static WorkerSlot SlotOf(int masks) => new(Operation.From(static () => 1), new LatencyRecorder(1).Of(0), masks);
}
