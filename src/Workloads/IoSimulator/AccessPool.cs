namespace AsyncLoad.Workloads.IoSimulator;

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
