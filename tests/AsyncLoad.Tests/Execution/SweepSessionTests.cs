using AsyncLoad.Analysis;
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

// Alone: beside other tests operations that suspend take long, count slices hold few of them, and a stray allocation of the runtime weighs bytes.
[Collection(nameof(WholeProcess))]
public sealed class SweepSessionTests : IDisposable
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "sweep",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "2ms", "warmUpCap": "100ms" }, "traces": "none",
          "experiments": [{
            "name": "often", "workload": "wrapping", "parameters": { "result": ["decimal"] },
            "baseline": "task-over-task", "candidates": ["value-task-over-value-task"],
            "crossover": { "axis": "parameters.probability", "from": 0.8, "to": 1, "levels": 3 }
          }]
        }
        """;

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-sweep-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_level_that_is_asked_for_is_measured_and_is_part_of_the_run_that_is_read_back()
    {
        var plan = Profiles.Plan(Profile);
        var asked = new Queue<double>([0.85, 0.875]);
        var events = new List<RunEvent>();
        var guidance = new RunGuidance(PairSteering.NextPairs, (current, _) => asked.TryDequeue(out var level) ? [(current.Sweeps![0].Id, level)] : [], _ => 0, SettingsReader.Read);
        using (var writer = RunWriter.Create(folder, Manifest(plan), TestCatalogue.Own, Profiles.Good(Profile)))
        {
            await new RunSession(plan, writer, guidance, events.Add, RunTerms.Usual).RunAsync(TestContext.Current.CancellationToken);
            writer.Finish(RunStatus.Complete, DateTimeOffset.UtcNow);
        }

        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Problems);
        Assert.Equal([0.8, 0.9, 1, 0.85, 0.875], evidence.Manifest.Plan.Sweeps![0].Levels.Select(level => level.At));
        Assert.Equal(
            ["0.8", "0.9", "1", "0.85", "0.875"],
            evidence.Manifest.Plan.Comparisons.Select(comparison => comparison.Candidate.Parameters["probability"]));
        Assert.All(evidence.Manifest.Plan.Comparisons, comparison => Assert.Single(evidence.Of(comparison).Progress.Completed));
        Assert.Equal([0.85, 0.875], events.OfType<RunEvent.LevelAdded>().Select(added => added.Level.At));
        // Bytes tell that each level was measured as such: 112 B where the inner method suspends, 80 B where it does not, both in proportion.
        Assert.All(RunAnalyzer.Analyze(evidence, SyntheticTrace).Comparisons, comparison =>
        {
            var probability = double.Parse(comparison.Comparison.Baseline.Parameters["probability"], System.Globalization.CultureInfo.InvariantCulture);
            Assert.InRange(comparison.Counted.Baseline.PerOperation!.Value, (112 - (32 * probability)) * 0.98, (112 - (32 * probability)) * 1.02);
        });
    }

    private static TraceAnalysis SyntheticTrace(JournalEntry.TracedRun run) => throw new InvalidOperationException("nothing was traced");

    private static RunManifest Manifest(Plan plan) => new(
        RunManifest.CurrentSchemaVersion, "0.1.0", ".NET", DateTimeOffset.UtcNow, null, RunStatus.Running, new MachineFingerprint("abc", "Linux", "X64", null, 2, 1 << 30, null), plan, [], []);
}
