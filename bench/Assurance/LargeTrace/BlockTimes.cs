using System.Buffers.Binary;

namespace AsyncLoad.Assurance.LargeTrace;

/// <summary>The times of a block. Its events tell them as differences from the one before, so that of the first moves all.</summary>
internal static class BlockTimes
{
    private const int FlagsAt = 2;
    private const int FirstAt = 4;
    private const int LastAt = 12;
    private const int Compressed = 1;
    private const int SmallestHeader = 20;
    private const int VarIntBits = 7;

    /// <summary>The content of a block whose events lie later.</summary>
    /// <param name="block">The block.</param>
    /// <param name="later">By how many ticks.</param>
    /// <param name="last">The latest time of any block so far, of this one too if it is later.</param>
    /// <exception cref="InvalidDataException">Its headers are not compressed.</exception>
    public static byte[] Later(TraceBlock block, long later, ref long last) => block.Name switch
    {
        "SPBlock" => Moved(block.Content, 0, later),
        "EventBlock" => Events(block.Content, later, ref last),
        _ => block.Content,
    };

    private static byte[] Events(byte[] content, long later, ref long last)
    {
        var header = content.Length < SmallestHeader ? 0 : BinaryPrimitives.ReadInt16LittleEndian(content);
        if (header < SmallestHeader || (BinaryPrimitives.ReadInt16LittleEndian(content.AsSpan(FlagsAt)) & Compressed) == 0)
            throw new InvalidDataException("only blocks with compressed headers can be repeated");
        // Those of a repetition are later than all of the short trace, whose span they are moved by.
        if (later == 0) last = Math.Max(last, BinaryPrimitives.ReadInt64LittleEndian(content.AsSpan(LastAt)));
        if (later == 0 || content.Length == header) return content;
        return [.. Moved(Moved(content.AsSpan(0, header).ToArray(), FirstAt, later), LastAt, later), .. FirstEvent(content.AsSpan(header), later)];
    }

    private static byte[] Moved(byte[] content, int at, long later)
    {
        var moved = content.ToArray();
        var place = moved.AsSpan(at);
        BinaryPrimitives.WriteInt64LittleEndian(place, BinaryPrimitives.ReadInt64LittleEndian(place) + later);
        return moved;
    }

    // Before its time stand: which fields it tells, its kind, its thread with two numbers beside, the thread it tells of, its stack.
    private static byte[] FirstEvent(ReadOnlySpan<byte> events, long later)
    {
        var (told, at) = (events[0], 1);
        var numbers = (told & 1) + ((told >> 1 & 1) * 3) + (told >> 2 & 1) + (told >> 3 & 1);
        for (; numbers > 0; numbers--) TakeNumber(events, ref at);
        var before = at;
        var time = TakeNumber(events, ref at);
        return [.. events[..before], .. Number(time + (ulong)later), .. events[at..]];
    }

    private static ulong TakeNumber(ReadOnlySpan<byte> bytes, ref int at)
    {
        var value = 0UL;
        for (var shift = 0; ; shift += VarIntBits)
        {
            var next = bytes[at++];
            value |= (ulong)(next & 0x7f) << shift;
            if (next < 0x80) return value;
        }
    }

    private static List<byte> Number(ulong value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= VarIntBits) bytes.Add((byte)(value | 0x80));
        bytes.Add((byte)value);
        return bytes;
    }
}
