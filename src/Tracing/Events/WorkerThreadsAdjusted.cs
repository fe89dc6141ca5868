using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
