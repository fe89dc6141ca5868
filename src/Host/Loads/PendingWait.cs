using System.Runtime.CompilerServices;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Blocks a thread on a pending operation with one cached delegate and one reused event: 0 B a wait. <c>AsTask</c> or <c>Task.Wait</c>
/// would allocate and hide what a pooled source saves.
/// </summary>
internal sealed class PendingWait
{
    private readonly ManualResetEventSlim done = new(false);
    private readonly Action signal;

    /// <summary>Waits so far.</summary>
    public long Waits { get; private set; }

    public PendingWait() => signal = done.Set;

    // Out of line: completing operations must not carry this code in their loop.
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Wait<TAwaiter>(TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
        Waits++;
        done.Reset();
        awaiter.UnsafeOnCompleted(signal);
        done.Wait();
    }
}
