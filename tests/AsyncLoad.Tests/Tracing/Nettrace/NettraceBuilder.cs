using System.Text;

namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>Writes small traces, object by object. Times are in ticks of 1 ms; the trace begins at <see cref="StartTicks"/>.</summary>
internal sealed class NettraceBuilder
{
    public const string Provider = "Test-Provider";
    public const long StartTicks = 1_000_000;

    private readonly List<byte> trace = [];
    private readonly Dictionary<long, uint> sequences = [];
    private readonly int pointerBytes;

    /// <summary>Writes the head.</summary>
    public NettraceBuilder(int pointerBytes = 8, int version = 4, ushort month = 5, long ticksPerSecond = 1000, int processors = 12)
    {
        this.pointerBytes = pointerBytes;
        ushort[] started = [2026, month, 0, 17, 8, 9, 10, 11];
        trace.AddRange(Bytes(head =>
        {
            head.Write("Nettrace"u8);
            head.Write(20);
            head.Write("!FastSerialization.1"u8);
            Begin(head, "Trace", version);
            foreach (var part in started) head.Write(part);
            head.Write(StartTicks);
            head.Write(ticksPerSecond);
            foreach (var number in new[] { pointerBytes, 4711, processors, 1_000_000 }) head.Write(number);
            head.Write((byte)6);
        }));
    }

    /// <summary>Where the next object begins.</summary>
    public int Length => trace.Count;

    /// <summary>Describes a kind of event. What describes its fields comes from the test.</summary>
    public NettraceBuilder Kind(int kind, int id, Action<BinaryWriter>? fields = null, string provider = Provider, string name = "")
    {
        var payload = Bytes(told =>
        {
            told.Write(kind);
            Text(told, provider);
            told.Write(id);
            Text(told, name);
            told.Write(0L);
            told.Write(3);
            told.Write(4);
            fields?.Invoke(told);
        });
        return Object("MetadataBlock", Bytes(block =>
        {
            Header(block, compressed: true);
            block.Write((byte)0b1000_0000);
            VarInt(block, 0);
            VarInt(block, (ulong)payload.Length);
            block.Write(payload);
        }));
    }

    /// <summary>A block of events.</summary>
    public NettraceBuilder Events(params IEnumerable<WrittenEvent> events) => Object("EventBlock", Bytes(block =>
    {
        Header(block, compressed: true);
        var blobs = new CompressedBlobs(block);
        foreach (var written in events) blobs.Write(written, NextSequence(written));
    }));

    /// <summary>The same, with headers in full.</summary>
    public NettraceBuilder PlainEvents(params IEnumerable<WrittenEvent> events) => Object("EventBlock", Bytes(block =>
    {
        Header(block, compressed: false);
        foreach (var written in events) Plain(block, written, NextSequence(written));
    }));

    /// <summary>A block of stacks with numbers from <paramref name="first"/> on.</summary>
    public NettraceBuilder Stacks(int first, params ulong[][] stacks) => Object("StackBlock", Bytes(block =>
    {
        block.Write(first);
        block.Write(stacks.Length);
        foreach (var stack in stacks)
        {
            block.Write(stack.Length * pointerBytes);
            foreach (var address in stack)
            {
                if (pointerBytes == 8) block.Write(address);
                else block.Write((uint)address);
            }
        }
    }));

    /// <summary>A sequence point that names threads and how far they have counted.</summary>
    public NettraceBuilder SequencePoint(params (long Thread, uint Sequence)[] threads) => Object("SPBlock", Bytes(block =>
    {
        block.Write(0L);
        block.Write(threads.Length);
        foreach (var (thread, sequence) in threads)
        {
            block.Write(thread);
            block.Write(sequence);
        }
    }));

    /// <summary>An object with any name and content.</summary>
    public NettraceBuilder Object(string name, byte[] content, int? claimedLength = null, int version = 2)
    {
        trace.AddRange(Bytes(written =>
        {
            Begin(written, name, version);
            written.Write(claimedLength ?? content.Length);
        }));
        while (trace.Count % 4 != 0) trace.Add(0);
        trace.AddRange(content);
        trace.Add(6);
        return this;
    }

    /// <summary>The trace so far.</summary>
    public byte[] Unended() => [.. trace];

    /// <summary>The trace with its end mark.</summary>
    public byte[] Ended() => [.. trace, 1];

    /// <summary>UTF-16 with its zero, as payloads hold it.</summary>
    public static void Text(BinaryWriter writer, string text) => writer.Write(Encoding.Unicode.GetBytes(text + '\0'));

    /// <summary>What an action writes.</summary>
    public static byte[] Bytes(Action<BinaryWriter> write)
    {
        using var bytes = new MemoryStream();
        using var writer = new BinaryWriter(bytes);
        write(writer);
        return bytes.ToArray();
    }

    /// <summary>Seven bits a byte, lowest first.</summary>
    public static void VarInt(BinaryWriter writer, ulong value)
    {
        for (; value >= 0x80; value >>= 7) writer.Write((byte)(value | 0x80));
        writer.Write((byte)value);
    }

    private static void Header(BinaryWriter block, bool compressed)
    {
        block.Write((short)20);
        block.Write((short)(compressed ? 1 : 0));
        block.Write(0L);
        block.Write(0L);
    }

    private static void Plain(BinaryWriter block, WrittenEvent written, uint sequence)
    {
        var length = 76 + written.Payload.Length;
        var padding = -length & 3;
        block.Write(length + padding);
        block.Write((uint)written.Kind | (written.Sorted ? 0 : 1u << 31));
        block.Write(sequence);
        block.Write(written.Subject ?? written.Thread);
        block.Write(written.Thread);
        block.Write(0);
        block.Write(written.Stack);
        block.Write(StartTicks + written.At);
        block.Write(new byte[32]);
        block.Write(written.Payload.Length);
        block.Write(written.Payload);
        block.Write(new byte[padding]);
    }

    private uint NextSequence(WrittenEvent written)
    {
        var sequence = written.Recount ?? sequences.GetValueOrDefault(written.Thread) + 1 + written.LostBefore;
        sequences[written.Thread] = sequence;
        return sequence;
    }

    private static void Begin(BinaryWriter writer, string name, int version)
    {
        writer.Write([5, 5, 1]);
        writer.Write(version);
        writer.Write(version);
        writer.Write(name.Length);
        writer.Write(Encoding.ASCII.GetBytes(name));
        writer.Write((byte)6);
    }
}
