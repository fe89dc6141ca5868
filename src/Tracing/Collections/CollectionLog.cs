using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Collections;

/// <summary>
/// Collections and pauses that begin inside a window, or in all of a trace. A pause runs from the start of a suspension for GC to the start of its
/// restart, as <c>GC.GetTotalPauseDuration</c> counts it. It is charged to the innermost collection running at each moment. One suspension may
/// hold a background collection's beginning with a gen0 collection inside it, and a background collection has a second pause.
/// </summary>
/// <remarks>
/// PerfView ends a pause where the restart ends. By then the other threads run again and may have taken the core from the restarting one. Measured on
/// two busy cores, that adds 5 to 30 % to the counted sum; this definition stays within 5 %.
/// </remarks>
internal sealed class CollectionLog
{
    private const int MostUnderWay = 1_000;

    private readonly Func<bool> isInside;
    private readonly EvenlyThinned<LoggedCollection> collections;
    // By the thread that stops the others: it may have to wait until another, which stopped them for another purpose, lets them go.
    private readonly Dictionary<long, Pause> underWay = [];
    private Pause? standing;
    private LoggedCollection? background;
    private LoggedCollection? lastEnded;

    /// <summary>Listens to a trace.</summary>
    /// <param name="isInside">Whether what begins now counts; asked at the beginning of each suspension.</param>
    /// <param name="mostCollections">How many collections are listed, evenly thinned beyond; null for all.</param>
    public CollectionLog(NettraceReader reader, Func<bool> isInside, int? mostCollections = null)
    {
        this.isInside = isInside;
        collections = new EvenlyThinned<LoggedCollection>(mostCollections);
        reader.On(Providers.Runtime, SuspensionStarted.Id, OnSuspend);
        reader.On(Providers.Runtime, SuspensionStarted.EndId, OnSuspended);
        reader.On(Providers.Runtime, CollectionStarted.Id, OnStart);
        reader.On(Providers.Runtime, CollectionEnded.Id, OnEnd);
        reader.On(Providers.Runtime, HeapMeasured.Id, OnHeap);
        reader.On(Providers.Runtime, SuspensionStarted.RestartId, OnRestart);
    }

    /// <summary>Whether any collection or pause was seen, inside or not.</summary>
    public bool SawAny { get; private set; }

    /// <summary>Lengths of the pauses that begin inside the window, in order.</summary>
    public Lengths Pauses { get; } = new();

    /// <summary>How long it took in each of these pauses until all threads stood still.</summary>
    public Lengths Suspensions { get; } = new();

    /// <summary>Sums over all collections that count, listed or not.</summary>
    public CollectionSums Sums { get; } = new();

    /// <summary>Collections whose first pause begins inside the window.</summary>
    public IReadOnlyList<TracedGc> InOrder() => [.. collections.Kept.Select(entry => entry.ToTracedGc())];

    private void OnSuspend(in NettraceEvent traced)
    {
        if (!SuspensionStarted.Read(traced).ForCollection) return;
        SawAny = true;
        // At most a few threads stop others at one time. More are left over where events were lost.
        if (underWay.Count == MostUnderWay) underWay.Clear();
        underWay[traced.ThreadId] = new Pause(traced.AtMs, isInside());
    }

    private void OnSuspended(in NettraceEvent traced)
    {
        if (!underWay.TryGetValue(traced.ThreadId, out var pause)) return;
        standing = pause;
        if (pause.Inside) Suspensions.Add(traced.AtMs - pause.StartMs);
    }

    private void OnStart(in NettraceEvent traced)
    {
        var started = CollectionStarted.Read(traced);
        SawAny = true;
        if (standing is not { } pause) return;
        var entry = new LoggedCollection(started, pause.StartMs, pause.Inside ? Sums : null);
        if (pause.Inside) collections.Add(entry);
        pause.ChargeUntil(traced.AtMs, pause.Running.TryPeek(out var enclosing) ? enclosing : entry);
        pause.Running.Push(entry);
        if (started.IsBackground) background = entry;
    }

    private void OnEnd(in NettraceEvent traced)
    {
        var ended = CollectionEnded.Read(traced);
        if (standing is { } pause && pause.Running.TryPeek(out var current) && current.Number == ended.Number)
        {
            pause.ChargeUntil(traced.AtMs, current);
            lastEnded = pause.LastEnded = pause.Running.Pop();
        }
        else if (background?.Number == ended.Number)
        {
            lastEnded = background;
            background = null;
        }
    }

    // Follows the end of its collection directly.
    private void OnHeap(in NettraceEvent traced) => lastEnded?.SetHeap(HeapMeasured.Read(traced));

    private void OnRestart(in NettraceEvent traced)
    {
        if (!underWay.Remove(traced.ThreadId, out var pause)) return;
        pause.ChargeUntil(traced.AtMs, pause.Running.TryPeek(out var current) ? current : pause.LastEnded ?? background);
        if (pause.Inside) Pauses.Add(traced.AtMs - pause.StartMs);
        if (standing == pause) standing = null;
    }

    /// <summary>A suspension under way.</summary>
    private sealed class Pause(double startMs, bool inside)
    {
        private double chargedUntilMs = startMs;

        public double StartMs { get; } = startMs;

        public bool Inside => inside;

        /// <summary>Collections under way, the innermost on top.</summary>
        public Stack<LoggedCollection> Running { get; } = new();

        /// <summary>The one that ended last in this pause.</summary>
        public LoggedCollection? LastEnded { get; set; }

        public void ChargeUntil(double nowMs, LoggedCollection? entry)
        {
            if (inside) entry?.AddPause(nowMs - chargedUntilMs);
            chargedUntilMs = nowMs;
        }
    }
}

/// <summary>A collection, filled in event by event.</summary>
/// <param name="startMs">When its first pause began.</param>
/// <param name="sums">The sums that it goes into; null when it does not count.</param>
internal sealed class LoggedCollection(CollectionStarted started, double startMs, CollectionSums? sums)
{
    private readonly CollectionSums.Group? group = sums?.Begin(started);
    private double pauseMs;
    private double? heapAfterMb;
    private double? promotedMb;

    public int Number => started.Number;

    public void AddPause(double milliseconds)
    {
        pauseMs += milliseconds;
        group?.AddPause(milliseconds);
    }

    public void SetHeap(HeapMeasured heap)
    {
        heapAfterMb = heap.HeapBytes / 1e6;
        promotedMb = heap.PromotedBytes / 1e6;
        sums?.AddHeap(heap);
    }

    public TracedGc ToTracedGc() => new(
        Number,
        started.Generation,
        CollectionWords.Reason(started.Reason),
        CollectionWords.Kind(started.Kind),
        startMs,
        pauseMs,
        heapAfterMb,
        promotedMb);
}

/// <summary>A list that keeps to a length. When it is full, every second entry goes, and from then on only every second one comes in, and so on.</summary>
/// <param name="most">Its greatest length, at least 2; null for none.</param>
internal sealed class EvenlyThinned<T>(int? most)
{
    private readonly List<T> kept = [];
    private long seen;
    private long stride = 1;

    public IReadOnlyList<T> Kept => kept;

    public void Add(T entry)
    {
        if (seen++ % stride != 0) return;
        if (kept.Count == most)
        {
            Halve();
            if ((seen - 1) % stride != 0) return;
        }

        kept.Add(entry);
    }

    private void Halve()
    {
        var left = kept.Where((_, place) => place % 2 == 0).ToArray();
        kept.Clear();
        kept.AddRange(left);
        stride *= 2;
    }
}
