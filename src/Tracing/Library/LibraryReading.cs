using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace AsyncLoad.Tracing.Library;

/// <summary>Hands out the events of one process of a trace: the .NET process with the most events.</summary>
internal sealed class LibraryReading(LibraryTrace trace, Subscriptions asked, CancellationToken cancellation)
{
    private const string UniversalEvents = "Universal.Events";
    private const string UniversalSample = "cpu";

    private readonly Dictionary<(Guid Provider, int Id, int Version, string? Name), AskedKind> kinds = [];
    private readonly HashSet<CodeAddressIndex> addresses = [];
    private readonly byte[] managed = [2, 0, 0, 0];
    private byte[] payload = [];
    private ulong[] frames = new ulong[128];
    private long events;
    private double lastMs;

    public NettraceSummary Read(string format, long bytes)
    {
        var (process, others) = Choose();
        var ending = HandOut(process) ?? trace.Ending;
        var log = trace.Log;
        var header = new NettraceHeader(
            format, new DateTimeOffset(log.SessionStartTime.ToUniversalTime()), log.PointerSize, process, log.NumberOfProcessors, lastMs);
        return new NettraceSummary(ending, bytes, events, log.EventsLost, header) { OtherProcesses = others };
    }

    private (int Process, int Others) Choose()
    {
        if (trace.Log.Processes.Count == 1) return (trace.Log.Processes.Single().ProcessID, 0);
        var counts = new Dictionary<int, (long OfRuntime, long All)>();
        foreach (var data in trace.Log.Events)
        {
            cancellation.ThrowIfCancellationRequested();
            var (runtime, all) = counts.GetValueOrDefault(data.ProcessID);
            counts[data.ProcessID] = (runtime + (data.ProviderName == Providers.Runtime ? 1 : 0), all + 1);
        }

        return (counts.MaxBy(count => count.Value).Key, Math.Max(0, counts.Values.Count(count => count.OfRuntime > 0) - 1));
    }

    private NettraceEnding.Damaged? HandOut(int process)
    {
        AskedKind? kind = null;
        try
        {
            foreach (var data in trace.Log.Events)
            {
                cancellation.ThrowIfCancellationRequested();
                if (data.ProcessID != process) continue;
                events++;
                lastMs = Math.Max(lastMs, data.TimeStampRelativeMSec);
                kind = KindOf(data);
                if (kind.Handlers.Length > 0) Hand(data, kind);
            }

            new LibraryNames(trace.Log, asked).HandOut(addresses, lastMs);
            return null;
        }
        catch (Exception failure) when (failure is IOException || LibraryTrace.TellsOfDamage(failure))
        {
            return new NettraceEnding.Damaged(null, kind is null ? failure.Message : $"event {kind.Kind.Id} of {kind.Kind.Provider}, {lastMs:F0} ms from the beginning: {failure.Message}");
        }
    }

    private void Hand(TraceEvent data, AskedKind kind)
    {
        var traced = new NettraceEvent
        {
            Kind = kind.Kind,
            AtMs = Math.Max(0, data.TimeStampRelativeMSec),
            ThreadId = data.ThreadID,
            Payload = IsUniversalSample(data) ? managed : PayloadOf(data),
            PointerBytes = data.PointerSize,
            Stack = StackOf(data),
        };
        foreach (var handler in kind.Handlers) handler(traced);
    }

    // The library builds an event's name at each access, so a name is part of the key only where the id is 0 and says nothing.
    private AskedKind KindOf(TraceEvent data)
    {
        var key = (data.ProviderGuid, (int)data.ID, data.Version, data.ID == 0 ? data.EventName : null);
        if (kinds.TryGetValue(key, out var known)) return known;
        var (provider, id) = IsUniversalSample(data) ? (Providers.SampleProfiler, ThreadSampled.Id) : (data.ProviderName, (int)data.ID);
        return kinds[key] = new AskedKind(new EventKind(provider, id, data.Version, "", []), asked.To(provider, id));
    }

    private static bool IsUniversalSample(TraceEvent data) => data.ProviderName == UniversalEvents && data.EventName == UniversalSample;

    private ReadOnlySpan<byte> PayloadOf(TraceEvent data)
    {
        var length = data.EventDataLength;
        if (payload.Length < length) payload = new byte[Math.Max(length, 2 * payload.Length)];
        data.EventData(payload, 0, 0, length);
        return payload.AsSpan(0, length);
    }

    private ReadOnlySpan<ulong> StackOf(TraceEvent data)
    {
        var (stacks, code) = (trace.Log.CallStacks, trace.Log.CodeAddresses);
        var depth = 0;
        for (var frame = data.CallStackIndex(); frame != CallStackIndex.Invalid; frame = CallerOf(frame, stacks))
        {
            if (depth == frames.Length) Array.Resize(ref frames, 2 * depth);
            var address = stacks.CodeAddressIndex(frame);
            addresses.Add(address);
            frames[depth++] = code.Address(address);
        }

        return frames.AsSpan(0, depth);
    }

    // The library numbers a caller before what it calls. A damaged .etlx file may say otherwise, and its stack would have no end.
    private static CallStackIndex CallerOf(CallStackIndex frame, TraceCallStacks stacks) =>
        stacks.Caller(frame) is var caller && caller < frame ? caller : throw new InvalidDataException("a stack contains itself");
}
