using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>All that a pressure asks for: a live set, and a thread for each kind of work that it does at a pace while the slice barrier is open.</summary>
internal sealed class Pressurer
{
    private readonly PressureSettings settings;
    private readonly SliceBarrier barrier;
    private readonly LiveSet? liveSet;
    private readonly OldToYoungWrites? writes;
    private readonly BackgroundAllocation? allocation;
    private readonly PacedThread? writing;
    private readonly PacedThread? allocating;

    private Pressurer(PressureSettings settings, SliceBarrier barrier)
    {
        this.settings = settings;
        this.barrier = barrier;
        if (settings.LiveSet.Bytes > 0) liveSet = BuildInGen2(settings.LiveSet);
        if (liveSet is not null && settings.OldToYoungWritesPerMs > 0) writes = new OldToYoungWrites(liveSet, settings.OldToYoungWritesPerMs);
        if (settings.AllocatePerSecond.Bytes > 0) allocation = new BackgroundAllocation(settings);
        if (writes is not null) writing = new PacedThread(writes, barrier);
        if (allocation is not null) allocating = new PacedThread(allocation, barrier);
    }

    /// <summary>Threads that take part in a timed opening of the slice barrier.</summary>
    public int Threads => (writing is null ? 0 : 1) + (allocating is null ? 0 : 1);

    /// <summary>Size of the live set as built; 0 without one.</summary>
    public long LiveSetBytes => liveSet?.Bytes ?? 0;

    /// <summary>The pressurer that a cell asks for, or null when it asks for nothing: a gen0 size alone needs none.</summary>
    public static Pressurer? For(PressureSettings settings, SliceBarrier barrier) =>
        settings is { LiveSet.Bytes: 0, AllocatePerSecond.Bytes: 0 } ? null : new Pressurer(settings, barrier);

    public void Start()
    {
        writing?.Start();
        allocating?.Start();
    }

    /// <summary>Allocates nothing: it is read at the edges too.</summary>
    public PressureReading Read() => new(
        writes?.Done ?? 0,
        (writes?.AllocatedBytes ?? 0) + (allocation?.Done ?? 0),
        (writing?.Cpu ?? default) + (allocating?.Cpu ?? default),
        Nanoseconds.From(barrier.OpenBefore),
        allocation?.Read() ?? default);

    /// <summary>What was due and done while the slice barrier was open.</summary>
    /// <param name="opened">Read before it opened.</param>
    /// <param name="closed">Read after all had arrived.</param>
    /// <param name="allocatedBytes">Bytes that it allocated between the edges.</param>
    public PressureCounters Over(PressureReading opened, PressureReading closed, long allocatedBytes)
    {
        var open = closed.Open - opened.Open;
        return new PressureCounters(
            settings.OldToYoungWritesPerMs * open.Milliseconds,
            closed.Writes - opened.Writes,
            allocatedBytes,
            closed.Cpu - opened.Cpu,
            open,
            allocation is null ? null : Allocated(allocation.PerMillisecond * open.Milliseconds, opened.Allocation, closed.Allocation));
    }

    private static AllocationCounters Allocated(double due, AllocationReading opened, AllocationReading closed) => new(
        due,
        closed.Bytes - opened.Bytes,
        closed.LargeBytes - opened.LargeBytes,
        closed.SurvivedBytes - opened.SurvivedBytes,
        closed.SmallObjects - opened.SmallObjects,
        closed.PinnedObjects - opened.PinnedObjects,
        closed.FinalizableObjects - opened.FinalizableObjects);

    /// <summary>Builds a live set before warm-up. Two collections promote it from gen0 to gen2.</summary>
    private static LiveSet BuildInGen2(ByteSize size)
    {
        var set = new LiveSet(size.Bytes, seed: 2463534242);
        GC.Collect();
        GC.Collect();
        return set;
    }
}

/// <summary>The pressurer's counters since the process began; <paramref name="Open"/> is the time that the slice barrier was open, current to its last closing.</summary>
internal readonly record struct PressureReading(long Writes, long AllocatedBytes, Nanoseconds Cpu, Nanoseconds Open, AllocationReading Allocation);

/// <summary>Counters of the paced allocation since the process began: bytes, and small objects.</summary>
internal readonly record struct AllocationReading(
    long Bytes,
    long LargeBytes,
    long SurvivedBytes,
    long SmallObjects,
    long PinnedObjects,
    long FinalizableObjects);
