using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>A trace as the reader hands it out, copied.</summary>
internal sealed record ReadTrace(NettraceSummary Summary, IReadOnlyList<ReadEvent> Events)
{
    public NettraceEnding Ending => Summary.Ending;

    public IEnumerable<double> Times => Events.Select(read => read.AtMs);

    /// <summary>Reads bytes, asking for all events of the providers.</summary>
    public static ReadTrace Of(byte[] trace, params string[] providers) => Of(new MemoryStream(trace), providers);

    public static ReadTrace Of(Stream trace, params string[] providers)
    {
        var events = new List<ReadEvent>();
        var reader = new NettraceReader();
        foreach (var provider in providers.Length == 0 ? [NettraceBuilder.Provider] : providers) reader.On(provider, null, Add);
        return new ReadTrace(reader.Read(trace), events);

        void Add(in NettraceEvent traced) =>
            events.Add(new ReadEvent(traced.Kind, traced.AtMs, traced.ThreadId, traced.Payload.ToArray(), traced.Stack.ToArray()));
    }
}

/// <summary>An event, copied.</summary>
internal sealed record ReadEvent(EventKind Kind, double AtMs, long ThreadId, byte[] Payload, ulong[] Stack);

/// <summary>Reading without a token: these traces are small.</summary>
internal static class WholeReading
{
    public static NettraceSummary ReadAll(this NettraceReader reader, Stream stream, IProgress<long>? progress = null) => reader.Read(stream, progress);
}
