using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>The stack of one thread at one moment.</summary>
/// <param name="RunsManaged">Whether it ran managed code: not waiting, not in the system, not in native code.</param>
internal readonly record struct ThreadSampled(bool RunsManaged)
{
    public const int Id = 0;

    private const uint Managed = 2;

    public static ThreadSampled Read(in NettraceEvent traced) => new(traced.Fields().UInt32() == Managed);
}

/// <summary>A thread begins to wait for a lock.</summary>
/// <param name="Managed">Whether a lock of the program, and not of the runtime.</param>
internal readonly record struct ContentionStarted(bool Managed)
{
    public const int Id = 81;

    public static ContentionStarted Read(in NettraceEvent traced) => new(traced.Fields(oldest: 1).Byte() == 0);
}

/// <summary>A thread has the lock that it waited for.</summary>
/// <param name="Managed">Whether a lock of the program, and not of the runtime.</param>
/// <param name="WaitedMs">How long it waited; null before .NET Core 3.0, which does not tell.</param>
internal readonly record struct ContentionEnded(bool Managed, double? WaitedMs)
{
    public const int Id = 91;

    private const int WithDuration = 1;
    private const double LongestNanoseconds = long.MaxValue;

    public static ContentionEnded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var managed = fields.Byte() == 0;
        if (traced.Kind.Version < WithDuration) return new ContentionEnded(managed, null);
        // The runtime's instance.
        fields.Skip(sizeof(short));
        return fields.Double() is var waited and >= 0 and < LongestNanoseconds
            ? new ContentionEnded(managed, waited / 1e6)
            : throw new InvalidDataException("a thread waited for no possible time");
    }
}

/// <summary>A worker thread of the pool starts, stops or waits for work.</summary>
/// <param name="Threads">How many the pool has from now on.</param>
internal readonly record struct WorkerThreads(int Threads)
{
    public const int StartId = 50;
    public const int StopId = 51;
    public const int WaitId = 57;

    // The pool counts them in 16 bits.
    private const int MostThreads = short.MaxValue;

    public static WorkerThreads Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        return new WorkerThreads(fields.Number(MostThreads));
    }
}

/// <summary>The pool wants another number of worker threads.</summary>
/// <param name="Starved">Whether because queued work made no progress.</param>
internal readonly record struct WorkerThreadsAdjusted(bool Starved)
{
    public const int Id = 55;

    private const uint Starvation = 6;

    public static WorkerThreadsAdjusted Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        // Throughput, and the number that it wants.
        fields.Skip(sizeof(double) + sizeof(int));
        return new WorkerThreadsAdjusted(fields.UInt32() == Starvation);
    }
}

/// <summary>An exception is thrown.</summary>
internal readonly ref struct ExceptionThrown(ReadOnlySpan<char> type)
{
    public const int Id = 80;

    /// <summary>Its type as the runtime wrote it. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    // Its message follows, which may hold anything: it is not read.
    public static ExceptionThrown Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(oldest: 1);
        return new ExceptionThrown(fields.Characters());
    }
}
