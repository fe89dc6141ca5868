using System.Runtime.InteropServices;

namespace AsyncLoad.Tracing.Nettrace;

/// <summary>
/// Finds lost events by what is missing in the numbers that each thread gives its events. A thread counts from 1, whether an event finds room or not.
/// A number of a thread may pass to another thread, which counts from 1 again.
/// </summary>
internal sealed class ThreadSequences
{
    // A sequence point names all threads, and each thread has a buffer of at least 100 KB: so many threads between two points are impossible.
    private const int MostThreads = 1_000_000;
    private const int EntryBytes = sizeof(long) + sizeof(int);

    private Dictionary<long, uint> last = [];
    private Dictionary<long, uint> next = [];
    private long lost;
    private bool senseless;

    /// <summary>Events lost so far; null when numbers ran backwards.</summary>
    public long? Lost => senseless ? null : lost;

    public void Add(long thread, uint sequence, long offset)
    {
        ref var before = ref CollectionsMarshal.GetValueRefOrAddDefault(last, thread, out _);
        if (sequence != 1) Step(before, unchecked(sequence - 1));
        before = sequence;
        if (last.Count > MostThreads) throw UnreadableTraceException.Damaged(offset, $"more than {MostThreads} threads without a sequence point");
    }

    /// <summary>Takes in a sequence point: how far each live thread has counted.</summary>
    public void Add(Block block)
    {
        var content = new PayloadReader(block.Content);
        content.Skip(Math.Min(sizeof(long), content.Left)); // when
        var count = content.Left < sizeof(int) ? -1 : content.Int32();
        if (count < 0 || count > content.Left / EntryBytes) throw UnreadableTraceException.Damaged(block.Offset, $"a sequence point of {block.Content.Length} B names {count} threads");
        var twice = new HashSet<long>();
        for (; count > 0; count--)
        {
            var thread = content.Int64();
            if (!next.TryAdd(thread, content.UInt32())) twice.Add(thread);
        }

        Compare(twice);
    }

    // Where one thread has ended and another got its number, the two cannot be distinguished: what was seen last counts.
    private void Compare(HashSet<long> twice)
    {
        foreach (var (thread, told) in next)
        {
            if (!twice.Contains(thread)) Step(last.GetValueOrDefault(thread), told);
        }

        foreach (var thread in twice)
        {
            if (last.TryGetValue(thread, out var seen)) next[thread] = seen;
        }

        (last, next) = (next, last);
        next.Clear();
    }

    private void Step(uint before, uint now)
    {
        var missing = unchecked((int)(now - before));
        if (missing < 0) senseless = true;
        else lost += missing;
    }
}
