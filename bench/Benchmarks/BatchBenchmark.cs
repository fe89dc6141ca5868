using AsyncLoad.Host.Loads;
using BenchmarkDotNet.Attributes;

namespace AsyncLoad.Benchmarks;

/// <summary>
/// What BenchmarkDotNet measures: the loop of the load itself over the same delegate, a batch an invocation. Which methods there are is said by an
/// environment variable, which the process that BenchmarkDotNet starts inherits: so one build serves every comparison.
/// </summary>
[MemoryDiagnoser]
public class BatchBenchmark
{
    /// <summary>Operations of an invocation: 1 µs and more, so that calling the benchmark itself costs nothing beside it.</summary>
    public const int Batch = 1_000;

    private const string Variable = "ASYNCLOAD_CALIBRATION_SUBJECTS";
    private const char Separator = ';';

    private BatchLoop? loop;

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

    [GlobalSetup]
    public void SetUp() => loop = BatchLoop.For(Subjects[Place].CreateOperation());

    [Benchmark(OperationsPerInvoke = Batch)]
    public void RunBatch() => loop!.Run(Batch);
}
