using System.Diagnostics;
using AsyncLoad.Host.Latency;
using AsyncLoad.Host.Loads;
using BenchmarkDotNet.Attributes;

namespace AsyncLoad.Benchmarks;

/// <summary>
/// What BenchmarkDotNet measures: the batch of the load itself over the same delegate, one an invocation. Which methods there are is said by an
/// environment variable, which the process that BenchmarkDotNet starts inherits: so one build serves every comparison.
/// </summary>
[MemoryDiagnoser]
public class BatchBenchmark
{
    /// <summary>Operations of an invocation: 15 µs and more, about what the load runs at once, so that beginning and ending a batch costs both tools the same.</summary>
    public const int Batch = 5_000;

    private const string Variable = "ASYNCLOAD_CALIBRATION_SUBJECTS";
    private const char Separator = ';';

    // As the load begins: the short slices of InterleavedGroup, which this project does not refer to, with pauses, and batches of 20 µs once that is known.
    private const int EarlySlices = 60;
    private static readonly TimeSpan EarlySlice = TimeSpan.FromMilliseconds(1);
    private static readonly TimeSpan EarlyPause = TimeSpan.FromMilliseconds(3);
    private static readonly TimeSpan EarlyBatch = TimeSpan.FromMicroseconds(20);

    private WorkerSlot? slot;

    /// <summary>The methods to measure, in their order.</summary>
    public static IReadOnlyList<Subject> Subjects =>
        [.. (Environment.GetEnvironmentVariable(Variable) ?? "").Split(Separator, StringSplitOptions.RemoveEmptyEntries).Select(Subject.Parse)];

    /// <summary>The places in that list: what is built knows places only, so another list needs no other build.</summary>
    public static IEnumerable<int> Places => Enumerable.Range(0, Subjects.Count);

    /// <summary>The method that is measured, by its place.</summary>
    [ParamsSource(nameof(Places))]
    public int Place { get; set; }

    /// <summary>Says which methods there are, here and in processes started from here.</summary>
    public static void Choose(IEnumerable<Subject> subjects) => Environment.SetEnvironmentVariable(Variable, string.Join(Separator, subjects));

    /// <summary>
    /// Begins as the load does. A loop that is entered with a thousand operations at once is replaced on its stack, before the compiler knows what it calls;
    /// what is shared generic code then takes twice as long for good.
    /// </summary>
    [GlobalSetup]
    public void SetUp()
    {
        slot = new WorkerSlot(Subjects[Place].CreateOperation(), new LatencyCounts());
        var batch = 1L;
        for (var slice = 0; slice < EarlySlices; slice++)
        {
            var (began, done) = (Stopwatch.GetTimestamp(), 0L);
            for (; Stopwatch.GetElapsedTime(began) < EarlySlice; done += batch) slot.RunBatch(batch, timed: false);
            batch = Math.Max(1, (long)(done * (EarlyBatch / Stopwatch.GetElapsedTime(began))));
            Thread.Sleep(EarlyPause);
        }
    }

    [Benchmark(OperationsPerInvoke = Batch)]
    public void RunBatch() => slot!.RunBatch(Batch, timed: false);
}
