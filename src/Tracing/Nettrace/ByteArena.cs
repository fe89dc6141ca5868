namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Where copied bytes lie in a <see cref="ByteArena"/>.</summary>
internal readonly record struct ArenaSlice(int Chunk, int Start, int Length);

/// <summary>Keeps copies of spans until all of them are dropped at once. Reuses its memory.</summary>
internal sealed class ByteArena
{
    private const int ChunkBytes = 1 << 20;

    // Enough for a short trace. A chunk on the large object heap would take longer to allocate than such a trace takes to read.
    private const int FirstChunkBytes = 1 << 14;

    private readonly List<byte[]> chunks = [];
    private readonly Stack<byte[]> spare = new();
    private byte[]? first;
    private int used;

    /// <summary>Bytes kept.</summary>
    public long Bytes { get; private set; }

    public ArenaSlice Add(ReadOnlySpan<byte> bytes)
    {
        if (chunks.Count == 0 || chunks[^1].Length - used < bytes.Length) Open(bytes.Length);
        var slice = new ArenaSlice(chunks.Count - 1, used, bytes.Length);
        bytes.CopyTo(chunks[^1].AsSpan(used));
        // What comes next begins at a multiple of eight bytes.
        used = Math.Min(chunks[^1].Length, (used + bytes.Length + sizeof(ulong) - 1) / sizeof(ulong) * sizeof(ulong));
        Bytes += bytes.Length;
        return slice;
    }

    /// <summary>The copy. Valid until <see cref="Clear"/>.</summary>
    public ReadOnlySpan<byte> Get(ArenaSlice slice) => slice.Length == 0 ? [] : chunks[slice.Chunk].AsSpan(slice.Start, slice.Length);

    public void Clear()
    {
        foreach (var chunk in chunks.Where(chunk => chunk.Length == ChunkBytes)) spare.Push(chunk);
        chunks.Clear();
        (used, Bytes) = (0, 0);
    }

    private void Open(int bytes)
    {
        chunks.Add(Chunk(bytes));
        used = 0;
    }

    private byte[] Chunk(int bytes)
    {
        if (chunks.Count == 0 && bytes <= FirstChunkBytes) return first ??= new byte[FirstChunkBytes];
        return bytes > ChunkBytes ? new byte[bytes] : spare.TryPop(out var chunk) ? chunk : new byte[ChunkBytes];
    }
}
