using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Digests;

/// <summary>What a trace tells of its process, and how long it recorded it.</summary>
internal sealed class ProcessLog
{
    private string? commandLine;
    private RuntimeStarted? runtime;
    private double? rundownAtMs;

    public ProcessLog(NettraceReader reader)
    {
        reader.On(Providers.Runtime, RuntimeStarted.Id, OnRuntime);
        reader.On(Providers.Rundown, RuntimeStarted.Id, OnRuntime);
        reader.On(Providers.Session, ProcessDescribed.Id, OnProcess);
        reader.On(Providers.Rundown, null, OnRundown);
        reader.On(Providers.Runtime, null, OnRunning);
        reader.On(Providers.SampleProfiler, null, OnRunning);
    }

    /// <summary>Whether the trace has a rundown, which names methods.</summary>
    public bool HasRundown { get; private set; }

    public TracedProcess Describe(NettraceHeader header) => new(
        header.ProcessId,
        commandLine ?? (runtime is { CommandLine.Length: > 0 } told ? told.CommandLine : null),
        runtime is { } started ? RuntimeName.Of(started) : null,
        runtime?.ServerGc,
        runtime?.ConcurrentGc,
        header.Processors,
        header.StartedUtc,
        // The session begins with the trace. It ends where the rundown begins, even if nothing had happened for long; without one, at the last event.
        rundownAtMs ?? header.DurationMs);

    private void OnRuntime(in NettraceEvent traced) => runtime = RuntimeStarted.Read(traced);

    private void OnProcess(in NettraceEvent traced)
    {
        if (ProcessDescribed.Read(traced).CommandLine is { Length: > 0 } told) commandLine = told;
    }

    private void OnRundown(in NettraceEvent traced)
    {
        HasRundown = true;
        rundownAtMs ??= traced.AtMs;
    }

    // A session may ask for a rundown at its beginning too.
    private void OnRunning(in NettraceEvent traced) => rundownAtMs = null;
}
