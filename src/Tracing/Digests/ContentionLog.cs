using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

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
