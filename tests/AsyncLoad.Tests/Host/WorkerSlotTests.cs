using System.Reflection;
using AsyncLoad.Host.Loads;
using Xunit;

namespace AsyncLoad.Tests.Host;

public sealed class WorkerSlotTests
{
    /// <summary>Folded into a load, loops of shared generic code are slower than by themselves (docs/adr/0012-a-batch-is-a-method-of-its-own.md).</summary>
    [Fact]
    public void A_batch_is_a_method_of_its_own() =>
        Assert.True(typeof(WorkerSlot).GetMethod(nameof(WorkerSlot.RunBatch))!.MethodImplementationFlags.HasFlag(MethodImplAttributes.NoInlining));
}
