using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>The stacks since the last sequence point, by number.</summary>
/// <param name="pointerBytes">Size of an address in the trace: 4 or 8.</param>
internal sealed class StackTable(int pointerBytes)
{
    // The runtime's buffers hold 10 MB between two sequence points, stacks included.
    private const long MostBytes = 128 << 20;
    private const int EntryBytes = 32;

    private readonly Dictionary<int, ArenaSlice> stacks = [];
    private readonly ByteArena arena = new();
    private ulong[] widened = [];

    public void Add(Block block)
    {
        var content = new PayloadReader(block.Content);
        try
        {
            var (id, count) = (content.Int32(), content.Int32());
            for (; count > 0; count--)
            {
                var length = content.Int32();
                var start = block.Content.Length - content.Left;
                content.Skip(length);
                Keep(id, block.Content.Slice(start, length), block.Offset + start);
                id = unchecked(id + 1);
            }
        }
        catch (InvalidDataException damage)
        {
            throw UnreadableTraceException.Damaged(block.Offset + block.Content.Length - content.Left, $"a block of stacks: {damage.Message}");
        }
    }

    /// <summary>Where a stack lies; empty when there is none of this number.</summary>
    public ArenaSlice Find(int id) => stacks.GetValueOrDefault(id);

    /// <summary>The addresses of a stack. Valid until the next call or <see cref="Clear"/>.</summary>
    public ReadOnlySpan<ulong> Frames(ArenaSlice stack)
    {
        var bytes = arena.Get(stack);
        return pointerBytes == sizeof(ulong) ? MemoryMarshal.Cast<byte, ulong>(bytes) : Widened(bytes);
    }

    /// <summary>Drops all stacks: no event after a sequence point refers to one before it.</summary>
    public void Clear()
    {
        stacks.Clear();
        arena.Clear();
    }

    private void Keep(int id, ReadOnlySpan<byte> stack, long offset)
    {
        if (arena.Bytes + stack.Length + (stacks.Count * (long)EntryBytes) > MostBytes)
            throw UnreadableTraceException.Damaged(offset, $"more than {MostBytes} B of stacks without a sequence point");
        stacks[id] = arena.Add(stack);
    }

    private ReadOnlySpan<ulong> Widened(ReadOnlySpan<byte> bytes)
    {
        var count = bytes.Length / sizeof(uint);
        if (widened.Length < count) widened = new ulong[count];
        for (var frame = 0; frame < count; frame++) widened[frame] = BinaryPrimitives.ReadUInt32LittleEndian(bytes[(frame * sizeof(uint))..]);
        return widened.AsSpan(0, count);
    }
}
