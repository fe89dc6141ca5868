using System.Buffers.Binary;
using System.Text;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>What a block holds.</summary>
internal enum BlockKind
{
    /// <summary>Events.</summary>
    Events,

    /// <summary>Descriptions of kinds of events.</summary>
    Metadata,

    /// <summary>Stacks that events refer to.</summary>
    Stacks,

    /// <summary>A point in time: all earlier events stand before it in the file.</summary>
    SequencePoint,
}

/// <summary>A block of a trace. Valid until the next one is read.</summary>
internal readonly ref struct Block(BlockKind kind, long offset, ReadOnlySpan<byte> content)
{
    public BlockKind Kind { get; } = kind;

    /// <summary>Where its content stands in the file.</summary>
    public long Offset { get; } = offset;

    public ReadOnlySpan<byte> Content { get; } = content;
}

/// <summary>Splits a trace into its objects: the head, then blocks, then the end mark.</summary>
internal sealed class BlockSource(ByteSource bytes)
{
    // The runtime writes blocks of 100 KB.
    private const int MostBlockBytes = 100_000_000;

    private const int NewestTrace = 5;
    private const int OldestTrace = 4;
    private const int NewestBlock = 2;
    private const int LongestName = 64;

    private const byte EndMark = 1;
    private const byte Begin = 5;
    private const byte End = 6;

    /// <summary>Reads what comes before the blocks.</summary>
    public TraceHead ReadHead()
    {
        FileStart.Check(bytes);
        var offset = bytes.Offset;
        if (!TryReadStart(out var start) || start.Name != "Trace")
            throw UnreadableTraceException.Damaged(offset, "a trace begins with an object named Trace");
        if (start.Version < OldestTrace) throw UnreadableTraceException.Foreign($"it is version {start.Version} of the format, as .NET Core 2 wrote it: open it in PerfView");
        if (start.OldestReader > NewestTrace)
            throw UnreadableTraceException.Foreign($"it is version {start.Version} of the format: versions {OldestTrace} and {NewestTrace} can be read");
        var head = TraceHead.Read(bytes.Take(TraceHead.Bytes), bytes.Offset - TraceHead.Bytes, start.Version);
        Expect(End);
        return head;
    }

    /// <summary>Reads the next block.</summary>
    /// <returns>False at the end mark.</returns>
    public bool TryReadNext(out Block block)
    {
        var offset = bytes.Offset;
        block = default;
        if (!TryReadStart(out var start))
        {
            // One file after another in one: what is read would pass for all of it.
            return bytes.TryTake(1, out _) ? throw UnreadableTraceException.Damaged(bytes.Offset - 1, "more follows the end of the trace, as where two traces were joined") : false;
        }

        var kind = KindOf(start, offset);
        offset = bytes.Offset;
        var length = Int32();
        if (length is < 0 or > MostBlockBytes)
            throw UnreadableTraceException.Damaged(offset, $"a block of {length} B: expected 0 to {MostBlockBytes}");
        bytes.Take((int)(-bytes.Offset & (sizeof(int) - 1)));
        offset = bytes.Offset;
        var content = bytes.Take(length + 1);
        if (content[length] != End) throw Unexpected(offset + length, content[length], End);
        block = new Block(kind, offset, content[..length]);
        return true;
    }

    private static BlockKind KindOf(ObjectStart start, long offset) => start.OldestReader > NewestBlock
        ? throw UnreadableTraceException.Damaged(offset, $"an object {start.Name} for readers of version {start.OldestReader}: expected {NewestBlock} at most")
        : start.Name switch
        {
            "EventBlock" => BlockKind.Events,
            "MetadataBlock" => BlockKind.Metadata,
            "StackBlock" => BlockKind.Stacks,
            "SPBlock" => BlockKind.SequencePoint,
            _ => throw UnreadableTraceException.Damaged(offset, $"an object of unknown type '{start.Name}'"),
        };

    private bool TryReadStart(out ObjectStart start)
    {
        start = default;
        var offset = bytes.Offset;
        if (bytes.Take(1)[0] is not Begin and var tag) return tag == EndMark ? false : throw Unexpected(offset, tag, Begin);
        Expect(Begin);
        Expect(EndMark); // here the null tag: a type has no type
        var (version, oldestReader) = (Int32(), Int32());
        start = new ObjectStart(Name(), version, oldestReader);
        Expect(End);
        return true;
    }

    private string Name()
    {
        var offset = bytes.Offset;
        var length = Int32();
        return length is >= 0 and <= LongestName
            ? Encoding.ASCII.GetString(bytes.Take(length))
            : throw UnreadableTraceException.Damaged(offset, $"the name of an object's type has {length} B: expected 0 to {LongestName}");
    }

    private int Int32() => BinaryPrimitives.ReadInt32LittleEndian(bytes.Take(sizeof(int)));

    private void Expect(byte tag)
    {
        var offset = bytes.Offset;
        if (bytes.Take(1)[0] is var found && found != tag) throw Unexpected(offset, found, tag);
    }

    private static UnreadableTraceException Unexpected(long offset, byte found, byte expected) =>
        UnreadableTraceException.Damaged(offset, $"found {found}, expected {expected}");

    private readonly record struct ObjectStart(string Name, int Version, int OldestReader);
}
