namespace AsyncLoad.Tests.Tracing.Nettrace;

/// <summary>Writes blobs with compressed headers: each tells only what the one before it does not.</summary>
internal sealed class CompressedBlobs(BinaryWriter block)
{
    private WrittenEvent before = new(-NettraceBuilder.StartTicks) { Kind = 0, Thread = 0 };
    private uint sequenceBefore;

    public void Write(WrittenEvent written, uint sequence)
    {
        var kind = written.Kind != before.Kind;
        var recorder = written.Thread != before.Thread || sequence != sequenceBefore + 1;
        var thread = Subject(written) != Subject(before);
        var stack = written.Stack != before.Stack;
        var length = written.Payload.Length != before.Payload.Length;
        block.Write((byte)(Bit(kind, 1) | Bit(recorder, 2) | Bit(thread, 4) | Bit(stack, 8) | Bit(written.Sorted, 64) | Bit(length, 128)));
        if (kind) NettraceBuilder.VarInt(block, (uint)written.Kind);
        if (recorder)
        {
            NettraceBuilder.VarInt(block, unchecked(sequence - sequenceBefore - 1));
            NettraceBuilder.VarInt(block, (ulong)written.Thread);
            NettraceBuilder.VarInt(block, 3);
        }

        if (thread) NettraceBuilder.VarInt(block, (ulong)Subject(written));
        if (stack) NettraceBuilder.VarInt(block, (uint)written.Stack);
        NettraceBuilder.VarInt(block, (ulong)(written.At - before.At));
        if (length) NettraceBuilder.VarInt(block, (uint)written.Payload.Length);
        block.Write(written.Payload);
        (before, sequenceBefore) = (written, sequence);
    }

    private static long Subject(WrittenEvent written) => written.Subject ?? written.Thread;

    private static int Bit(bool set, int bit) => set ? bit : 0;
}
