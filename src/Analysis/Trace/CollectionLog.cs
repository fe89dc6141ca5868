using System.Globalization;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace AsyncLoad.Analysis.Trace;

/// <summary>
/// Collections and pauses that begin inside the window. A pause runs from the start of a suspension for GC to the start of its restart,
/// as <c>GC.GetTotalPauseDuration</c> counts it, and is charged to the innermost collection running at each moment: one suspension may hold
/// a background collection's beginning with a gen0 collection inside it, and a background collection has a second pause of its own.
/// </summary>
/// <remarks>
/// PerfView ends a pause where the restart ends. By then the other threads run again and may have taken the core from the restarting one:
/// measured on two busy cores, that adds 5 to 30 % to the counted sum where this definition stays within 5 %.
/// </remarks>
internal sealed class CollectionLog
{
    private readonly PhaseWindow window;
    private readonly List<Entry> entries = [];
    private readonly List<double> pausesMs = [];
    private readonly Stack<Entry> running = new();
    private Pause? pause;
    private Entry? background;
    private Entry? lastEnded;

    public CollectionLog(TraceEventDispatcher source, PhaseWindow window)
    {
        this.window = window;
        source.Clr.GCSuspendEEStart += OnSuspend;
        source.Clr.GCStart += OnStart;
        source.Clr.GCStop += OnStop;
        source.Clr.GCHeapStats += OnHeapStats;
        source.Clr.GCRestartEEStart += OnRestart;
    }

    /// <summary>Lengths of the pauses that begin inside the window, in order, in ms.</summary>
    public IReadOnlyList<double> PausesMs => pausesMs;

    /// <summary>Collections whose first pause begins inside the window.</summary>
    public IReadOnlyList<TracedGc> InOrder() => entries.ConvertAll(entry => entry.ToTracedGc());

    private void OnSuspend(GCSuspendEETraceData data)
    {
        // The runtime suspends threads for other ends too, such as an exact allocation count.
        if (data.Reason is not (GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep)) return;
        pause = new Pause(data.TimeStampRelativeMSec, window.IsOpen);
        running.Clear();
        lastEnded = null;
    }

    private void OnStart(GCStartTraceData data)
    {
        if (pause is null) return;
        var entry = new Entry(data.Count, data.Depth, data.Reason, data.Type, pause.StartMs);
        if (pause.Inside) entries.Add(entry);
        pause.ChargeUntil(data.TimeStampRelativeMSec, running.TryPeek(out var enclosing) ? enclosing : entry);
        running.Push(entry);
        if (data.Type is GCType.BackgroundGC) background = entry;
    }

    private void OnStop(GCEndTraceData data)
    {
        if (running.TryPeek(out var current) && current.Number == data.Count)
        {
            pause?.ChargeUntil(data.TimeStampRelativeMSec, current);
            lastEnded = running.Pop();
        }
        else if (background?.Number == data.Count)
        {
            lastEnded = background;
            background = null;
        }
    }

    // Follows the end of its collection directly.
    private void OnHeapStats(GCHeapStatsTraceData data) => lastEnded?.SetHeap(data.TotalHeapSize, data.TotalPromoted);

    private void OnRestart(GCNoUserDataTraceData data)
    {
        if (pause is null) return;
        var charged = running.TryPeek(out var current) ? current : lastEnded ?? background;
        pause.ChargeUntil(data.TimeStampRelativeMSec, charged);
        if (pause.Inside) pausesMs.Add(data.TimeStampRelativeMSec - pause.StartMs);
        pause = null;
        running.Clear();
    }

    /// <summary>A suspension under way.</summary>
    private sealed class Pause(double startMs, bool inside)
    {
        private double chargedUntilMs = startMs;

        public double StartMs { get; } = startMs;

        public bool Inside => inside;

        public void ChargeUntil(double nowMs, Entry? entry)
        {
            if (inside) entry?.AddPause(nowMs - chargedUntilMs);
            chargedUntilMs = nowMs;
        }
    }

    /// <summary>A collection as it is learnt of, event by event.</summary>
    private sealed class Entry(int number, int generation, GCReason reason, GCType type, double startMs)
    {
        private double pauseMs;
        private double? heapAfterMb;
        private double? promotedMb;

        public int Number => number;

        public void AddPause(double milliseconds) => pauseMs += milliseconds;

        public void SetHeap(long heapBytes, long promotedBytes)
        {
            heapAfterMb = heapBytes / 1e6;
            promotedMb = promotedBytes / 1e6;
        }

        public TracedGc ToTracedGc() =>
            new(number, generation, ReasonWord(reason), KindWord(type), startMs, pauseMs, heapAfterMb, promotedMb);
    }

    // The library's enum ends before these; numbers from the runtime's gcinterface.h and gc.h (gc_reason).
    private static string ReasonWord(GCReason reason) => (int)reason switch
    {
        14 => "BgcTuningSmall",
        15 => "BgcTuningLarge",
        16 => "BgcStepping",
        17 => "InducedAggressive",
        var number => Enum.IsDefined(reason) ? reason.ToString() : number.ToString(CultureInfo.InvariantCulture),
    };

    private static string KindWord(GCType type) => type switch
    {
        GCType.NonConcurrentGC => "blocking",
        GCType.BackgroundGC => "background",
        GCType.ForegroundGC => "blocking inside background",
        _ => ((int)type).ToString(CultureInfo.InvariantCulture),
    };
}
