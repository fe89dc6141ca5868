using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Execution;

// Alone: beside other tests operations that suspend take long, count slices hold few of them, and a stray allocation of the runtime weighs bytes.
// Slices of 2 ms held no operation at all when others took the machine, twice in a row, and the comparison was dropped.
[Collection(nameof(WholeProcess))]
public sealed class SweepSessionTests : IDisposable
{
    // Figures are whole bytes.
    private const double Rounding = 0.5;

    private const string Profile = """
        {
          "schemaVersion": 1, "name": "sweep",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "10ms", "warmUpCap": "100ms" }, "traces": "none",
          "experiments": [{
            "name": "often", "workload": "wrapping", "parameters": { "result": ["decimal"] },
            "baseline": "task-over-task", "candidates": ["value-task-over-value-task"],
            "crossover": { "axis": "parameters.probability", "from": 0.8, "to": 1, "steps": 3 }
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
        var guidance = new RunGuidance(PairSteering.NextPairs, (current, _) => asked.TryDequeue(out var step) ? [(current.Sweeps![0].Id, step)] : []);
        using (var writer = RunWriter.Create(folder, Manifest(plan), TestCatalogue.Own, Profiles.Good(Profile)))
        {
            await new RunSession(plan, writer, guidance, events.Add, RunTerms.Usual).RunAsync(TestContext.Current.CancellationToken);
            writer.Finish(RunStatus.Complete, DateTimeOffset.UtcNow);
        }

        // Not Assert.Empty, which cuts long text off.
        string[] dropped = [.. events.OfType<RunEvent.ComparisonDropped>().Select(dropped => $"{dropped.Comparison.Id}: {dropped.Why}")];
        if (dropped.Length > 0) Assert.Fail(string.Join('\n', dropped));
        var evidence = RunReader.Read(folder);
        Assert.Empty(evidence.Problems);
        Assert.Equal([0.8, 0.9, 1, 0.85, 0.875], evidence.Manifest.Plan.Sweeps![0].Steps.Select(step => step.At));
        Assert.Equal(
            ["0.8", "0.9", "1", "0.85", "0.875"],
            evidence.Manifest.Plan.Comparisons.Select(comparison => comparison.Candidate.Parameters["probability"]));
        Assert.All(evidence.Manifest.Plan.Comparisons, comparison => Assert.Single(evidence.Of(comparison).Progress.Completed));
        Assert.Equal([0.85, 0.875], events.OfType<RunEvent.StepAdded>().Select(added => added.Step.At));
        // Bytes tell that each step was measured as such: 112 B where the inner method suspends, 80 B where it does not, both in proportion.
        Assert.All(RunAnalyzer.Analyze(evidence, SyntheticTrace).Comparisons, comparison =>
        {
            var probability = double.Parse(comparison.Comparison.Baseline.Parameters["probability"], System.Globalization.CultureInfo.InvariantCulture);
            // The least of the slices: what the runtime allocates for itself only adds, and rarely to all of them.
            var least = Assert.Single(evidence.Of(comparison.Comparison).Progress.Completed).Baseline.Counts.MinBy(slice => slice.BytesPerOperation)!;
            var error = 32 * Math.Sqrt(probability * (1 - probability) / least.Operations);
            Assert.Equal(112 - (32 * probability), least.BytesPerOperation, (6 * error) + Rounding);
            Assert.Equal(least.BytesPerOperation, comparison.Sides.Baseline.Bytes.Lowest);
            Assert.NotNull(comparison.Sides.Baseline.Bytes.PerOperation);
        });
    }

    private static TraceAnalysis SyntheticTrace(JournalEntry.TracedRun run) => throw new InvalidOperationException("nothing was traced");

    private static RunManifest Manifest(Plan plan) => new(
        RunManifest.CurrentSchemaVersion, "0.2.0", ".NET", DateTimeOffset.UtcNow, null, RunStatus.Running, new MachineFingerprint("abc", "Linux", "X64", null, 2, 1 << 30, null), plan, [], []);
}
