using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Starvation of the thread pool, and its number of threads.</summary>
internal sealed class ThreadPoolLog
{
    private bool seen;
    private int starvations;
    private int? fewest;
    private int? most;

    public ThreadPoolLog(NettraceReader reader)
    {
        reader.On(Providers.Runtime, WorkerThreadsAdjusted.Id, OnAdjusted);
        foreach (var id in new[] { WorkerThreads.StartId, WorkerThreads.StopId, WorkerThreads.WaitId }) reader.On(Providers.Runtime, id, OnThreads);
    }

    /// <summary>What was seen; null when nothing was.</summary>
    public ThreadPoolDigest? Digest() => seen ? new ThreadPoolDigest(starvations, fewest, most) : null;

    private void OnAdjusted(in NettraceEvent traced)
    {
        seen = true;
        if (WorkerThreadsAdjusted.Read(traced).Starved) starvations++;
    }

    private void OnThreads(in NettraceEvent traced)
    {
        seen = true;
        var threads = WorkerThreads.Read(traced).Threads;
        fewest = Math.Min(fewest ?? threads, threads);
        most = Math.Max(most ?? threads, threads);
    }
}
