using System.Buffers.Binary;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Reads the blobs of a block of events or metadata. Its properties describe the blob that was read last.</summary>
internal ref struct BlobReader
{
    private const int SmallestHeader = 20;
    private const int PlainHeader = 80;
    private const int GuidBytes = 16;
    private const int Compressed = 1;

    private readonly ReadOnlySpan<byte> block;
    private readonly long offset;
    private readonly bool compressed;
    private int position;

    public BlobReader(Block block)
    {
        this.block = block.Content;
        offset = block.Offset;
        if (block.Content.Length < SmallestHeader) throw Damaged("a block of events is shorter than its header");
        position = BinaryPrimitives.ReadInt16LittleEndian(block.Content);
        if (position < SmallestHeader || position > block.Content.Length) throw Damaged($"the header of a block of events has {position} B");
        compressed = (BinaryPrimitives.ReadInt16LittleEndian(block.Content[sizeof(short)..]) & Compressed) != 0;
    }

    /// <summary>Where the blob stands in the file.</summary>
    public long Offset { get; private set; }

    /// <summary>Which kind of event it is: number of its metadata.</summary>
    public int MetadataId { get; private set; }

    /// <summary>Whether all events further on in the file are at least as late.</summary>
    public bool IsSorted { get; private set; }

    /// <summary>Counts the events of the thread that recorded it.</summary>
    public uint Sequence { get; private set; }

    /// <summary>The thread that recorded it.</summary>
    public long CaptureThreadId { get; private set; }

    /// <summary>The thread that it is about.</summary>
    public long ThreadId { get; private set; }

    public int StackId { get; private set; }

    /// <summary>When, in ticks.</summary>
    public long Timestamp { get; private set; }

    public ReadOnlySpan<byte> Payload { get; private set; }

    /// <returns>False at the end of the block.</returns>
    public bool TryRead()
    {
        if (position == block.Length) return false;
        Offset = offset + position;
        if (compressed) ReadCompressed();
        else ReadPlain();
        return true;
    }

    // A field that a blob omits has the value of the blob before; some are stored as a difference from it.
    private void ReadCompressed()
    {
        var told = (Told)Take(1)[0];
        if ((told & Told.Metadata) != 0) MetadataId = Int32();
        if ((told & Told.CaptureThread) != 0)
        {
            Sequence = unchecked(Sequence + (uint)VarInt(sizeof(uint)) + 1);
            CaptureThreadId = Int64();
            Int32(); // the processor
        }
        else if (MetadataId != 0)
        {
            Sequence = unchecked(Sequence + 1);
        }

        if ((told & Told.Thread) != 0) ThreadId = Int64();
        if ((told & Told.Stack) != 0) StackId = Int32();
        Timestamp = unchecked(Timestamp + Int64());
        if ((told & Told.Activity) != 0) Take(GuidBytes);
        if ((told & Told.RelatedActivity) != 0) Take(GuidBytes);
        IsSorted = (told & Told.Sorted) != 0;
        Payload = Take((told & Told.PayloadLength) != 0 ? Int32() : Payload.Length);
    }

    private void ReadPlain()
    {
        var fields = new PayloadReader(Take(PlainHeader));
        var length = fields.Int32();
        var kind = fields.UInt32();
        Sequence = fields.UInt32();
        (ThreadId, CaptureThreadId) = (fields.Int64(), fields.Int64());
        fields.Skip(sizeof(int)); // the processor
        (StackId, Timestamp) = (fields.Int32(), fields.Int64());
        fields.Skip(2 * GuidBytes);
        var payloadLength = fields.Int32();
        (MetadataId, IsSorted) = ((int)(kind & int.MaxValue), kind <= int.MaxValue);
        Payload = Take(payloadLength);
        // The length counts padding too, but not itself.
        var padding = length - (PlainHeader - (long)sizeof(int)) - payloadLength;
        if (padding is < 0 or > sizeof(int)) throw Damaged($"an event of {length} B with a payload of {payloadLength} B");
        Take((int)Math.Min(padding, block.Length - position));
        Take(Math.Min(-position & (sizeof(int) - 1), block.Length - position));
    }

    private int Int32() => unchecked((int)(uint)VarInt(sizeof(uint)));

    private long Int64() => unchecked((long)VarInt(sizeof(ulong)));

    // Seven bits per byte, lowest first; the eighth bit says that more follow.
    private ulong VarInt(int bytes)
    {
        var value = 0UL;
        for (var shift = 0; shift < bytes * 8; shift += 7)
        {
            var next = Take(1)[0];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80) return value;
        }

        throw Damaged($"a number of {bytes} B has no end");
    }

    private ReadOnlySpan<byte> Take(int count)
    {
        if (count < 0 || count > block.Length - position) throw Damaged($"an event needs {count} B, and its block has {block.Length - position} B left");
        var taken = block.Slice(position, count);
        position += count;
        return taken;
    }

    private readonly UnreadableTraceException Damaged(string message) => UnreadableTraceException.Damaged(offset + position, message);

    // Which fields of its header a compressed blob contains.
    [Flags]
    private enum Told : byte
    {
        Metadata = 1,
        CaptureThread = 2,
        Thread = 4,
        Stack = 8,
        Activity = 16,
        RelatedActivity = 32,
        Sorted = 64,
        PayloadLength = 128,
    }
}
