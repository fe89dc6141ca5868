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

    // As a pair warms up in InterleavedGroup, which this project does not refer to: slices of so many ms, or of one batch where that is 0, with pauses as long;
    // batches of 20 µs once that is known.
    private static readonly int[] EarlySlices = [1, 1, .. Enumerable.Repeat(0, 32), .. Enumerable.Repeat(10, 5), .. Enumerable.Repeat(0, 32), .. Enumerable.Repeat(10, 10)];
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
        slot = new WorkerSlot(Subjects[Place].CreateOperation(), new LatencyCounts(), masks: 0);
        var batch = 1L;
        foreach (var milliseconds in EarlySlices)
        {
            var (began, done) = (Stopwatch.GetTimestamp(), 0L);
            do
            {
                slot.RunBatch(batch, timed: false);
                done += batch;
            }
            while (Stopwatch.GetElapsedTime(began).TotalMilliseconds < milliseconds);
            if (milliseconds == 0) continue;
            batch = Math.Max(1, (long)(done * (EarlyBatch / Stopwatch.GetElapsedTime(began))));
            Thread.Sleep(milliseconds);
        }
    }

    [Benchmark(OperationsPerInvoke = Batch)]
    public void RunBatch() => slot!.RunBatch(Batch, timed: false);
}
