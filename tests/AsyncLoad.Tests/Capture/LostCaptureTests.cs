using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Capture;

/// <summary>docs/evidence/reliability.md, row 5: what a run that goes on makes of traces that it has not, in real processes.</summary>
[Fault(5)]
[Collection(nameof(WholeProcess))]
public sealed class LostCaptureTests : IDisposable
{
    private const string Profile = """
        {
          "schemaVersion": 1, "name": "lost",
          "measure": { "looks": [1], "verdicts": false, "slices": 4, "slice": "2ms", "warmUpCap": "100ms" }, "traces": "one",
          "experiments": [{
            "name": "await", "workload": "call-chain", "parameters": { "deep": [true], "result": ["string"] },
            "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential"]
          }]
        }
        """;

    private static readonly RunGuidance NoPairs = new((_, _) => [], (_, _) => []);

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-lost-").FullName;
    private readonly Plan plan = Profiles.Plan(Profile);

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task What_was_lost_is_traced_again_and_what_is_there_is_not()
    {
        var (baseline, candidate) = (Traced(Side.Baseline), Traced(Side.Candidate));

        Assert.Equal([Side.Baseline, Side.Candidate], await RetakenAsync(baseline with { Outcome = new CellOutcome.CaptureLost("the stream broke: No space left on device") }, candidate));
        await WriteAsync(candidate, TraceFixture.Bytes(TraceFixture.ValueTasks));
        Assert.Equal([Side.Baseline], await RetakenAsync(baseline with { Outcome = new CellOutcome.CaptureLost("the session did not start") }, candidate));
        await WriteAsync(baseline, TraceFixture.Bytes(TraceFixture.Tasks));
        Assert.Empty(await RetakenAsync(baseline, candidate));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1_000)]
    public async Task A_trace_that_is_empty_or_cut_is_traced_again(int bytes)
    {
        var (baseline, candidate) = (Traced(Side.Baseline), Traced(Side.Candidate));
        await WriteAsync(baseline, TraceFixture.Bytes(TraceFixture.Tasks));
        await WriteAsync(candidate, TraceFixture.Bytes(TraceFixture.ValueTasks)[..bytes]);

        Assert.Equal([Side.Candidate], await RetakenAsync(baseline, candidate));
    }

    [Fact]
    public async Task A_process_that_ended_by_itself_is_not_traced_again()
    {
        var crashed = Traced(Side.Baseline) with { Outcome = new CellOutcome.Crashed("slice 3", 139, "SIGSEGV", null, ""), File = null };

        Assert.Equal([Side.Candidate], await RetakenAsync(crashed, Traced(Side.Candidate)));
    }

    private JournalEntry.TracedRun Traced(Side side)
    {
        var cell = plan.Comparisons[0].CellOf(side).Name;
        return new(plan.Comparisons[0].Id, side, cell, $"traces/{cell}.nettrace", TraceBuffer.FirstMegabytes, SyntheticRun.Noon, new Nanoseconds(1), new CellOutcome.Completed(SyntheticRun.Side(1_000)));
    }

    private async Task WriteAsync(JournalEntry.TracedRun run, byte[] trace)
    {
        Directory.CreateDirectory(Path.Combine(folder, "run", "traces"));
        await File.WriteAllBytesAsync(Path.Combine(folder, "run", run.File!), trace, TestContext.Current.CancellationToken);
    }

    // The sides that are traced when a run with these goes on, each to its end.
    private async Task<IEnumerable<Side>> RetakenAsync(params JournalEntry.TracedRun[] soFar)
    {
        var run = Path.Combine(folder, "run");
        var traces = Path.Combine(run, "traces");
        var kept = Path.Combine(folder, "kept");
        if (Directory.Exists(traces)) Directory.Move(traces, kept);
        if (Directory.Exists(run)) Directory.Delete(run, recursive: true);
        var retaken = new List<JournalEntry.TracedRun>();
        using var writer = RunWriter.Create(run, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profile));
        if (Directory.Exists(kept)) Directory.Move(kept, traces);

        await new RunSession(plan, writer, NoPairs, Note, RunTerms.Usual) { SoFar = soFar }.RunAsync(TestContext.Current.CancellationToken);

        Assert.All(retaken, trace => Assert.IsType<CellOutcome.Completed>(trace.Outcome));
        Assert.All(retaken, trace => Assert.True(new FileInfo(Path.Combine(run, trace.File!)).Length > 1_000));
        return retaken.Select(trace => trace.Side);

        void Note(RunEvent happened)
        {
            if (happened is RunEvent.TraceEnded ended) retaken.Add(ended.Run);
        }
    }
}
