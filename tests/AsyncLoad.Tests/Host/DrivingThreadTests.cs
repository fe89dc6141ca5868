using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Slices;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A process that sets up one cell after another does not keep the threads of all.</summary>
public sealed class DrivingThreadTests
{
    // Ends a test whose thread does not end.
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(1);

    [Fact]
    public void It_ends_when_all_that_it_was_given_is_done()
    {
        var driver = new DrivingThread();
        var thread = driver.Run(static () => Thread.CurrentThread);
        var done = false;
        driver.Post(() => done = true);
        driver.End();

        Assert.True(thread.Join(Deadline));
        Assert.True(done);
    }

    [Fact]
    public void That_of_a_load_ends_when_its_slice_barrier_is_shut()
    {
        Thread? thread = null;
        using var failure = new FailureSignal();
        var barrier = new SliceBarrier();
        var load = new SequentialLoad(Operation.From(() => (thread = Thread.CurrentThread).ManagedThreadId), barrier, failure);
        load.Start();
        barrier.Open(WorkOrder.Counted(1, twin: false), participants: 1);
        barrier.Close();
        barrier.Shut();

        Assert.True(thread!.Join(Deadline));
    }
}
