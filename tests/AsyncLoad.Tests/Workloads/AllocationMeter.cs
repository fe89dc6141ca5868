using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Workloads;

/// <summary>
/// Counts what operations allocate, as a count slice does: the host's own loop on a thread of its own between two exact readings of the whole
/// process, less the no-op twin's share.
/// </summary>
internal sealed class AllocationMeter
{
    // Optimised code must have arrived: it leaves out objects that do not outlive a method. The platform waits 100 ms without new methods.
    private static readonly TimeSpan TierUp = TimeSpan.FromMilliseconds(200);

    private readonly BatchLoop loop;
    private readonly BatchLoop twin;

    public AllocationMeter(Operation operation)
    {
        loop = BatchLoop.For(operation);
        twin = BatchLoop.For(NoOpTwin.Of(operation));
    }

    /// <summary>Runs all of them often enough, with a pause, for the JIT to compile them for good.</summary>
    public static void WarmUp(IReadOnlyCollection<AllocationMeter> meters, int operations)
    {
        using var never = new ManualResetEventSlim();
        for (var round = 0; round < 3; round++)
        {
            foreach (var meter in meters) OnBareThread(() => meter.RunBoth(operations));
            never.Wait(TierUp);
        }
    }

    /// <summary>Bytes an operation.</summary>
    public double Count(int operations)
    {
        var (bytes, driver) = (0L, 0L);
        OnBareThread(() =>
        {
            // The first wait of a thread allocates what it waits with.
            RunBoth(5);
            bytes = Count(loop, operations);
            driver = Count(twin, operations);
        });
        return (bytes - driver) / (double)operations;
    }

    private static long Count(BatchLoop loop, int operations)
    {
        var before = GC.GetTotalAllocatedBytes(true);
        loop.Run(operations);
        return GC.GetTotalAllocatedBytes(true) - before;
    }

    private void RunBoth(int operations)
    {
        loop.Run(operations);
        twin.Run(operations);
    }

    // The test framework keeps values in the execution context. A thread that inherits them makes every Task.Run 80 B heavier.
    private static void OnBareThread(Action action)
    {
        Exception? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                failure = exception;
            }
        });
        thread.UnsafeStart();
        thread.Join();
        if (failure is not null) throw new InvalidOperationException("the operation threw", failure);
    }
}
