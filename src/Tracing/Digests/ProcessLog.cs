using System.Globalization;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Digests;

/// <summary>What a trace states of its process, and for how long it recorded it.</summary>
internal sealed class ProcessLog
{
    // What NativeAOT writes for a number that it does not know.
    private const int MostProcessors = ushort.MaxValue;

    private string? commandLine;
    private RuntimeStarted? runtime;
    private double? describedAtMs;
    private double? rundownAtMs;
    private double runningAtMs;

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

    /// <summary>Whether the runtime describes itself.</summary>
    public bool TellsRuntime => runtime is not null;

    /// <summary>Whether the runtime does not record its GC mode.</summary>
    public bool LacksGcMode => runtime is { ServerGc: null };

    public TracedProcess Describe(NettraceHeader header) => new(
        header.ProcessId,
        commandLine ?? (runtime is { CommandLine.Length: > 0 } told ? told.CommandLine : null),
        runtime is { } started ? RuntimeName.Of(started) : null,
        runtime?.ServerGc,
        runtime?.ConcurrentGc,
        header.Processors is > 0 and < MostProcessors ? header.Processors : null,
        header.StartedUtc,
        // The session begins with the trace.
        EndMs ?? header.DurationMs);

    // Asked to end, a session describes the process and records nothing more. The rundown begins when all is written, up to 100 ms later: a rate that
    // includes that time would be too low. Another session that ends describes the process as well, in the middle of this one.
    private double? EndMs => rundownAtMs is { } rundown ? Math.Max(describedAtMs ?? rundown, runningAtMs) : null;

    private void OnRuntime(in NettraceEvent traced) => runtime = RuntimeStarted.Read(traced);

    private void OnProcess(in NettraceEvent traced)
    {
        describedAtMs = traced.AtMs;
        if (ProcessDescribed.Read(traced).CommandLine is { Length: > 0 } told) commandLine = told;
    }

    private void OnRundown(in NettraceEvent traced)
    {
        HasRundown = true;
        rundownAtMs ??= traced.AtMs;
    }

    // A session may ask for a rundown at its beginning too.
    private void OnRunning(in NettraceEvent traced) => (rundownAtMs, runningAtMs) = (null, traced.AtMs);
}

/// <summary>The public version of a runtime, from the path and version of its file.</summary>
internal static class RuntimeName
{
    private const string SharedFramework = "Microsoft.NETCore.App";

    // Builds are numbered 100 × patch + year since .NET 5.
    private const int FirstWithPatch = 5;
    private const int BuildsPerPatch = 100;

    /// <summary>Such as 10.0.12; null when it cannot be told.</summary>
    public static string? Of(RuntimeStarted runtime) => FromPath(runtime.Path) ?? FromFile(runtime.FileVersion);

    // The folder of a shared runtime is named after its version.
    private static string? FromPath(string path)
    {
        var folders = path.Split('/', '\\');
        var framework = Array.LastIndexOf(folders, SharedFramework);
        return framework >= 0 && framework < folders.Length - 2 && char.IsAsciiDigit(folders[framework + 1].FirstOrDefault()) ? folders[framework + 1] : null;
    }

    private static string? FromFile(Version file) => file.Major >= FirstWithPatch
        ? string.Create(CultureInfo.InvariantCulture, $"{file.Major}.{file.Minor}.{file.Build / BuildsPerPatch}")
        : null;
}
