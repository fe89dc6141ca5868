using System.Diagnostics;
using AsyncLoad.Host;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>Alone, like the exact bytes: other tests' threads, handles and objects would count as leaks.</summary>
[Collection(nameof(ExactBytes))]
public class LeakTests
{
    private const int Times = 100;

    // Fewer than one of anything a time: the runtime starts a thread or opens a file of its own now and then.
    private const int Few = Times / 10;
    private const long HeapGrowth = 64 * 1024;

    [Theory]
    [MemberData(nameof(CatalogueTests.Ids), MemberType = typeof(CatalogueTests))]
    public void Starting_and_stopping_leaves_nothing_behind(string id)
    {
        var workload = Catalogued.One(id);
        StartAndStop(workload);
        var before = Holdings.Now();

        for (var time = 0; time < Times; time++) StartAndStop(workload);

        var after = Holdings.Now();
        Assert.InRange(after.Threads - before.Threads, -Times, Few);
        Assert.InRange(after.Handles - before.Handles, -Times, Few);
        Assert.InRange(after.Heap - before.Heap, long.MinValue, HeapGrowth);
    }

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
    private sealed record Holdings(int Threads, int Handles, long Heap)
    {
        public static Holdings Now()
        {
            using var process = Process.GetCurrentProcess();
            return new Holdings(process.Threads.Count - ThreadPool.ThreadCount, process.HandleCount, GC.GetTotalMemory(forceFullCollection: true));
        }
    }
}
