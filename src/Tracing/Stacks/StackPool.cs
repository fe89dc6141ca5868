namespace AsyncLoad.Tracing.Stacks;

/// <summary>
/// Gives each distinct stack a number and keeps its frames once. Memory is bounded for a trace of any length. When
/// <paramref name="mostStacks"/> are kept, further ones are cut to their innermost <see cref="FramesBeyond"/> frames, which many share. When as many
/// of those are kept again, further ones count as <see cref="None"/>.
/// </summary>
/// <param name="mostStacks">How many distinct stacks are kept whole, at least 1.</param>
internal sealed class StackPool(int mostStacks = StackPool.MostStacks)
{
    /// <summary>How many distinct stacks of a trace are kept whole.</summary>
    public const int MostStacks = 200_000;

    /// <summary>How many frames are kept of a stack beyond that.</summary>
    public const int FramesBeyond = 16;

    /// <summary>The stack without frames.</summary>
    public const int None = 0;

    private const int MostForgotten = 500_000;

    private readonly List<Entry> entries = [new Entry(0, ArraySegment<ulong>.Empty, 0)];
    private readonly List<(ulong Start, ulong End)> forgotten = [];
    private (ulong Start, ulong End) forgottenWithin = (ulong.MaxValue, 0);
    private int[] buckets = new int[1024];
    private ulong[] chunk = [];
    private int used;

    /// <summary>Distinct stacks, including the one without frames. Their numbers run from 0.</summary>
    public int Count => entries.Count;

    /// <summary>Stacks that were taken in shortened, or not at all, because room ran out.</summary>
    public long Shortened { get; private set; }

    /// <summary>The number of a stack.</summary>
    /// <param name="frames">Its frames, innermost first.</param>
    public int Intern(ReadOnlySpan<ulong> frames, double atMs)
    {
        if (Find(frames) is { } known) return known;
        if (Count <= mostStacks) return Add(frames, atMs);
        Shortened++;
        var inner = frames[..Math.Min(frames.Length, FramesBeyond)];
        if (Find(inner) is { } shared) return shared;
        return Count <= 2L * mostStacks ? Add(inner, atMs) : None;
    }

    /// <summary>Code was unloaded: stacks with it differ from later stacks with other code at the same address.</summary>
    public void Forget(ulong start, uint size)
    {
        if (forgotten.Count == MostForgotten) return;
        var end = start + size;
        forgotten.Add((start, end));
        forgottenWithin = (Math.Min(forgottenWithin.Start, start), Math.Max(forgottenWithin.End, end));
    }

    /// <summary>The frames of a stack, innermost first.</summary>
    public ReadOnlySpan<ulong> Frames(int stack) => entries[stack].Frames;

    /// <summary>When a stack was first seen.</summary>
    public double FirstSeenMs(int stack) => entries[stack].FirstSeenMs;

    private int? Find(ReadOnlySpan<ulong> frames)
    {
        if (frames.IsEmpty) return None;
        var hash = Hash(frames);
        for (var number = buckets[Bucket(hash)]; number != None; number = entries[number].Next)
        {
            if (entries[number].Hash == hash && entries[number].Frames.SequenceEqual(frames) && IsCurrent(number)) return number;
        }

        return null;
    }

    private bool IsCurrent(int number)
    {
        var entry = entries[number];
        if (entry.Checked == forgotten.Count) return true;
        foreach (var frame in entry.Frames)
        {
            if (frame < forgottenWithin.Start || frame > forgottenWithin.End) continue;
            for (var place = entry.Checked; place < forgotten.Count; place++)
            {
                if (frame >= forgotten[place].Start && frame <= forgotten[place].End) return false;
            }
        }

        entries[number] = entry with { Checked = forgotten.Count };
        return true;
    }

    private int Add(ReadOnlySpan<ulong> frames, double atMs)
    {
        if (Count == buckets.Length) Grow();
        if (used + frames.Length > chunk.Length) (chunk, used) = (new ulong[Math.Max(frames.Length, 8192)], 0);
        frames.CopyTo(chunk.AsSpan(used));
        var hash = Hash(frames);
        ref var first = ref buckets[Bucket(hash)];
        entries.Add(new Entry(hash, new ArraySegment<ulong>(chunk, used, frames.Length), atMs) { Next = first, Checked = forgotten.Count });
        used += frames.Length;
        return first = Count - 1;
    }

    private void Grow()
    {
        buckets = new int[buckets.Length * 2];
        for (var number = 1; number < Count; number++)
        {
            ref var first = ref buckets[Bucket(entries[number].Hash)];
            entries[number] = entries[number] with { Next = first };
            first = number;
        }
    }

    private int Bucket(ulong hash) => (int)(hash & (ulong)(buckets.Length - 1));

    private static ulong Hash(ReadOnlySpan<ulong> frames)
    {
        var hash = (ulong)frames.Length;
        foreach (var frame in frames)
        {
            hash = unchecked((hash ^ frame) * 0x9E3779B97F4A7C15);
            hash ^= hash >> 29;
        }

        return hash;
    }

    private readonly record struct Entry(ulong Hash, ArraySegment<ulong> Segment, double FirstSeenMs)
    {
        /// <summary>The next in its bucket: the newest stands first.</summary>
        public int Next { get; init; }

        /// <summary>How many of the forgotten ranges it was checked against.</summary>
        public int Checked { get; init; }

        public ReadOnlySpan<ulong> Frames => Segment;
    }
}
