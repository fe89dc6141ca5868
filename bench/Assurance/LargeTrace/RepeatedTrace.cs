using System.Buffers.Binary;
using System.Text;

namespace AsyncLoad.Assurance.LargeTrace;

/// <summary>
/// Makes a long trace of a short one: its blocks again and again, each time later. What describes kinds of events comes once. A sequence point that names no thread
/// stands before each repetition, after which threads count from 1 and stacks have their first numbers again, as at the beginning.
/// </summary>
/// <remarks>Takes versions 4 and 5 of the format with compressed headers, as .NET writes them since .NET Core 3.0.</remarks>
/// <param name="source">The short trace; has to seek.</param>
/// <param name="target">Where the long one goes, from its beginning.</param>
internal sealed class RepeatedTrace(Stream source, Stream target)
{
    private const int MagicBytes = 32;
    private const int HeadBytes = 48;
    private const int StartTicksAt = 16;
    private const int MostBlockBytes = 100_000_000;
    private const int LongestName = 64;
    private const int Alignment = 4;

    private const byte EndMark = 1;
    private const byte Begin = 5;
    private const byte End = 6;

    private const string Head = "Trace";
    private const string Metadata = "MetadataBlock";
    private const string Point = "SPBlock";

    private long written;
    private long last;

    /// <summary>Writes whole repetitions until there are enough bytes.</summary>
    /// <param name="least">So many bytes or more.</param>
    /// <returns>How many times the short trace stands in the long one.</returns>
    /// <exception cref="InvalidDataException">The short trace cannot be repeated.</exception>
    public int Write(long least)
    {
        var start = CopyHead();
        var (first, times) = (source.Position, 0);
        do
        {
            source.Position = first;
            var later = times * (last - start);
            if (times > 0) Put(new TraceBlock(Point, 2, 2, EmptyPoint(start + later)));
            while (TryTake(out var block))
            {
                if (times == 0 || block.Name != Metadata) Put(block with { Content = BlockTimes.Later(block, later, ref last) });
            }

            times++;
        }
        while (written < least);
        Put([EndMark]);
        return times;
    }

    // Until it has been read once, nothing is known of its end: the times of the first repetition are those of the short trace.
    private long CopyHead()
    {
        Put(Take(MagicBytes));
        if (!TryTakeStart(out var start) || start.Name != Head) throw Unfit($"no object '{Head}' at its beginning");
        PutStart(start);
        var head = Take(HeadBytes);
        Put(head);
        Expect(End);
        Put([End]);
        return last = BinaryPrimitives.ReadInt64LittleEndian(head.AsSpan(StartTicksAt));
    }

    private static byte[] EmptyPoint(long at)
    {
        var content = new byte[sizeof(long) + sizeof(int)];
        BinaryPrimitives.WriteInt64LittleEndian(content, at);
        return content;
    }

    private bool TryTake(out TraceBlock block)
    {
        block = default;
        if (!TryTakeStart(out var start)) return false;
        var length = Int32();
        if (length is < 0 or > MostBlockBytes) throw Unfit($"a block of {length} B");
        Take((int)(-source.Position & (Alignment - 1)));
        block = start with { Content = Take(length) };
        Expect(End);
        return true;
    }

    private bool TryTakeStart(out TraceBlock start)
    {
        start = default;
        if (Take(1)[0] is not Begin and var tag) return tag == EndMark ? false : throw Unfit($"tag {tag}");
        Expect(Begin);
        Expect(EndMark); // here: a type has no type
        var (version, oldestReader, length) = (Int32(), Int32(), Int32());
        if (length is < 0 or > LongestName) throw Unfit($"a name of {length} B");
        start = new TraceBlock(Encoding.ASCII.GetString(Take(length)), version, oldestReader, []);
        Expect(End);
        return true;
    }

    private void Put(TraceBlock block)
    {
        PutStart(block);
        PutInt32(block.Content.Length);
        Put(new byte[-written & (Alignment - 1)]);
        Put(block.Content);
        Put([End]);
    }

    private void PutStart(TraceBlock block)
    {
        Put([Begin, Begin, EndMark]);
        foreach (var number in new[] { block.Version, block.OldestReader, block.Name.Length }) PutInt32(number);
        Put(Encoding.ASCII.GetBytes(block.Name));
        Put([End]);
    }

    private void PutInt32(int number)
    {
        Span<byte> bytes = stackalloc byte[sizeof(int)];
        BinaryPrimitives.WriteInt32LittleEndian(bytes, number);
        Put(bytes);
    }

    private void Put(ReadOnlySpan<byte> bytes)
    {
        target.Write(bytes);
        written += bytes.Length;
    }

    private byte[] Take(int count)
    {
        var bytes = new byte[count];
        return source.ReadAtLeast(bytes, count, throwOnEndOfStream: false) == count ? bytes : throw Unfit("it ends early");
    }

    private int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    private void Expect(byte tag)
    {
        if (Take(1)[0] is var found && found != tag) throw Unfit($"tag {found} where {tag} must stand");
    }

    private InvalidDataException Unfit(string why) => new($"only whole traces of versions 4 and 5 can be repeated: {why}, before byte {source.Position}");
}

/// <summary>An object of a trace.</summary>
/// <param name="Name">Name of its type.</param>
/// <param name="Version">Its version.</param>
/// <param name="OldestReader">Version of the oldest reader that understands it.</param>
/// <param name="Content">What it holds.</param>
internal readonly record struct TraceBlock(string Name, int Version, int OldestReader, byte[] Content);
