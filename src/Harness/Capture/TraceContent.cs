using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Harness.Capture;

/// <summary>What a session records.</summary>
/// <param name="Configuration">The session as the runtime takes it.</param>
internal sealed record TraceContent(EventPipeSessionConfiguration Configuration)
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    /// <summary>GC events, and the sampler of allocations.</summary>
    private const long GcAndSampledAllocation = 0x80000000001;

    /// <summary>GC, Loader, JIT and NGen with forced end: names every frame and adds the GC settings.</summary>
    private const long RundownOfFrames = 0x139;

    /// <summary>Look-ups of precompiled code (CompilationDiagnostic): none arrive where it is not used.</summary>
    private const long PrecompiledCode = 0x2000000000;

    /// <summary>GC settings (GC) and those of tiered compilation (Compilation), and no name of any method.</summary>
    private const long RundownOfSettings = 0x1000000001;

    // A process that does nothing writes a quarter of a megabyte.
    private const int SettingsMegabytes = 16;

    /// <summary>What happens in the measured window of a traced run.</summary>
    /// <param name="bufferMegabytes">Size of the session's buffer.</param>
    public static TraceContent Window(int bufferMegabytes) => new(new EventPipeSessionConfiguration(
        [
            // Verbose, since a traced run is never timed. The sampler takes the place of AllocationTick: the runtime gives one or the other.
            new EventPipeProvider(Runtime, EventLevel.Verbose, GcAndSampledAllocation),
            // Events without a keyword need −1.
            new EventPipeProvider("AsyncLoad-Phases", EventLevel.Informational, -1),
        ],
        bufferMegabytes,
        RundownOfFrames,
        requestStackwalk: true));

    /// <summary>The settings of the process and nothing it does.</summary>
    public static TraceContent Settings { get; } = new(new EventPipeSessionConfiguration(
        [new EventPipeProvider(Runtime, EventLevel.Verbose, PrecompiledCode)],
        SettingsMegabytes,
        RundownOfSettings,
        requestStackwalk: false));
}
