namespace AsyncLoad.Tracing.Nettrace;

/// <summary>The bytes of a stream, a span at a time. Memory follows the bytes that arrive, never a length that is only claimed.</summary>
/// <param name="progress">Receives the bytes read so far, every <see cref="ProgressBytes"/>.</param>
internal sealed class ByteSource(Stream stream, IProgress<long>? progress)
{
    /// <summary>Bytes between two reports of progress.</summary>
    public const int ProgressBytes = 4 << 20;

    private const int FirstBufferBytes = 1 << 18;

    private byte[] buffer = GC.AllocateUninitializedArray<byte>(FirstBufferBytes);
    private int start;
    private int end;
    private long reported;

    /// <summary>Where the next byte stands, bytes from the beginning of the stream.</summary>
    public long Offset => Received - (end - start);

    /// <summary>Bytes that the stream gave so far.</summary>
    public long Received { get; private set; }

    /// <summary>The next bytes. Valid until the next call.</summary>
    /// <exception cref="UnreadableTraceException">The stream ends before.</exception>
    public ReadOnlySpan<byte> Take(int count) => TryTake(count, out var taken) ? taken : throw UnreadableTraceException.Early();

    /// <summary>The next bytes, or fewer where the stream ends. Valid until the next call.</summary>
    /// <param name="count">How many, at least 0.</param>
    /// <param name="taken">All of them, or those that there are.</param>
    /// <returns>Whether there are as many.</returns>
    public bool TryTake(int count, out ReadOnlySpan<byte> taken)
    {
        var whole = true;
        while (whole && end - start < count) whole = TryReceive(count);
        taken = buffer.AsSpan(start, Math.Min(count, end - start));
        start += taken.Length;
        return whole;
    }

    private bool TryReceive(int wanted)
    {
        if (end == buffer.Length && !TryMakeRoom(wanted)) return false;
        var received = stream.Read(buffer, end, buffer.Length - end);
        end += received;
        Received += received;
        if (Received - reported >= ProgressBytes) Report();
        return received > 0;
    }

    // The buffer grows with what fills it, so that a false length costs at most twice the bytes that are really there.
    private bool TryMakeRoom(int wanted)
    {
        var kept = buffer.AsSpan(start, end - start);
        if (wanted > buffer.Length && stream.CanSeek && wanted - kept.Length > stream.Length - stream.Position) return false;
        if (start == 0) buffer = Grown(kept, wanted);
        else kept.CopyTo(buffer);
        end -= start;
        start = 0;
        return true;
    }

    private static byte[] Grown(ReadOnlySpan<byte> kept, int wanted)
    {
        var grown = GC.AllocateUninitializedArray<byte>((int)Math.Min(wanted, kept.Length * 2L));
        kept.CopyTo(grown);
        return grown;
    }

    private void Report()
    {
        reported = Received;
        progress?.Report(Received);
    }
}
