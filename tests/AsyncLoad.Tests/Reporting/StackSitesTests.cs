using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class StackSitesTests
{
    [Fact]
    public void One_site_below_several_schedulers_is_summed()
    {
        var sites = StackSites.Of(
        [
            Stack(100, 40, "Chain.E.DoAsync", "Chain.Await", "Chain.Await()", "WorkerSlot.RunBatch(long, bool)", "SequentialLoad.RunUntilClosed(WorkOrder)"),
            Stack(300, 30, "Chain.E.DoAsync", "Chain.Await()", "Chain.Await", "WorkerSlot.RunBatch(long, bool)", "PoolFlow.Run()", "ThreadPoolWorkQueue.Dispatch()"),
            Stack(50, 5, "Chain.D.DoAsync", "Chain.Await()"),
        ]);

        Assert.Equal(2, sites.Count);
        Assert.Equal(["Chain.E.DoAsync", "Chain.Await"], sites[0].Frames);
        Assert.Equal((400.0, 2L, 350.0, 450.0), (sites[0].Estimate.Bytes, sites[0].Estimate.Samples, sites[0].Estimate.Low, sites[0].Estimate.High));
        Assert.Equal(["Chain.D.DoAsync", "Chain.Await()"], sites[1].Frames);
    }

    [Fact]
    public void A_stack_of_nothing_but_drivers_keeps_the_method_that_allocates() =>
        Assert.Equal(["PoolFlow.Run()"], StackSites.Own(["PoolFlow.Run()", "ThreadPoolWorkQueue.Dispatch()"]));

    [Fact]
    public void Overloads_and_a_method_that_calls_itself_stay_apart() =>
        Assert.Equal(["A.Of(int)", "A.Of(string)", "B.Run()", "B.Run()"], StackSites.Own(["A.Of(int)", "A.Of(string)", "B.Run()", "B.Run()"]));

    private static StackAllocation Stack(double bytes, double error, params IReadOnlyList<string> frames) =>
        new("Task<string>", new AllocationEstimate(1, bytes, bytes - error, bytes + error), frames);
}
