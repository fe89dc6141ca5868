using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Every kind of load in a real run: what it reports, what it costs by itself, and that latency counts from when an operation was due.</summary>
[Collection(typeof(Alone))]
public sealed class LoadTests : IDisposable
{
    // In ns. The pool stands still for 100 ms.
    private const long HalfAStall = 50_000_000;

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Every_load_runs_and_states_what_it_costs()
    {
        var profile = sandbox.Write("loads.json", Figures("""
            {
              "name": "chain", "workload": "wrapping", "parameters": { "result": ["bool"], "probability": [0] },
              "baseline": "async-task-over-task", "candidates": ["async-value-task-over-task"],
              "loads": [
                "sequential", { "kind": "parallelFor", "chunk": 10 }, "parallelForAsync", { "kind": "closedLoop", "workers": 2, "thinkTime": "1ms" }, "wave",
                { "kind": "openLoop", "rate": 3000, "arrivals": "poisson" },
                { "kind": "simulations", "stages": [{ "kind": "keepConstant", "copies": 2, "during": "200ms" }, { "kind": "inject", "rate": 2000, "during": "200ms" }] }
              ]
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(0);

        var results = Run.Results;
        Assert.Equal(7, results.Comparisons.Count);
        Assert.All(results.Comparisons, comparison => Assert.True(comparison.Metrics.Candidate?.OperationsPerSecond > 0, comparison.Id));
        Assert.Equal(7, results.LoadOverhead.Keys.Select(key => key.Split('/')[0]).Distinct().Count());
        foreach (var (name, cost) in results.LoadOverhead)
        {
            Assert.NotNull(cost.BytesPerOperation);
            // One call of Parallel.For or Parallel.ForAsync is spread over a count slice; an arrival may cost 64 B.
            Assert.InRange(cost.BytesPerOperation.Value, 0, name.StartsWith("openLoop", StringComparison.Ordinal) ? 64 : 0.05);
        }

        var arriving = results.Comparisons.Single(comparison => comparison.Load == "openLoop-3000-poisson").Metrics.Candidate!;
        Assert.NotNull(arriving.LatencyNs);
        Assert.NotNull(arriving.ServiceNs);
        Assert.InRange(arriving.Arrivals!.Due, 100, long.MaxValue);
        Assert.True(arriving.LatencyNs.P50 >= arriving.ServiceNs.P50);
        AssertHistograms();
    }

    [Fact]
    public async Task A_stall_shows_in_latency_from_when_an_operation_was_due_and_not_in_service_time()
    {
        var profile = sandbox.Write("stall.json", Figures("""
            {
              "name": "stall", "workload": "failing", "baseline": "ok", "candidates": ["stalls"], "loads": [{ "kind": "openLoop", "rate": 100 }]
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(0);

        var stalled = Assert.IsType<CellOutcome.Completed>(Run.Pairs.Single(pair => pair.Comparison == Run.Results.Comparisons.Single().Id).Candidate).Measurement.Latency!;
        // What is slow from its start is slow from when it was due as well; what waited for its start comes on top.
        Assert.True(Long(stalled.Response!) > Long(stalled.Service));
        Assert.True(stalled.Arrivals!.Late > 0);

        static long Long(Latencies latencies) => latencies.Buckets.Where(bucket => bucket.Index >= Latencies.IndexOf(HalfAStall)).Sum(bucket => bucket.Count);
    }

    [Fact]
    public async Task Pool_threads_have_a_core_each_or_share_one_where_a_single_flow_never_suspends()
    {
        if (!OperatingSystem.IsLinux() || Environment.ProcessorCount < 2) Assert.Skip("threads are placed on Linux only, and there must be two cores");
        var profile = sandbox.Write("placed.json", Figures("""
            {
              "name": "placed", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              "loads": ["wave", { "kind": "closedLoop", "workers": 1 }, "parallelForAsync", { "kind": "closedLoop", "workers": 64 }]
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(0);

        var pairs = Run.Pairs.Where(pair => pair.Comparison.StartsWith("placed/", StringComparison.Ordinal)).ToList();
        var (single, several) = (pairs.Where(IsSingle).ToList(), pairs.Where(pair => !IsSingle(pair)).ToList());
        Assert.NotEmpty(single);
        Assert.NotEmpty(several.SelectMany(CoresOf));
        // One core in all slices of both sides.
        Assert.All(single, pair => Assert.Single(CoresOf(pair).Distinct()));
        Assert.All(single.SelectMany(CoresOf), mask => Assert.Equal(1, System.Numerics.BitOperations.PopCount((ulong)mask)));
        // Where others use a core, no worker may be seen on it in a slice.
        Assert.All(several, pair => Assert.True(System.Numerics.BitOperations.PopCount((ulong)CoresOf(pair).Aggregate((seen, mask) => seen | mask)) > 1));

        static bool IsSingle(JournalEntry.Pair pair) => pair.Comparison.Contains("/wave", StringComparison.Ordinal) || pair.Comparison.Contains("/closedLoop-1/", StringComparison.Ordinal);

        static IEnumerable<long> CoresOf(JournalEntry.Pair pair) => new[] { pair.Baseline, pair.Candidate }
            .OfType<CellOutcome.Completed>().SelectMany(outcome => outcome.Measurement.Slices).Select(slice => slice.Cores);
    }

    private void AssertHistograms()
    {
        var files = Directory.GetFiles(sandbox.At("run/histograms"), "*.hgrm").Select(Path.GetFileName).ToList();
        Assert.Contains(files, file => file!.Contains("openLoop", StringComparison.Ordinal) && file.EndsWith("-service.hgrm", StringComparison.Ordinal));
        Assert.All(files, file => Assert.Contains(Run.Manifest.Files, evidence => evidence.Path == $"histograms/{file}"));
        var pair = Run.Pairs.First(pair => pair.Comparison.Contains("openLoop", StringComparison.Ordinal));
        Assert.True(pair.Timed);
        Assert.True(pair.Control!.Count > 0);
        Assert.IsType<CellOutcome.Completed>(pair.Candidate);
    }

    private static string Figures(string experiment) => $$"""
        {
          "schemaVersion": 1, "name": "loads", "seed": 1,
          "measure": { "slices": 4, "slice": "20ms", "warmUpCap": "500ms", "looks": [1], "verdicts": false },
          "experiments": [{{experiment}}]
        }
        """;
}
