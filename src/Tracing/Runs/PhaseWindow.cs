using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Runs;

/// <summary>
/// Follows the phase events of the measured process. Events arrive in the order of their timestamps, so what listens to the same
/// source may ask <see cref="IsOpen"/> at any event to know whether it lies inside.
/// </summary>
internal sealed class PhaseWindow
{
    /// <summary>Name of the phase that is analysed.</summary>
    public const string Measured = "measured";

    private Marker? start;
    private bool unreadable;
    private bool repeated;
    private bool stopped;

    public PhaseWindow(NettraceReader reader) => reader.On(Providers.Phases, null, OnPhase);

    /// <summary>Whether the stream stands between the two markers.</summary>
    public bool IsOpen => start is not null && !stopped;

    /// <summary>The window, once both markers were seen.</summary>
    public TraceWindow? Closed { get; private set; }

    /// <summary>Why there is no window, or what is wrong with it; null for no problem.</summary>
    public string? Problem => this switch
    {
        { unreadable: true } => "a phase event does not have the expected payload",
        { start: null, stopped: false } => $"no window: the trace holds no phase events of {Providers.Phases} named '{Measured}'",
        { start: null } => "no window: its start marker is missing",
        { stopped: false } => "no window: its stop marker is missing",
        { repeated: true } => $"more than one window named '{Measured}': only the first is analysed",
        _ => null,
    };

    private void OnPhase(in NettraceEvent traced)
    {
        if (traced.Kind.Id is not (PhaseMarked.StartId or PhaseMarked.StopId)) return;
        if (PhaseMarked.Read(traced) is not { } marked) unreadable = true;
        else if (marked.Name != Measured) return;
        else if (marked.Counters is not { } counters) unreadable = true;
        else if (traced.Kind.Id == PhaseMarked.StartId) Start(new Marker(traced.AtMs, counters));
        else Stop(new Marker(traced.AtMs, counters));
    }

    private void Start(Marker marker)
    {
        repeated |= start is not null;
        if (!stopped) start ??= marker;
    }

    private void Stop(Marker marker)
    {
        repeated |= stopped;
        if (!stopped && start is not null) Closed = Between(start, marker);
        stopped = true;
    }

    private static TraceWindow Between(Marker from, Marker to)
    {
        var (before, after) = (from.Counters, to.Counters);
        var window = new TraceWindow(
            from.AtMs,
            to.AtMs,
            after.Operations - before.Operations,
            after.AllocatedBytes - before.AllocatedBytes,
            (after.PauseNanoseconds - before.PauseNanoseconds) / 1e6,
            after.PressureBytes - before.PressureBytes,
            after.Suspensions - before.Suspensions);
        return window is { Operations: >= 0, AllocatedBytes: >= 0, PauseMs: >= 0, PressureBytes: >= 0 }
            ? window
            : throw new InvalidDataException("the counters of the phase events run backwards");
    }

    private sealed record Marker(double AtMs, PhaseCounters Counters);
}
