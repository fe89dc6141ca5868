using System.Threading.Tasks.Sources;

namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// One access on its way: what an awaiting method waits on, what the timing wheel links, and what the thread pool runs. One object for all three,
/// reused, so that an access allocates nothing. It goes back to its pool when its result is taken.
/// </summary>
internal sealed class DeviceAccess(AccessPool home) : IValueTaskSource, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<bool> core;

    /// <summary>The next access of the chain that it is in.</summary>
    public DeviceAccess? Next;

    /// <summary>When it was submitted, in ns of the device's clock.</summary>
    public long Submitted;

    /// <summary>Latency asked for, waiting for a server included, in ns.</summary>
    public long Asked;

    /// <summary>The tick of the timing wheel at which it is due.</summary>
    public long DueTick;

    public ValueTask Task => new(this, core.Version);

    public void Complete() => core.SetResult(true);

    public void Fail(Exception exception) => core.SetException(exception);

    void IThreadPoolWorkItem.Execute() => Complete();

    // A failed access throws here and is not reused.
    void IValueTaskSource.GetResult(short token)
    {
        core.GetResult(token);
        core.Reset();
        home.Return(this);
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => core.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        core.OnCompleted(continuation, state, token, flags);
}

/// <summary>
/// Free accesses; keeps as many as were ever pending at once. Returning is lock-free. Renting takes a spin lock for a few
/// instructions, because popping a stack without one has the ABA problem.
/// A lock of the runtime would count among the measured lock contentions.
/// </summary>
internal sealed class AccessPool
{
    private DeviceAccess? returned;
    private DeviceAccess? available;
    private int renting;

    public DeviceAccess Rent()
    {
        var spinner = default(SpinWait);
        while (Interlocked.Exchange(ref renting, 1) != 0) spinner.SpinOnce(sleep1Threshold: -1);
        var access = available ?? Interlocked.Exchange(ref returned, null);
        available = access?.Next;
        Volatile.Write(ref renting, 0);
        if (access is null) return new DeviceAccess(this);
        access.Next = null;
        return access;
    }

    public void Return(DeviceAccess access)
    {
        DeviceAccess? head;
        do
        {
            head = Volatile.Read(ref returned);
            access.Next = head;
        }
        while (Interlocked.CompareExchange(ref returned, access, head) != head);
    }
}
