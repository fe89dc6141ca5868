using System.Globalization;
using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;

namespace AsyncLoad.Tracing.Digests;

/// <summary>
/// What any trace of a .NET process says of GC, allocation and asynchrony. The parts that the session did not record are null or empty, and <see cref="Missing"/> says so.
/// Survives JSON unchanged: that is what <c>analyze --format json</c> prints.
/// </summary>
/// <param name="Format">Its format: <c>nettrace</c> with a version, or <c>etlx</c>.</param>
/// <param name="Reader">What read it: <c>asyncload</c>, or <c>TraceEvent</c> with a version.</param>
/// <param name="Gc">Collections; null when the session had no GC events.</param>
/// <param name="Allocation">Allocated bytes; null when the session sampled none.</param>
/// <param name="Exceptions">Thrown exceptions by type, most first; null when the session had none of these events.</param>
/// <param name="Contention">Waits for locks; null when the session had none of these events.</param>
/// <param name="ThreadPool">The thread pool; null when the session had none of these events.</param>
/// <param name="Cpu">Methods by processor samples; null without them.</param>
/// <param name="Advice">What async methods allocate, and what would remove it, in descending bytes per second; null without <paramref name="Allocation"/> with stacks.</param>
/// <param name="Missing">What the trace does not hold and how to record it, one sentence each.</param>
public sealed record TraceDigest(
    string File,
    long FileBytes,
    string Format,
    string Reader,
    TraceState State,
    TracedProcess Process,
    GcDigest? Gc,
    AllocationDigest? Allocation,
    IReadOnlyList<ExceptionCount>? Exceptions,
    ContentionDigest? Contention,
    ThreadPoolDigest? ThreadPool,
    CpuDigest? Cpu,
    AdviceReport? Advice,
    IReadOnlyList<string> Missing);

/// <summary>Whether a trace was whole.</summary>
/// <param name="Truncated">It ends before its end mark. Method names are written last and may be missing.</param>
/// <param name="Damage">What could not be read and where; null when all could.</param>
/// <param name="EventsLost">Events that the runtime dropped; null where the trace's count is not valid. Anything but 0 makes allocation figures inconclusive.</param>
/// <param name="UnnamedFrames">Share of stack frames of allocations without a method name, 0 to 1; null without stacks.</param>
public sealed record TraceState(bool Truncated, string? Damage, long Events, long? EventsLost, double? UnnamedFrames)
{
    // A few frames of stubs never have names.
    private const double ManyUnnamed = 0.1;

    /// <summary>Whether too many frames have no name to know what methods allocate.</summary>
    [JsonIgnore]
    public bool LacksNames => UnnamedFrames > ManyUnnamed;
}

/// <summary>Exceptions of one type.</summary>
public sealed record ExceptionCount(string Type, long Count);

/// <summary>Waits for locks.</summary>
/// <param name="Waited">How long; null when the trace has no lengths.</param>
public sealed record ContentionDigest(long Count, PauseQuantiles? Waited);

/// <summary>The thread pool.</summary>
/// <param name="Starvations">How often it added a thread because none made progress.</param>
/// <param name="FewestThreads">Fewest worker threads; null when the trace does not state it.</param>
/// <param name="MostThreads">Most worker threads; null when the trace does not state it.</param>
public sealed record ThreadPoolDigest(int Starvations, int? FewestThreads, int? MostThreads);

/// <summary>The traced process.</summary>
/// <param name="CommandLine">Its command line; null when the trace does not state it.</param>
/// <param name="Runtime">Version of the runtime, such as 10.0.12; null when the trace does not state it.</param>
/// <param name="ServerGc">GC mode; null when the trace does not state it, as before .NET 6.</param>
/// <param name="ConcurrentGc">Background collections allowed; null when the trace does not state it.</param>
/// <param name="Processors">How many it may use; null when the trace does not state it.</param>
/// <param name="StartedUtc">When the session began; null when the trace holds no possible time.</param>
/// <param name="DurationMs">How long it was recorded: from the beginning of the session to its end, or to the last event where the trace was cut.</param>
public sealed record TracedProcess(
    int ProcessId, string? CommandLine, string? Runtime, bool? ServerGc, bool? ConcurrentGc, int? Processors, DateTimeOffset? StartedUtc, double DurationMs)
{
    /// <summary>Major version of the runtime, such as 10; null when the trace does not state it.</summary>
    [JsonIgnore]
    public int? Major => int.TryParse(Runtime?.Split('.')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var major) ? major : null;

    /// <summary>Whether it is a NativeAOT program, whose traces name neither types nor methods.</summary>
    public bool NativeAot { get; init; }
}

/// <summary>Processor samples.</summary>
/// <param name="Samples">How many, of threads that ran managed code.</param>
/// <param name="Methods">Methods by their own samples, most first, at most 50.</param>
public sealed record CpuDigest(long Samples, IReadOnlyList<MethodSamples> Methods)
{
    /// <summary>Samples of threads that were outside managed code: waiting, in the system or in native code. They are in no method.</summary>
    public long Outside { get; init; }
}

/// <summary>Samples of one method.</summary>
public sealed record MethodSamples(string Method, long Self, long Inclusive);
