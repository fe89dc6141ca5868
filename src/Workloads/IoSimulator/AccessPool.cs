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
