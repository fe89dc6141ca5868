using System.Text;
using AsyncLoad.Tests.Tracing.Nettrace;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tests.Tracing.Library;

/// <summary>Real traces of version 4, written again as other versions of the format: the same events, threads, times and stacks.</summary>
internal sealed class RewrittenTrace
{
    private const long TicksPerSecond = 1_000_000_000;

    private readonly NettraceHeader header;
    private readonly IReadOnlyList<ReadEvent> events;
    private readonly Dictionary<(string Provider, int Id, int Version), int> kinds;

    public RewrittenTrace(string fixture)
    {
        var read = ReadTrace.Of(TraceFixture.Bytes(fixture), Providers.Runtime, Providers.Rundown, Providers.SampleProfiler, Providers.Session, Providers.Phases);
        (header, events) = (read.Summary.Header!, read.Events);
        kinds = events.Select(KeyOf).Distinct().Index().ToDictionary(entry => entry.Item, entry => entry.Index + 1);
    }

    /// <summary>As version 6.</summary>
    public byte[] AsUniversal()
    {
        var told = new[] { ("ProcessId", $"{header.ProcessId}"), ("HardwareThreadCount", $"{header.Processors}") };
        var builder = new UniversalBuilder(TicksPerSecond, header.StartedUtc!.Value, told);
        var threads = events.Select(read => read.ThreadId).Distinct().Index().ToDictionary(entry => entry.Item, entry => (long)entry.Index + 1);
        foreach (var (thread, index) in threads) builder.Thread(index, header.ProcessId, thread);
        foreach (var (kind, number) in kinds) builder.Kind(number, kind.Provider, kind.Id, "", kind.Version);
        return builder
            .Stacks([.. events.Select(read => read.Stack)])
            .Events(events.Select((read, place) => new WrittenEvent(Ticks(read))
            {
                Kind = kinds[KeyOf(read)],
                Thread = threads[read.ThreadId],
                Stack = place + 1,
                Payload = read.Payload,
                Sorted = true,
            }))
            .Ended();
    }

    /// <summary>As version 3, the last of .NET Core 2.</summary>
    public byte[] AsNetPerf()
    {
        List<byte> trace = [20, 0, 0, 0, .. "!FastSerialization.1"u8];
        Object(trace, "Trace", 3, head =>
        {
            var started = header.StartedUtc!.Value;
            foreach (var part in new[] { started.Year, started.Month, 0, started.Day, started.Hour, started.Minute, started.Second, started.Millisecond }) head.Write((short)part);
            head.Write(NettraceBuilder.StartTicks);
            head.Write(TicksPerSecond);
            foreach (var number in new[] { sizeof(ulong), header.ProcessId, header.Processors, 1_000_000 }) head.Write(number);
        });
        var content = NettraceBuilder.Bytes(block =>
        {
            foreach (var (kind, number) in kinds) Blob(block, 0, (0, 0), NettraceBuilder.Bytes(told => Describe(told, number, kind)), []);
            foreach (var read in events) Blob(block, kinds[KeyOf(read)], (read.ThreadId, Ticks(read)), read.Payload, read.Stack);
        });
        Object(trace, "EventBlock", 1, block =>
        {
            block.Write(content.Length);
            while ((trace.Count + block.BaseStream.Position) % 4 != 0) block.Write((byte)0);
            block.Write(content);
        });
        return [.. trace, 1];
    }

    private static (string Provider, int Id, int Version) KeyOf(ReadEvent read) => (read.Kind.Provider, read.Kind.Id, read.Kind.Version);

    private static long Ticks(ReadEvent read) => (long)Math.Round(read.AtMs * (TicksPerSecond / 1000));

    private static void Describe(BinaryWriter told, int number, (string Provider, int Id, int Version) kind)
    {
        told.Write(number);
        NettraceBuilder.Text(told, kind.Provider);
        told.Write(kind.Id);
        NettraceBuilder.Text(told, "");
        told.Write(0L);
        told.Write(kind.Version);
        told.Write(4);
        told.Write(0); // fields
    }

    private static void Blob(BinaryWriter block, int kind, (long Thread, long Ticks) at, byte[] payload, ulong[] stack)
    {
        var length = 56 + payload.Length + sizeof(int) + (stack.Length * sizeof(ulong));
        var padding = -length & 3;
        block.Write(length + padding - sizeof(int));
        block.Write(kind);
        block.Write((int)at.Thread);
        block.Write(NettraceBuilder.StartTicks + at.Ticks);
        block.Write(new byte[32]);
        block.Write(payload.Length);
        block.Write(payload);
        block.Write(stack.Length * sizeof(ulong));
        foreach (var address in stack) block.Write(address);
        block.Write(new byte[padding]);
    }

    private static void Object(List<byte> trace, string name, int version, Action<BinaryWriter> write)
    {
        trace.AddRange(NettraceBuilder.Bytes(begun =>
        {
            begun.Write([4, 4, 1]);
            begun.Write(version);
            begun.Write(0);
            begun.Write(name.Length);
            begun.Write(Encoding.ASCII.GetBytes(name));
            begun.Write((byte)6);
        }));
        trace.AddRange(NettraceBuilder.Bytes(write));
        trace.Add(6);
    }
}
