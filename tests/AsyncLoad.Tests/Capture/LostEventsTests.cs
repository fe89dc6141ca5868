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

namespace AsyncLoad.Tests.Capture;

/// <summary>docs/evidence/reliability.md, row 10, in real processes: a buffer that is far too small for what thousands of collections tell, also where others use the machine.</summary>
[Fault(10)]
[Collection(nameof(WholeProcess))]
public sealed class LostEventsTests : IDisposable
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "lossy",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "2ms", "warmUpCap": "100ms" }, "traces": "one",
          "experiments": [{
            "name": "busy", "workload": "call-chain", "parameters": { "deep": [true], "result": ["string"] },
            "baseline": "await-task", "candidates": ["await-value-task"], "loads": [{ "kind": "parallelFor", "degree": 8 }], "gcSettings": [{ "name": "small", "gen0Size": "256KB" }]
          }]
        }
        """;

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-loss-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_run_that_lost_events_is_traced_again_with_twice_the_buffer_and_both_are_in_the_journal()
    {
        var plan = Profiles.Plan(Profile);
        var lost = new List<long?>();
        var guidance = new RunGuidance(PairSteering.NextPairs, (_, _) => []);
        using (var writer = RunWriter.Create(folder, Manifest(plan), TestCatalogue.Own, Profiles.Good(Profile)))
        {
            await new RunSession(plan, writer, guidance, Count, RunTerms.Usual with { TraceMegabytes = 1 }).RunAsync(TestContext.Current.CancellationToken);
            writer.Finish(RunStatus.Complete, DateTimeOffset.UtcNow);
        }

        // The allocating side first; the other hardly writes an event.
        Assert.True(lost[0] > 0);
        var traced = RunReader.Read(folder).Of(plan.Comparisons[0]).TracedRuns;
        Assert.All(traced, run => Assert.IsType<CellOutcome.Completed>(run.Outcome));
        Assert.Equal([1, 2], traced.Where(run => run.Side == Side.Baseline).Select(run => run.BufferMegabytes));

        void Count(RunEvent happened)
        {
            if (happened is RunEvent.TraceEnded { Run.File: { } file }) lost.Add(TraceReader.EventsLost(folder, file));
        }
    }

    private static RunManifest Manifest(Plan plan) => new(
        RunManifest.CurrentSchemaVersion, "0.2.0", ".NET", DateTimeOffset.UtcNow, null, RunStatus.Running, new MachineFingerprint("abc", "Linux", "X64", null, 2, 1 << 30, null), plan, [], []);
}
