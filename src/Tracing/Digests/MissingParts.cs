using System.Globalization;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Says what a trace does not hold and how to record it.</summary>
/// <param name="hasRundown">Whether it ends with what was loaded and compiled.</param>
/// <param name="lacksGcMode">Whether the runtime does not record its GC mode.</param>
/// <param name="shortenedStacks">Stacks that were cut because room ran out.</param>
/// <param name="otherProcesses">.NET processes that the trace holds beside the one that was read.</param>
internal sealed class MissingParts(bool hasRundown, bool lacksGcMode, long shortenedStacks, int otherProcesses = 0)
{
    private const string Collect = "dotnet-trace collect";
    private const string Sampled = $"{Collect} --providers {Providers.Runtime}:0x80000000001:4";

    // A few stubs of the runtime have no name in any trace.
    private const double UnnamedWorthSaying = 0.05;

    public IEnumerable<string> Of(TraceDigest digest) =>
        ((string?[])
        [
            hasRundown || digest.Process.NativeAot ? null : "No rundown: a session writes runtime, GC mode and method names when it ends. This one was cut off, or asked for none.",
            lacksGcMode ? "No GC mode: runtimes before .NET 6 do not record it." : null,
            digest.Gc is null ? $"No collections: there were none, or the session did not ask for them; record with {Collect} --profile gc-collect." : null,
            digest.Process.NativeAot ? null : Allocation(digest),
            Names(digest.State),
            Shortened(),
            OtherProcesses(),
            digest.Cpu is null ? $"No processor samples: record with {Collect} --providers {Providers.SampleProfiler}." : null,
            digest.Exceptions is null ? Unseen("exceptions", "0x8000:2") : null,
            digest.Contention is null ? Unseen("waits for locks", "0x4000:4") : null,
            digest.ThreadPool is null ? Unseen("changes of the thread pool", "0x10000:4") : null,
        ]).OfType<string>();

    private static string? Allocation(TraceDigest digest) => digest.Allocation switch
    {
        null => $"No allocation: record with {Sampled} on .NET 10, or with {Collect} --profile gc-verbose before.",
        { Stacks.Count: 0 } when digest.State.UnnamedFrames is null => "No allocation stacks, so no advice: the session was started without them.",
        _ => null,
    };

    private string? Names(TraceState state) => state.UnnamedFrames > UnnamedWorthSaying && hasRundown
        ? string.Create(CultureInfo.InvariantCulture, $"No names for {state.UnnamedFrames:P0} of the frames: {WhyUnnamed(state)}")
        : null;

    private static string WhyUnnamed(TraceState state) => state is { Truncated: false, Damage: null }
        ? $"the session asked for a rundown without them; keyword 0x139 of {Providers.Rundown} holds them."
        : "the trace ends before all of them were written.";

    private string? Shortened() => shortenedStacks == 0
        ? null
        : string.Create(
            CultureInfo.InvariantCulture,
            $"Not all callers: beyond {StackPool.MostStacks:N0} distinct stacks only the innermost {StackPool.FramesBeyond} frames were kept, or none. This affects {shortenedStacks:N0} events.");

    private string? OtherProcesses() => otherProcesses == 0
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"No other processes: the trace holds {otherProcesses + 1:N0} .NET processes, and only the one with the most events was read.");

    private static string Unseen(string what, string keywordAndLevel) =>
        $"No {what}: there were none, or the session did not ask for them; record with {Collect} --providers {Providers.Runtime}:{keywordAndLevel}.";
}
