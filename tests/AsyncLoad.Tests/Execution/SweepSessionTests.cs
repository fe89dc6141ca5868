using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Trace;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

// Alone: beside other tests the runtime allocates more of its own, and count slices that go on to differ have no figure.
[Collection(nameof(WholeProcess))]
public sealed class SweepSessionTests : IDisposable
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "sweep",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "2ms", "warmUpCap": "100ms" }, "traces": "none",
          "experiments": [{
            "name": "deeper", "workload": "deep-chain", "parameters": { "bottom": ["completing"] },
            "baseline": "task", "candidates": ["value-task"],
            "crossover": { "axis": "parameters.depth", "from": 4, "to": 8, "levels": 3 }
          }]
        }
        """;

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-sweep-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_level_that_is_asked_for_is_measured_and_is_part_of_the_run_that_is_read_back()
    {
        var plan = Profiles.Plan(Profile);
        var asked = new Queue<double>([5, 7]);
        var events = new List<RunEvent>();
        var guidance = new RunGuidance(PairSteering.NextPairs, (current, _) => asked.TryDequeue(out var level) ? [(current.Sweeps![0].Id, level)] : [], _ => 0, SettingsReader.Read);
        using (var writer = RunWriter.Create(folder, Manifest(plan), TestCatalogue.Own, Profiles.Good(Profile)))
        {
            await new RunSession(plan, writer, guidance, events.Add, RunTerms.Usual).RunAsync(TestContext.Current.CancellationToken);
            writer.Finish(RunStatus.Complete, DateTimeOffset.UtcNow);
        }

        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Problems);
        Assert.Equal([4, 6, 8, 5, 7], evidence.Manifest.Plan.Sweeps![0].Levels.Select(level => level.At));
        Assert.Equal(["4", "6", "8", "5", "7"], evidence.Manifest.Plan.Comparisons.Select(comparison => comparison.Candidate.Parameters["depth"]));
        Assert.All(evidence.Manifest.Plan.Comparisons, comparison => Assert.Single(evidence.Of(comparison).Progress.Completed));
        Assert.Equal([5, 7], events.OfType<RunEvent.LevelAdded>().Select(added => added.Level.At));
        // Bytes tell that each level was measured as such: a Task<decimal> of 80 B for each method of the chain.
        Assert.All(RunAnalyzer.Analyze(evidence, SyntheticTrace).Comparisons, comparison =>
        {
            var depth = int.Parse(comparison.Comparison.Baseline.Parameters["depth"], System.Globalization.CultureInfo.InvariantCulture);
            Assert.Equal(80 * depth, comparison.Counted.Baseline.PerOperation!.Value, CountedBytes.Tolerance);
        });
    }

    private static TraceAnalysis SyntheticTrace(JournalEntry.TracedRun run) => throw new InvalidOperationException("nothing was traced");

    private static RunManifest Manifest(Plan plan) => new(
        RunManifest.CurrentSchemaVersion, "0.1.0", ".NET", DateTimeOffset.UtcNow, null, RunStatus.Running, new MachineFingerprint("abc", "Linux", "X64", null, 2, 1 << 30, null), plan, [], []);
}
