using System.Text;
using AsyncLoad.Tests.Tracing.Nettrace;

namespace AsyncLoad.Tests.Tracing.Library;

/// <summary>Writes small traces of version 6 of the format, block by block. Their beginning is that of <see cref="NettraceBuilder"/>.</summary>
internal sealed class UniversalBuilder
{
    private readonly List<byte> trace = [];
    private readonly Dictionary<long, uint> sequences = [];

    /// <summary>Writes the head.</summary>
    public UniversalBuilder(long ticksPerSecond, DateTimeOffset started, params (string Key, string Value)[] told)
    {
        trace.AddRange([.. "Nettrace"u8, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
        Block(1, head =>
        {
            foreach (var part in new[] { started.Year, started.Month, 0, started.Day, started.Hour, started.Minute, started.Second, started.Millisecond }) head.Write((short)part);
            head.Write(NettraceBuilder.StartTicks);
            head.Write(ticksPerSecond);
            head.Write(8);
            head.Write(told.Length);
            foreach (var (key, value) in told)
            {
                Text(head, key);
                Text(head, value);
            }
        });
    }

    /// <summary>Names a thread by its index.</summary>
    public UniversalBuilder Thread(long index, int process, long thread) => Block(6, block => Sized(block, row =>
    {
        NettraceBuilder.VarInt(row, (ulong)index);
        row.Write((byte)2);
        NettraceBuilder.VarInt(row, (ulong)process);
        row.Write((byte)3);
        NettraceBuilder.VarInt(row, (ulong)thread);
    }));

    /// <summary>Describes a kind of event, without its fields.</summary>
    public UniversalBuilder Kind(int kind, string provider, int id, string name, int version) => Block(3, block =>
    {
        block.Write((short)0);
        Sized(block, row =>
        {
            NettraceBuilder.VarInt(row, (uint)kind);
            Text(row, provider);
            NettraceBuilder.VarInt(row, (uint)id);
            Text(row, name);
            row.Write((short)0);
            Sized(row, more =>
            {
                more.Write((byte)9);
                more.Write((byte)version);
            });
        });
    });

    /// <summary>Stacks with numbers from 1 on.</summary>
    public UniversalBuilder Stacks(IReadOnlyCollection<ulong[]> stacks) => Block(5, block =>
    {
        block.Write(1);
        block.Write(stacks.Count);
        foreach (var stack in stacks)
        {
            block.Write(stack.Length * sizeof(ulong));
            foreach (var address in stack) block.Write(address);
        }
    });

    /// <summary>A block of events; their threads are indices.</summary>
    public UniversalBuilder Events(params IEnumerable<WrittenEvent> events) => Block(2, block =>
    {
        block.Write((short)20);
        block.Write((short)1);
        block.Write(0L);
        block.Write(long.MaxValue);
        var blobs = new CompressedBlobs(block);
        foreach (var written in events) blobs.Write(written, sequences[written.Thread] = sequences.GetValueOrDefault(written.Thread) + 1 + written.LostBefore);
    });

    /// <summary>The trace so far.</summary>
    public byte[] Unended() => [.. trace];

    /// <summary>The trace with its last block.</summary>
    public byte[] Ended() => [.. trace, 0, 0, 0, 0];

    /// <summary>UTF-8 behind its length.</summary>
    public static void Text(BinaryWriter writer, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        NettraceBuilder.VarInt(writer, (ulong)bytes.Length);
        writer.Write(bytes);
    }

    private static void Sized(BinaryWriter writer, Action<BinaryWriter> write)
    {
        var row = NettraceBuilder.Bytes(write);
        writer.Write((ushort)row.Length);
        writer.Write(row);
    }

    private UniversalBuilder Block(byte kind, Action<BinaryWriter> write)
    {
        var content = NettraceBuilder.Bytes(write);
        trace.AddRange(BitConverter.GetBytes(content.Length | (kind << 24)));
        trace.AddRange(content);
        return this;
    }
}
