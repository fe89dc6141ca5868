using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Platform;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Drives operations while the gate is open. One subclass a load kind; each owns a driving thread that waits at the gate.
/// </summary>
internal abstract class Load
{
    private readonly WorkerSlot[] slots;
    private readonly Gate gate;
    private readonly FailureSignal failure;
    private readonly Thread driver;

    private protected Load(IEnumerable<Operation> operations, Gate gate, FailureSignal failure)
    {
        slots = [.. operations.Select(operation => new WorkerSlot(operation))];
        this.gate = gate;
        this.failure = failure;
        driver = new Thread(Drive) { IsBackground = true, Name = "AsyncLoad driver" };
    }

    /// <summary>Workers that run operations at once, at most.</summary>
    public int Workers => slots.Length;

    /// <summary>Operations finished since the process began, all workers.</summary>
    public long Operations
    {
        get
        {
            var sum = 0L;
            foreach (var slot in slots) sum += slot.Operations;
            return sum;
        }
    }

    /// <summary>Bit mask of the cores that workers were seen on since <see cref="BeginSlice"/>.</summary>
    public long Cores
    {
        get
        {
            var mask = 0L;
            foreach (var slot in slots) mask |= slot.Cores;
            return mask;
        }
    }

    /// <summary>Whether pool threads run operations: they spin for a while after the gate has closed.</summary>
    public virtual bool RunsOnPool => false;

    /// <summary>Whether every worker has finished a batch since <see cref="BeginSlice"/>.</summary>
    public bool HaveAllBegun
    {
        get
        {
            foreach (var slot in slots)
            {
                if (!slot.HasBegun) return false;
            }

            return true;
        }
    }

    private protected ReadOnlySpan<WorkerSlot> Slots => slots;

    private protected Gate Gate => gate;

    public void Start() => driver.Start();

    /// <summary>Forgets what was seen of the workers before this slice.</summary>
    public virtual void BeginSlice()
    {
        foreach (var slot in slots) slot.BeginSlice();
    }

    /// <summary>Operations of the variant that were not complete when they returned, since the process began; read while the gate is closed.</summary>
    public virtual long Suspensions
    {
        get
        {
            var sum = 0L;
            foreach (var slot in slots) sum += slot.Loop.Suspensions;
            return sum;
        }
    }

    /// <summary>Operations that a count slice of about <paramref name="asked"/> really runs.</summary>
    public virtual long CountedOperations(long asked) => asked;

    /// <summary>Called once on the driving thread, before the first opening.</summary>
    private protected virtual void OnDriverStarted()
    {
    }

    /// <summary>Runs batches until the gate closes.</summary>
    private protected abstract void RunUntilClosed(long batch);

    /// <summary>Runs a fixed number of operations and joins all workers.</summary>
    private protected abstract void RunCounted(long operations, bool twin);

    private void Drive()
    {
        OnDriverStarted();
        var seen = 0;
        while (gate.WaitForOpening(ref seen) is { } order)
        {
            try
            {
                if (order.Count is { } operations) RunCounted(operations, order.Twin);
                else RunUntilClosed(order.Batch);
            }
            catch (Exception exception)
            {
                // Whatever a workload throws is data: the control thread reports it and the process ends.
                failure.Raise(ExceptionDispatchInfo.Capture(exception));
            }

            // Brings the kernel's account of this thread up to date: the control thread is about to read the process's.
            ThreadCpuClock.Read();
            gate.Arrive();
        }
    }
}
