using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Measured processes that are killed from outside: docs/evidence/reliability.md, row 1.</summary>
[Fault(1)]
public sealed class Fault01KilledChildTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault01KilledChildTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_pair_that_is_killed_once_is_measured_again()
    {
        using var program = Start(Profiles.FiguresOf(2, Profiles.AwaitPair), "--traces", "none");
        await Run.HasLinesAsync(1);
        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 2, "the second pair lives");
        HostProcesses.Send(HostProcesses.Of(sandbox)[0], HostProcesses.Signal.Kill);
        (await program.EndAsync()).Expect(0);

        // The pair after these tells what the load costs. On a starved machine its slices may hold no operation, and it is tried again.
        Assert.Equal([(1, 1), (2, 1), (2, 2)], Run.Pairs.Take(3).Select(pair => (pair.Index, pair.Attempt)));
        Assert.All(Run.Pairs.Skip(3), pair => Assert.StartsWith("load-overhead/", pair.Comparison, StringComparison.Ordinal));
        Assert.True(RunFolder.IsWhole(Run.Pairs.Last()));
        var crashed = Outcomes(Run.Pairs.ElementAt(1)).OfType<CellOutcome.Crashed>().Single();
        Assert.Equal("SIGKILL", crashed.Signal);
        Assert.Contains("pair-retried", Run.Results.Comparisons.Single().Warnings);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fact]
    public async Task Pairs_that_are_killed_again_and_again_end_the_comparison_and_keep_the_rest()
    {
        using var program = Start(Profiles.Of(Profiles.AwaitPair), "--traces", "none");
        await Run.HasLinesAsync(1);
        await Until.HoldsAsync(() => KillAll() && program.HasEnded, "the run gives up");
        (await program.EndAsync()).Expect(7);

        Assert.IsType<CellOutcome.Completed>(Run.Pairs.First().Baseline);
        Assert.Contains(Run.Pairs.SelectMany(Outcomes), outcome => outcome is CellOutcome.Crashed { Signal: "SIGKILL" });
        Assert.Contains("cell-dropped", Run.Results.Comparisons.Single().Warnings);
        Assert.Equal(RunStatus.Complete, Run.Manifest.Status);
        Asyncload.AssertNothingIsLeft(sandbox);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(7);
    }

    [Fact]
    public async Task A_traced_process_that_is_killed_leaves_its_trace()
    {
        using var program = Start(Profiles.FiguresOf(1, Profiles.AwaitPair), "--traces", "one");
        var partial = Run.At("traces/c001-await-task-sequential-calm.nettrace.partial");
        // Its warm-up alone takes a quarter of a second of work, so it is in the middle of it.
        await Until.HoldsAsync(() => File.Exists(partial) && HostProcesses.Of(sandbox).Any(host => HostProcesses.Ticks(host) >= 20), "the traced process works");
        KillAll();
        (await program.EndAsync()).Expect(7);

        var traced = Run.Journal.OfType<JournalEntry.TracedRun>().First();
        Assert.Equal("SIGKILL", Assert.IsType<CellOutcome.Crashed>(traced.Outcome).Signal);
        Assert.Contains(traced.File, Run.Files);
        Assert.True(Run.Results.Comparisons.Single().Traces.Baseline!.Truncated);
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".partial", StringComparison.Ordinal));
        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Contains("! truncated", (await Asyncload.RunAsync(sandbox, "analyze", Run.At(traced.File!))).Expect(0).Output, StringComparison.Ordinal);
    }

    private RunningProgram Start(string profile, params string[] options) =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", profile), "--output", "run", .. options]);

    private bool KillAll()
    {
        foreach (var process in HostProcesses.Of(sandbox)) HostProcesses.Send(process, HostProcesses.Signal.Kill);
        return true;
    }

    private static CellOutcome[] Outcomes(JournalEntry.Pair pair) => [pair.Baseline, pair.Candidate];
}
