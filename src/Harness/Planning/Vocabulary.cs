using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>A word of profiles, with one line of meaning.</summary>
internal sealed record Term(string Name, string Meaning);

/// <summary>A setting that profiles and <c>--set</c> name by its path.</summary>
/// <param name="Path">Section and member: <c>measure.slices</c>.</param>
/// <param name="Takes">What it takes, in words.</param>
/// <param name="Default">Its default, in words.</param>
/// <param name="Meaning">One line of meaning.</param>
internal sealed record Setting(string Path, string Takes, string Default, string Meaning);

/// <summary>The one table of words: what <c>list</c> prints and what readers accept.</summary>
internal static class Vocabulary
{
    /// <summary>The <c>kind</c>s of loads.</summary>
    public static IReadOnlyList<Term> Loads { get; } =
    [
        new("sequential", "one dedicated thread, one operation after another, blocking on a pending one"),
        new("parallelFor", "Parallel.For over chunks on all cores, or on \"degree\" workers, consuming synchronously"),
        new("parallelForAsync", "Parallel.ForAsync over chunks, \"degree\" at once, awaiting"),
        new("closedLoop", "\"workers\" on the thread pool, 1 unless said, each awaiting its operation before the next, after a \"thinkTime\" if given"),
        new("wave", "starts \"size\" operations, 64 unless said, awaits them all, and repeats: the worst case for bounded pools"),
        new("openLoop", "arrivals at a \"rate\" a second, or in \"steps\", whatever became of those before; latency counts from when each was due"),
        new("simulations", "\"stages\" in NBomber's words, one after another; \"engine\": \"nbomber\" hands them to NBomber itself"),
    ];

    /// <summary>The <c>kind</c>s of stages of <c>simulations</c>.</summary>
    public static IReadOnlyList<Term> Stages { get; } =
    [
        new("keepConstant", "so many copies, each starting its next iteration when the last has ended"),
        new("rampingConstant", "copies added or taken away evenly"),
        new("iterationsForConstant", "so many copies until so many iterations are done"),
        new("inject", "arrivals at a rate, each running once"),
        new("rampingInject", "arrivals at a rate that rises or falls evenly"),
        new("injectRandom", "arrivals at a rate drawn anew for each interval"),
        new("iterationsForInject", "arrivals at a rate until so many have come"),
        new("pause", "nothing for a while"),
    ];

    /// <summary>The presets of GC pressure.</summary>
    public static IReadOnlyList<Term> Pressures { get; } =
    [
        new("calm", "no pressure: the workload has the heap to itself"),
        new("old-heap", "a 50MB live set with 50 old-to-young writes a millisecond and a 4MB gen0"),
        new("churn", "somebody else's garbage: small objects, a tenth of which outlives a collection"),
        new("large-objects", "the same with two fifths of the bytes on the large object heap, which full collections alone free"),
        new("finalizers", "small objects, every fifth with a finalizer, which keeps it alive for one more collection"),
        new("pinned", "churn with every twentieth object pinned for as long as it lives"),
    ];

    /// <summary>Which cells get a traced run.</summary>
    public static IReadOnlyList<(string Word, TraceSelection Meaning)> TraceSelections { get; } =
        [("all", TraceSelection.All), ("one", TraceSelection.One), ("none", TraceSelection.None)];

    private static string MetricWords { get; } = $"{string.Join(", ", Metric.Ratios.SkipLast(1).Select(metric => metric.Judged!.Word))} or {Metric.Ratios[^1].Judged!.Word}";

    /// <summary>Settings by path.</summary>
    public static IReadOnlyList<Setting> Settings { get; } =
    [
        new("seed", "0 to 2,147,483,647", "1", "seed of the order of comparisons and sides"),
        new("traces", "all, one or none", "all", "cells that get a traced run: both sides of all comparisons, of the first, or none"),
        new("cpuSamples", "true or false", "false", "traced runs sample processors too, for PerfView's Thread Time view and dotnet-trace"),
        new("measure.slices", "4 to 10,000", "60", "timed slices per side in one pair"),
        new("measure.slice", "duration, 1ms to 60s", "10ms", "length of one slice"),
        new("measure.warmUpCap", "duration, 100ms to 10m", "5s", "longest warm-up of a side, in its own slices"),
        new("measure.looks", "ascending numbers of pairs", "[8,12,16,24]", "pairs after which a comparison is judged; one number is a single look"),
        new("measure.halfWidth", "0.001 to 1", "0.02; 0.05 for p99", "relative half-width of the interval that ends a comparison early"),
        new("measure.margin", "0.001 to 1", "0.03", "margin inside which two sides count as equivalent"),
        new("measure.metric", MetricWords, Metric.Ratio.Judged!.Word, "the cost that verdicts compare"),
        new("measure.verdicts", "true or false", "true", "judge ratios; without, any number of pairs will do and figures are stated alone"),
        new("measure.platformTiering", "true or false", "false", "keep the platform's own tier-up delay"),
        new("load.degree", "1 to 1,024, or \"cores\"", "cores", "workers of every parallelFor and parallelForAsync load"),
        new("load.workers", "1 to 100,000", "1", "workers of every closedLoop load"),
        new("load.size", "1 to 100,000", "64", "operations in flight of every wave load"),
        new("load.rate", "1 to 1,000,000", "1000", "arrivals a second of every openLoop load"),
        new("pressure.liveSet", "size, 0MB to 1024GB", "by preset", "objects that stay alive in gen2; calm entries stay calm"),
        new("pressure.oldToYoungWritesPerMs", "0 to 100,000", "by preset", "fresh objects stored into the live set a millisecond"),
        new("pressure.allocatePerSecond", "size, 0MB to 1024GB", "by preset", "bytes allocated in the background a second of open gate"),
        new("pressure.survivePercent", "0 to 100", "by preset", "share of these bytes in objects that live until a collection has found them"),
        new("pressure.lohPerMille", "0 to 1,000", "by preset", "thousandths of these bytes in objects of 100 to 200 KB"),
        new("pressure.pinnedPercent", "0 to survivePercent", "by preset", "share of the small objects that survive pinned"),
        new("pressure.finalizablePercent", "0 to 100", "by preset", "share of the small objects with a finalizer"),
        new("pressure.gen0Size", "size, 256KB to 16GB", "by preset", "gen0 budget under pressure where the GC settings name none"),
        new("gc.server", "true or false", "platform", "server GC"),
        new("gc.concurrent", "true or false", "platform", "background gen2 collections"),
        new("gc.gen0Size", "size, 256KB to 16GB", "platform", "smallest gen0 budget, of each heap; 128MB at most under workstation GC"),
        new("gc.gen0MaxBudget", "size, 256KB to 16GB", "platform", "largest gen0 budget"),
        new("gc.heapHardLimit", "size, 1MB to 1024GB", "platform", "hard limit of the managed heap"),
        new("gc.conserveMemory", "0 to 9", "platform", "how hard the GC works to keep the heap small"),
        new("gc.datas", "true or false", "platform", "dynamic adaptation of server GC; workstation GC has none"),
        new("gc.heapCount", "1 to 1,024", "platform", "number of server GC heaps, one a processor at most; turns datas off"),
        new("gc.retainVm", "true or false", "platform", "keep freed segments"),
        new("gc.tieredPgo", "true or false", "platform", "profile-guided tier-up"),
        new("gc.tieredCompilation", "true or false", "platform", "tiered compilation"),
        new("gc.readyToRun", "true or false", "platform", "precompiled framework code"),
    ];
}
