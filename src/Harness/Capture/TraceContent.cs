using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Harness.Capture;

/// <summary>What a session records.</summary>
/// <param name="wholeRundown">The same for runtimes before .NET 9, which cannot be asked for a part of the rundown.</param>
internal sealed class TraceContent(EventPipeSessionConfiguration configuration, EventPipeSessionConfiguration wholeRundown)
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    /// <summary>GC events, and the sampler of allocations.</summary>
    private const long GcAndSampledAllocation = 0x80000000001;

    private const long Contention = 0x4000;
    private const long Exceptions = 0x8000;

    /// <summary>
    /// GC, Loader, JIT and NGen with forced end: names every frame and adds the GC settings. And which IL stands behind compiled code
    /// (JittedMethodILToNativeMap), which tells the statement that allocated where a method was inlined.
    /// </summary>
    private const long RundownOfFrames = 0x20139;

    /// <summary>Look-ups of precompiled code (CompilationDiagnostic): none arrive where it is not used.</summary>
    private const long PrecompiledCode = 0x2000000000;

    /// <summary>Settings of tiered compilation (Compilation) as they are told at start-up: .NET 8 does not repeat them in the rundown that it gives.</summary>
    private const long Tiering = 0x1000000000;

    /// <summary>GC settings (GC) and those of tiered compilation (Compilation), and no name of any method.</summary>
    private const long RundownOfSettings = 0x1000000001;

    // A process that does nothing writes a quarter of a megabyte.
    private const int SettingsMegabytes = 16;

    // That of dotnet-trace; the process gives the memory only as it is needed.
    private const int LiveMegabytes = 256;

    /// <summary>What happens in the measured window of a traced run.</summary>
    /// <param name="cpuSamples">Whether to note each millisecond which code every managed thread is in.</param>
    public static TraceContent Window(int bufferMegabytes, bool cpuSamples = false) => WithRundown(
        RundownOfFrames,
        bufferMegabytes,
        stacks: true,
        [
            // Verbose, since a traced run is never timed. The sampler takes the place of AllocationTick: the runtime gives one or the other,
            // and one before .NET 10 does not know the sampler.
            new EventPipeProvider(Runtime, EventLevel.Verbose, GcAndSampledAllocation),
            // Events without a keyword need −1.
            new EventPipeProvider("AsyncLoad-Phases", EventLevel.Informational, -1),
            .. cpuSamples ? new[] { new EventPipeProvider(Sampler, EventLevel.Informational) } : [],
        ]);

    /// <summary>What a process that runs already does: collections, sampled allocation, exceptions and waits for locks.</summary>
    public static TraceContent Live { get; } = WithRundown(
        RundownOfFrames,
        LiveMegabytes,
        stacks: true,
        // Verbose, since runtimes before .NET 10 have AllocationTick alone, and that is verbose. Not the keyword of the thread pool: verbose, it writes an event for each work item.
        [new EventPipeProvider(Runtime, EventLevel.Verbose, GcAndSampledAllocation | Contention | Exceptions)]);

    /// <summary>The settings of the process and nothing it does.</summary>
    public static TraceContent Settings { get; } = WithRundown(
        RundownOfSettings, SettingsMegabytes, stacks: false, [new EventPipeProvider(Runtime, EventLevel.Verbose, PrecompiledCode | Tiering)]);

    /// <summary>Starts a session that records it, in whatever runtime there is.</summary>
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
        // Nor can they be asked to leave stacks out.
        new EventPipeSessionConfiguration(providers, megabytes, requestRundown: true));
}
