using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
