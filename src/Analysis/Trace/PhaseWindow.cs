using Microsoft.Diagnostics.Tracing;

namespace AsyncLoad.Analysis.Trace;

/// <summary>
/// Follows the phase events of the measured process. Events arrive in the order of their timestamps, so whoever listens to the same
/// source may ask <see cref="IsOpen"/> at any event to know whether it lies inside.
/// </summary>
internal sealed class PhaseWindow
{
    /// <summary>The measured process's event source.</summary>
    public const string Provider = "AsyncLoad-Phases";

    /// <summary>Name of the phase that is analysed.</summary>
    public const string Measured = "measured";

    // Matched by id: the names of these events show as "Phase/Start" and "Phase/Stop".
    private const TraceEventID StartId = (TraceEventID)1;
    private const TraceEventID StopId = (TraceEventID)2;

    private Marker? start;
    private bool unreadable;
    private bool repeated;
    private bool stopped;

    public PhaseWindow(TraceEventDispatcher source) =>
        source.Dynamic.AddCallbackForProviderEvents(
            (provider, _) => provider == Provider ? EventFilterResponse.AcceptEvent : EventFilterResponse.RejectProvider,
            OnPhase);

    /// <summary>Whether the stream stands between the two markers.</summary>
    public bool IsOpen => start is not null && !stopped;

    /// <summary>The window, once both markers were seen.</summary>
    public TraceWindow? Closed { get; private set; }

    /// <summary>Why there is no window, or what is odd about it; null when all is well.</summary>
    public string? Problem => this switch
    {
        { unreadable: true } => "a phase event has not the expected payload",
        { start: null, stopped: false } => $"no window: the trace holds no phase events of {Provider} named '{Measured}'",
        { start: null } => "no window: its start marker is missing",
        { stopped: false } => "no window: its stop marker is missing",
        { repeated: true } => $"more than one window named '{Measured}': only the first is analysed",
        _ => null,
    };

    private void OnPhase(TraceEvent data)
    {
        if (data.ID is not (StartId or StopId)) return;
        if (data.PayloadByName("name") is not string name) unreadable = true;
        else if (name == Measured) Place(data.ID, Marker.From(data));
    }

    private void Place(TraceEventID id, Marker? marker)
    {
        if (marker is null) unreadable = true;
        else if (id == StartId) Start(marker);
        else Stop(marker);
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
        var window = new TraceWindow(
            from.AtMs,
            to.AtMs,
            to.Operations - from.Operations,
            to.AllocatedBytes - from.AllocatedBytes,
            (to.PauseNanoseconds - from.PauseNanoseconds) / 1e6,
            to.PressureBytes - from.PressureBytes,
            to.Suspensions - from.Suspensions);
        return window is { Operations: >= 0, AllocatedBytes: >= 0, PauseMs: >= 0, PressureBytes: >= 0 }
            ? window
            : throw new InvalidDataException("the counters of the phase events run backwards");
    }

    private sealed record Marker(double AtMs, long Operations, long AllocatedBytes, long PauseNanoseconds, long PressureBytes, long? Suspensions)
    {
        public static Marker? From(TraceEvent data) =>
            data.PayloadByName("operations") is long operations
            && data.PayloadByName("allocatedBytes") is long allocated
            && data.PayloadByName("pauseNanoseconds") is long pause
            && data.PayloadByName("pressureBytes") is long pressure
                ? new Marker(data.TimeStampRelativeMSec, operations, allocated, pause, pressure, data.PayloadByName("suspensions") as long?)
                : null;
    }
}
