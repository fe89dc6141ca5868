using System.Diagnostics;
using AsyncLoad.Host;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Tests that count what the whole process has: nothing else may run beside them.</summary>
[CollectionDefinition(nameof(WholeProcess), DisableParallelization = true)]
public class WholeProcess;

[Collection(nameof(WholeProcess))]
public class BeyondTearDownTests
{
    private const int Rounds = 100;

    /// <summary>Threads, or handles, that the pool and the test runner may add meanwhile; a leak adds 100.</summary>
    private const int Allowance = 20;

    /// <summary>A leaked device alone holds 118 KB of histograms, 12 MB over all rounds.</summary>
    private const long HeapAllowance = 512 << 10;

    public static TheoryData<string> Workloads => [.. BeyondCells.Ids];

    [Theory]
    [MemberData(nameof(Workloads))]
    public void Starting_and_stopping_a_workload_leaves_no_threads_handles_or_heap(string id)
    {
        var workload = BeyondCells.Create(id);
        var arguments = BeyondCells.DefaultsOf(workload);
        for (var round = 0; round < Rounds / 10; round++) StartAndStop(workload, arguments);
        var before = Holdings.Read();

        for (var round = 0; round < Rounds; round++) StartAndStop(workload, arguments);

        var after = Holdings.Read();
        Assert.InRange(after.Threads - before.Threads, int.MinValue, Allowance);
        Assert.InRange(after.Handles - before.Handles, int.MinValue, Allowance);
        Assert.InRange(after.Heap - before.Heap, long.MinValue, HeapAllowance);
    }

    private static void StartAndStop(Workload workload, Arguments arguments)
    {
        workload.SetUp(arguments);
        foreach (var variant in workload.Variants) ReturnedValue.Of(workload.CreateOperation(variant.Id, arguments));
        workload.TearDown();
    }

    private sealed record Holdings(int Threads, int Handles, long Heap)
    {
        public static Holdings Read()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            var heap = GC.GetTotalMemory(forceFullCollection: true);
            using var process = Process.GetCurrentProcess();
            return new Holdings(process.Threads.Count, process.HandleCount, heap);
        }
    }
}
