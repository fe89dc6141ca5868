using AsyncLoad.Host.Slices;
using AsyncLoad.Tests.Host.Pressure;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Waiting for workers allocates nothing, so count slices hold bytes of operations alone.</summary>
public sealed class BarrierBytesTests
{
    [Fact]
    public void The_first_wait_that_blocks_allocates_nothing()
    {
        // What the runtime sets up once a process is there by then.
        BytesOfAWaitThatBlocks();

        Assert.Equal(0, AllocatedBytes.Least(BytesOfAWaitThatBlocks));
    }

    private static long BytesOfAWaitThatBlocks()
    {
        var (barrier, waiting) = (new SliceBarrier(), Thread.CurrentThread);
        // A thread that spins sleeps now and then, too: only one that sleeps each time it is looked at has come to its wait.
        var worker = new Thread(() =>
        {
            using var never = new ManualResetEventSlim(false, spinCount: 0);
            for (var asleep = 0; asleep < 20; asleep = waiting.ThreadState.HasFlag(ThreadState.WaitSleepJoin) ? asleep + 1 : 0) never.Wait(1);
            barrier.Arrive();
        });
        barrier.Open(WorkOrder.Counted(1, twin: false), participants: 1);
        worker.Start();
        var before = GC.GetAllocatedBytesForCurrentThread();
        barrier.Close();
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        worker.Join();
        return allocated;
    }
}
