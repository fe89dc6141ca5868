using System.Diagnostics.Tracing;
using AsyncLoad.Tracing.Events;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Harness.Capture;

/// <summary>What a session records.</summary>
/// <param name="wholeRundown">The same for runtimes before .NET 9, which can only give the whole rundown.</param>
internal sealed class TraceContent(EventPipeSessionConfiguration configuration, EventPipeSessionConfiguration wholeRundown)
{
    /// <summary>GC events, and the sampler of allocations.</summary>
    private const long GcAndSampledAllocation = 0x80000000001;

    private const long Contention = 0x4000;
    private const long Exceptions = 0x8000;

    /// <summary>
    /// GC, Loader, JIT and NGen with forced end: names every frame and adds the GC settings. Also maps compiled code to IL
    /// (JittedMethodILToNativeMap), to find the statement that allocated where a method was inlined.
    /// </summary>
    private const long RundownOfFrames = 0x20139;

    /// <summary>Look-ups of precompiled code (CompilationDiagnostic): none arrive where it is not used.</summary>
    private const long PrecompiledCode = 0x2000000000;

    /// <summary>Settings of tiered compilation (Compilation), sent at start-up: .NET 8 does not repeat them in its rundown.</summary>
    private const long Tiering = 0x1000000000;

    /// <summary>GC settings (GC) and those of tiered compilation (Compilation), without method names.</summary>
    private const long RundownOfSettings = 0x1000000001;

    // A process that does nothing writes a quarter of a megabyte.
    private const int SettingsMegabytes = 16;

    // The default of dotnet-trace; the process uses the memory only when needed.
    private const int LiveMegabytes = 256;

    /// <summary>The content of a traced run, with its measured window.</summary>
    /// <param name="cpuSamples">Whether to record every millisecond which code each managed thread is in.</param>
    public static TraceContent Window(int bufferMegabytes, bool cpuSamples = false) => WithRundown(
        RundownOfFrames,
        bufferMegabytes,
        stacks: true,
        [
            // Verbose, since a traced run is never timed. The sampler replaces AllocationTick: the runtime gives one or the other,
            // and the sampler only since .NET 10.
            new EventPipeProvider(Providers.Runtime, EventLevel.Verbose, GcAndSampledAllocation),
            // Events without a keyword need −1.
            new EventPipeProvider(Providers.Phases, EventLevel.Informational, -1),
            .. cpuSamples ? new[] { new EventPipeProvider(Providers.SampleProfiler, EventLevel.Informational) } : [],
        ]);

    /// <summary>The content of a recording of a running process: collections, sampled allocation, exceptions and waits for locks.</summary>
    public static TraceContent Live { get; } = WithRundown(
        RundownOfFrames,
        LiveMegabytes,
        stacks: true,
        // Verbose, since runtimes before .NET 10 have only AllocationTick, a verbose event. Without the thread pool's keyword, which would write an event per work item.
        [new EventPipeProvider(Providers.Runtime, EventLevel.Verbose, GcAndSampledAllocation | Contention | Exceptions)]);

    /// <summary>Only the settings of the process.</summary>
    public static TraceContent Settings { get; } = WithRundown(
        RundownOfSettings, SettingsMegabytes, stacks: false, [new EventPipeProvider(Providers.Runtime, EventLevel.Verbose, PrecompiledCode | Tiering)]);

    /// <summary>Starts a session that records it, in any runtime.</summary>
    public async Task<EventPipeSession> StartAsync(DiagnosticsClient client, CancellationToken cancellation)
    {
        try
        {
            return await client.StartEventPipeSessionAsync(configuration, cancellation);
        }
        catch (UnsupportedCommandException)
        {
            return await client.StartEventPipeSessionAsync(wholeRundown, cancellation);
        }
    }

    private static TraceContent WithRundown(long rundown, int megabytes, bool stacks, EventPipeProvider[] providers) => new(
        new EventPipeSessionConfiguration(providers, megabytes, rundown, requestStackwalk: stacks),
        // Those runtimes cannot leave out stacks either.
        new EventPipeSessionConfiguration(providers, megabytes, requestRundown: true));
}
