using AsyncLoad.Tests.Workloads;
using AsyncLoad.Tracing.Stacks;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Stacks;

/// <summary>Measures the heap of the whole process, so that nothing may run beside it.</summary>
[Fault(9, 25)]
[Collection(nameof(WholeProcess))]
public sealed class EndlessStacksTests
{
    [Fact]
    public void Endless_stacks_need_no_more_memory()
    {
        const int Limit = 2_000;
        var pool = new StackPool(Limit);
        Fill(pool, 1, 10 * Limit);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        Fill(pool, 10 * Limit, 200 * Limit);
        var after = GC.GetTotalMemory(forceFullCollection: true);

        Assert.InRange(pool.Count, Limit, (2 * Limit) + 1);
        // One stack of 50 frames would add 400 B a time: 150 MB in all.
        Assert.InRange(after - before, long.MinValue, 1_000_000);
        GC.KeepAlive(pool);

        static void Fill(StackPool pool, int from, int to)
        {
            for (var number = from; number < to; number++) pool.Intern(StackPoolTests.Deep(number), 0);
        }
    }
}
