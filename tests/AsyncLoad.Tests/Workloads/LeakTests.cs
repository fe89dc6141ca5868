using System.Diagnostics;
using AsyncLoad.Host;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Tests that count what the whole process has: nothing else may run beside them.</summary>
[CollectionDefinition(nameof(WholeProcess), DisableParallelization = true)]
[Trait("process", "own")]
public sealed class WholeProcess;

/// <summary>
/// A leak grows in every block of starts. What the runtime or the test runner keeps for itself (optimised code, caches, a thread more) comes once,
/// so the smallest growth of several blocks is that of the workload.
/// </summary>
[Collection(nameof(WholeProcess))]
public class LeakTests
{
    // At most.
    private const int Blocks = 3;

    // In a block, over all combinations of arguments; each combination a few times at least.
    private const int Starts = 100;
    private const int FewestTimes = 20;

    // Fewer than one of anything a time.
    private const int Few = FewestTimes / 2;
    private const long HeapGrowth = 64 * 1024;

    [Theory]
    [MemberData(nameof(CatalogueTests.Ids), MemberType = typeof(CatalogueTests))]
    public void Starting_and_stopping_leaves_nothing_behind(string id)
    {
        var workload = Catalogued.One(id);
        var times = Math.Max(FewestTimes, Starts / Catalogued.ArgumentsOf(workload).Count);
        StartAndStop(workload);

        List<Holdings> held = [Holdings.Now()];
        // One block more can only lessen the smallest growth: where that is small already, none is needed.
        do held.Add(AfterBlock(workload, times));
        while (held.Count <= Blocks && !AreSmall(held));

        Assert.InRange(SmallestGrowth(held, now => now.Threads), long.MinValue, Few);
        Assert.InRange(SmallestGrowth(held, now => now.Handles), long.MinValue, Few);
        Assert.InRange(SmallestGrowth(held, now => now.Heap), long.MinValue, HeapGrowth);
    }

    private static Holdings AfterBlock(Workload workload, int times)
    {
        for (var time = 0; time < times; time++) StartAndStop(workload);
        return Holdings.Now();
    }

    private static bool AreSmall(List<Holdings> held) =>
        SmallestGrowth(held, now => now.Threads) <= Few
        && SmallestGrowth(held, now => now.Handles) <= Few
        && SmallestGrowth(held, now => now.Heap) <= HeapGrowth;

    private static long SmallestGrowth(List<Holdings> held, Func<Holdings, long> what) =>
        held.Zip(held.Skip(1), (before, after) => what(after) - what(before)).Min();

    private static void StartAndStop(Workload workload)
    {
        foreach (var arguments in Catalogued.ArgumentsOf(workload))
        {
            workload.SetUp(arguments);
            var operations = workload.Variants.Select(variant => workload.CreateOperation(variant.Id, arguments)).ToList();
            ReturnedValue.Of(operations[0]);
            workload.TearDown();
        }
    }

    /// <summary>What the process holds. The thread pool's threads are its own business.</summary>
    private sealed record Holdings(long Threads, long Handles, long Heap)
    {
        public static Holdings Now()
        {
            // What finalizers hold is on its way out.
            GC.Collect();
            GC.WaitForPendingFinalizers();
            using var process = Process.GetCurrentProcess();
            return new Holdings(process.Threads.Count - ThreadPool.ThreadCount, process.HandleCount, GC.GetTotalMemory(forceFullCollection: true));
        }
    }
}
