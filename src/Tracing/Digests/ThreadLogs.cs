using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Waits for locks of the program. A wait counts where it begins; its length is known where it ends.</summary>
internal sealed class ContentionLog
{
    private readonly Lengths waits = new();
    private long started;
    private long ended;

    public ContentionLog(NettraceReader reader)
    {
        reader.On(Providers.Runtime, ContentionStarted.Id, OnStart);
        reader.On(Providers.Runtime, ContentionEnded.Id, OnEnd);
    }

    /// <summary>How many and how long; null when none was seen.</summary>
    public ContentionDigest? Digest() =>
        // A session may begin inside a wait, or end inside one.
        Math.Max(started, ended) is var count and > 0 ? new ContentionDigest(count, waits.Quantiles()) : null;

    private void OnStart(in NettraceEvent traced)
    {
        if (ContentionStarted.Read(traced).Managed) started++;
    }

    private void OnEnd(in NettraceEvent traced)
    {
        if (ContentionEnded.Read(traced) is not { Managed: true } wait) return;
        ended++;
        if (wait.WaitedMs is { } length) waits.Add(length);
    }
}

/// <summary>How the thread pool fared.</summary>
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

/// <summary>Thrown exceptions by type.</summary>
internal sealed class ExceptionLog
{
    private const int MostTypes = 10_000;

    private readonly NameTable types = new(MostTypes, "(other types)");
    private readonly List<long> counts = [];

    public ExceptionLog(NettraceReader reader)
    {
        reader.On(Providers.Runtime, ExceptionThrown.Id, OnThrown);
    }

    /// <summary>Most first, equal ones by name; null when none was seen.</summary>
    public IReadOnlyList<ExceptionCount>? MostFirst() => counts.Count == 0
        ? null
        :
        [
            .. counts
                .Select((count, type) => new ExceptionCount(types[type], count))
                .OrderByDescending(entry => entry.Count)
                .ThenBy(entry => entry.Type, StringComparer.Ordinal),
        ];

    private void OnThrown(in NettraceEvent traced)
    {
        var type = types.Intern(ExceptionThrown.Read(traced).Type);
        if (type == counts.Count) counts.Add(0);
        counts[type]++;
    }
}
