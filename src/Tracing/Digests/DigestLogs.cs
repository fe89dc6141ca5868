using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Digests;

/// <summary>All that listens to a trace for its digest.</summary>
internal sealed class DigestLogs
{
    private readonly StackPool stacks = new();
    private readonly CodeMap code;
    private readonly ProcessLog process;
    private readonly CollectionLog collections;
    private readonly AllocationEvents allocations;
    private readonly ExceptionLog exceptions;
    private readonly ContentionLog contention;
    private readonly ThreadPoolLog threadPool;
    private readonly CpuLog cpu;

    public DigestLogs(NettraceReader reader)
    {
        code = new CodeMap(reader, stacks);
        process = new ProcessLog(reader);
        collections = new CollectionLog(reader, Always, GcDigest.MostCollections);
        allocations = new AllocationEvents(reader, stacks, Always);
        exceptions = new ExceptionLog(reader);
        contention = new ContentionLog(reader);
        threadPool = new ThreadPoolLog(reader);
        cpu = new CpuLog(reader, stacks);
    }

    /// <summary>What they learnt, once the trace is read. Its path, length and reader are still to be filled in.</summary>
    public TraceDigest Digest(NettraceSummary summary, NettraceHeader header, AdviceOptions options)
    {
        var named = new NamedStacks(stacks, code);
        var allocated = new NamedAllocations(allocations.Sites, named);
        var traced = process.Describe(header) with { NativeAot = IsNativeAot(allocated.UnnamedFrames) };
        var allocation = Allocation(allocated, traced.DurationMs / 1e3);
        var digest = new TraceDigest(
            File: "",
            FileBytes: 0,
            header.Format,
            Reader: "",
            State(summary, allocated.UnnamedFrames),
            traced,
            collections.SawAny ? Gc(traced.DurationMs) : null,
            allocation,
            exceptions.MostFirst(),
            contention.Digest(),
            threadPool.Digest(),
            cpu.Digest(named),
            allocation is null || traced.NativeAot ? null : allocated.Advise(allocation.Source, allocation.Seconds, options, traced.Major),
            Missing: []);
        return digest with { Missing = [.. new MissingParts(process.HasRundown, process.LacksGcMode, stacks.Shortened, summary.OtherProcesses).Of(digest)] };
    }

    private static bool Always() => true;

    // Every other runtime describes itself in its rundown, and names the type of each object that it samples.
    private bool IsNativeAot(double? unnamedFrames) => !process.TellsRuntime && allocations.Sites is { Total.Samples: > 0, TellsTypes: false } && unnamedFrames is null or 1;

    private static TraceState State(NettraceSummary summary, double? unnamedFrames) => new(
        summary.Ending is NettraceEnding.Early,
        (summary.Ending as NettraceEnding.Damaged)?.Place,
        summary.Events,
        summary.EventsLost,
        unnamedFrames);

    private GcDigest Gc(double recordedMs) => new(
        collections.InOrder(),
        collections.Sums.MostFirst(),
        collections.Pauses.Quantiles(),
        collections.Suspensions.Quantiles(),
        recordedMs > 0 ? Math.Min(1, collections.Pauses.SumMs / recordedMs) : 0,
        collections.Sums.PeakHeapMb,
        collections.Sums.PromotedMb);

    private AllocationDigest? Allocation(NamedAllocations allocated, double seconds) => allocations.Source is { } source
        ? new AllocationDigest(
            source,
            seconds,
            allocations.Sites.Total.Estimate(AllocationTally.Confidence),
            [.. allocated.Types(AllocationDigest.MostTypes).Select(type => type with { Type = CSharpName.OfType(type.Type) })],
            // Nothing can be seen in stacks without any name.
            allocated.UnnamedFrames == 1 ? [] : allocated.LargestStacks(AllocationDigest.MostStacks))
        : null;
}
