using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Platform;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Drives operations while the slice barrier is open. There is one subclass per load kind, each with a driving thread that waits at the slice barrier.</summary>
internal abstract class Load
{
    // A process may use few cores with high numbers, or count fewer than there are.
    private static readonly int MoreCoresOfMachine =
        Math.Min(Slice.MostMoreCores, Math.Max(Environment.ProcessorCount - 1, ThreadAffinity.AllowedCores.DefaultIfEmpty().Max()) / 64);

    private readonly WorkerSlot[] slots;
    private readonly SliceBarrier barrier;
    private readonly FailureSignal failure;

    private protected Load(IReadOnlyCollection<Operation> operations, SliceBarrier barrier, FailureSignal failure)
    {
        Latency = new LatencyRecorder(operations.Count);
        slots = [.. operations.Select((operation, worker) => new WorkerSlot(operation, Latency.Of(worker), MoreCoresOfMachine))];
        this.barrier = barrier;
        this.failure = failure;
    }

    /// <summary>Workers that run operations at once, at most.</summary>
    public virtual int Workers => slots.Length;

    /// <summary>Operations that one call of the variant does; set before the first slice. Workers and batches know calls only.</summary>
    public int OperationsPerCall { get; set; } = 1;

    /// <summary>Operations finished since the process began, all workers.</summary>
    public long Operations
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        get
        {
            var sum = 0L;
            foreach (var slot in slots) sum += slot.Operations;
            return sum * OperationsPerCall;
        }
    }

    /// <summary>Bit mask of the cores below 64 that workers were seen on since <see cref="BeginSlice"/>.</summary>
    public long Cores
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        get
        {
            var mask = 0L;
            foreach (var slot in slots) mask |= slot.Cores;
            return mask;
        }
    }

    /// <summary>The same for each further 64 cores; null on a machine that has none.</summary>
    public long[]? MoreCores
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
        get
        {
            if (MoreCoresOfMachine == 0) return null;
            var masks = new long[MoreCoresOfMachine];
            foreach (var slot in slots)
            {
                for (var mask = 0; mask < masks.Length; mask++) masks[mask] |= slot.MoreCores[mask];
            }

            return masks;
        }
    }

    /// <summary>Time between the opening of the slice barrier and the first edge: workers wake and fill their caches.</summary>
    public virtual TimeSpan Ramp => TimeSpan.FromMilliseconds(1);

    /// <summary>How long a whole run of another engine goes on before it is measured; null when slices are as long as asked.</summary>
    public virtual TimeSpan? WholeRunRamp => null;

    /// <summary>Whether the load sets the pace of its operations, so that an idle worker need not be waited for.</summary>
    public virtual bool IsPaced => false;

    /// <summary>Whether it has come to the end of its stages; only for loads that have some.</summary>
    public virtual bool HasEnded => false;

    /// <summary>Processor time of its own threads outside of operations; current to the last closing of the slice barrier.</summary>
    public virtual Nanoseconds DriverCpu => default;

    /// <summary>Sum of response times so far, in ns, for loads whose elapsed time says nothing about operations; null for other loads.</summary>
    public virtual long? ResponseTimeSum => null;

    /// <summary>Whether pool threads run operations: they spin for a while after the slice barrier has closed.</summary>
    public virtual bool RunsOnPool => false;

    /// <summary>Whether every worker has finished a batch since <see cref="BeginSlice"/>.</summary>
    public bool HaveAllBegun
    {
        [MethodImpl(MethodImplOptions.AggressiveOptimization)]
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

    private protected SliceBarrier SliceBarrier => barrier;

    private protected FailureSignal Failure => failure;

    /// <summary>Where latencies from start to end go.</summary>
    private protected LatencyRecorder Latency { get; }

    /// <summary>Begins to wait at the slice barrier.</summary>
    /// <param name="thread">The thread that does so; null for a new one.</param>
    public void Start(DrivingThread? thread = null)
    {
        OnStarting();
        var driver = thread ?? new DrivingThread();
        driver.Post(Drive);
        if (thread is null) driver.End();
    }

    /// <summary>Injects a slowdown into every worker; before <see cref="Start"/>, and only when workers run whole batches.</summary>
    public void Inject(InjectedSlowdown slowdown)
    {
        foreach (var slot in slots) slot.Inject(slowdown);
    }

    /// <summary>Forgets what was seen of the workers before this slice.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public virtual void BeginSlice()
    {
        foreach (var slot in slots) slot.BeginSlice();
        PoolThreads?.Refresh();
    }

    /// <summary>Allocates the latency counts; before the first slice that times each operation.</summary>
    public virtual void PrepareTiming() => Latency.Allocate();

    /// <summary>Forgets the latencies of warm-up, and begins its stages; only while the slice barrier is closed.</summary>
    public virtual void BeginMeasuring() => Latency.Clear();

    /// <summary>Waits until a whole run has begun, or will not.</summary>
    public virtual void AwaitWholeRun()
    {
    }

    /// <summary>Called at both edges of a whole run; only latencies between them count.</summary>
    public virtual void MarkEdge(bool isFirst)
    {
    }

    /// <summary>Latencies of the measured slices; only while the slice barrier is closed.</summary>
    public virtual LatencyReport ReportLatency(Latencies hiccups) => new(Latency.ToLatencies(), null, hiccups, null);

    /// <summary>Operations of the variant that were not complete when they returned, since the process began; read while the slice barrier is closed.</summary>
    public virtual long Suspensions
    {
        get
        {
            var sum = 0L;
            foreach (var slot in slots) sum += slot.Suspensions;
            return sum;
        }
    }

    /// <summary>Operations that a count slice of about <paramref name="asked"/> really runs.</summary>
    public virtual long CountedOperations(long asked) => asked;

    /// <summary>Where the thread pool's threads are bound to; null leaves them to the scheduler.</summary>
    private protected virtual PoolThreadPlacement? PoolThreads => null;

    /// <summary>Called once, before there is a driving thread.</summary>
    private protected virtual void OnStarting()
    {
    }

    /// <summary>Called once on the driving thread, before the first opening.</summary>
    private protected virtual void OnDriverStarted()
    {
    }

    /// <summary>Runs batches until the slice barrier closes.</summary>
    private protected abstract void RunUntilClosed(WorkOrder order);

    /// <summary>Runs a fixed number of operations and joins all workers.</summary>
    private protected abstract void RunCounted(long operations, bool twin);

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Drive()
    {
        OnDriverStarted();
        var seen = 0;
        while (barrier.WaitForOpening(ref seen) is { } order)
        {
            try
            {
                if (order.Count is { } operations) RunCounted(operations, order.Twin);
                else RunUntilClosed(order);
            }
            catch (Exception exception)
            {
                // A workload may throw anything: the control thread reports it and the process ends.
                failure.Raise(ExceptionDispatchInfo.Capture(exception));
            }

            // Makes the kernel update the processor time of this thread: the control thread is about to read that of the process.
            ThreadCpuClock.Read();
            barrier.Arrive();
        }
    }
}

/// <summary>Makes loads of another engine that a host build has. Null for a load that the engine does not have.</summary>
internal delegate Load? EngineLoads(LoadSettings settings, LoadParts parts);

/// <summary>What a load is made of.</summary>
/// <param name="CreateOperation">Makes an operation; called once for each worker.</param>
internal sealed record LoadParts(Func<Operation> CreateOperation, SliceBarrier SliceBarrier, FailureSignal Failure);
