using System.Threading.Tasks.Sources;

namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>
/// Accesses that are free. Keeps as many as were ever pending at once. Returning is lock-free; renting takes a spin lock that is held for a few
/// instructions, because a stack that is popped without one confuses an access with its later self (ABA).
/// A lock of the runtime would show among the measured lock contentions.
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

/// <summary>Accesses linked through themselves, first in, first out. Enumerating allows each access to be linked elsewhere.</summary>
internal struct AccessChain
{
    private DeviceAccess? first;
    private DeviceAccess? last;

    /// <summary>Whether nothing is in it.</summary>
    public readonly bool IsEmpty => first is null;

    /// <summary>The chain that begins with an access.</summary>
    public static AccessChain Of(DeviceAccess? first)
    {
        var chain = default(AccessChain);
        while (first is not null)
        {
            var next = first.Next;
            chain.Append(first);
            first = next;
        }

        return chain;
    }

    public void Append(DeviceAccess access)
    {
        access.Next = null;
        if (last is null) first = access;
        else last.Next = access;
        last = access;
    }

    /// <summary>Empties the chain and returns what was in it.</summary>
    public AccessChain TakeAll()
    {
        var all = this;
        this = default;
        return all;
    }

    public readonly Enumerator GetEnumerator() => new(first);

    internal struct Enumerator(DeviceAccess? first)
    {
        private DeviceAccess? next = first;

        public DeviceAccess Current { get; private set; } = null!;

        // Unlinks before handing out: the caller may link it anew, or complete it and never see it again.
        public bool MoveNext()
        {
            if (next is null) return false;
            Current = next;
            next = Current.Next;
            Current.Next = null;
            return true;
        }
    }
}

/// <summary>
/// One access on its way: what an awaiting method waits on, what the timing wheel links, and what the thread pool runs. One object for all three,
/// used again and again, so that an access allocates nothing. It goes back to its pool when its result is taken.
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

    // A failed access throws here and is not used again.
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
