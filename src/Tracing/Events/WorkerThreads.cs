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
