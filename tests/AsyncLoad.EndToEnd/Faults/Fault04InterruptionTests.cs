using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Runs that are ended from outside: docs/evidence/reliability.md, rows 2, 4, 5 and 27.</summary>
public sealed class Fault04InterruptionTests : IDisposable
{
    // Nothing shows what a program does about a signal that it has taken, on a thread of its own: this is long enough for it.
    private static readonly TimeSpan Handling = TimeSpan.FromMilliseconds(500);

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault04InterruptionTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fault(4)]
    [Fact]
    public async Task One_interrupt_ends_the_run_with_everything_measured_so_far()
    {
        using var program = Start("--traces", "none");
        await Run.HasLinesAsync(2);
        program.Send(HostProcesses.Signal.Interrupt);
        (await program.EndAsync()).Expect(130);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Equal((RunStatus.Interrupted, RunStatus.Interrupted), (Run.Manifest.Status, Run.Results.Status));
        Assert.InRange(Run.Pairs.Count(), 2, 6);
        Assert.Empty(RunFolder.Judgement.Except(Run.Files));
        Assert.DoesNotContain(".lock", Run.Files);
        Assert.Contains("interrupted", Run.Text("report.md"), StringComparison.OrdinalIgnoreCase);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);
    }

    [Fault(4)]
    [Fact]
    public async Task An_interrupt_while_tracing_leaves_no_half_trace()
    {
        using var program = StartTracing();
        await Until.HoldsAsync(() => File.Exists(Run.At("traces/c001-await-task-sequential-calm.nettrace.partial")), "tracing begins");
        program.Send(HostProcesses.Signal.Interrupt);
        (await program.EndAsync()).Expect(130);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.DoesNotContain(Run.Files, file => file.EndsWith(".partial", StringComparison.Ordinal));
        // What was measured before is judged.
        Assert.Equal(RunStatus.Interrupted, Run.Results.Status);
        Assert.NotNull(Run.Results.Comparisons.Single().Metrics.Candidate);
    }

    [Fault(4)]
    [Fact]
    public async Task Termination_ends_the_run_the_same_way()
    {
        using var program = Start("--traces", "none");
        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 2 && File.Exists(Run.At("pairs.jsonl")), "the first pair lives");
        program.Send(HostProcesses.Signal.Terminate);
        (await program.EndAsync()).Expect(143);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
        Assert.Empty(RunFolder.Judgement.Except(Run.Files));
    }

    // As timeout, a service manager and Slurm send it. The pair would count as one that failed. Processes start, or run a slice.
    [Fault(4)]
    [Theory]
    [InlineData("10ms")]
    [InlineData("60s")]
    public async Task Termination_of_all_processes_of_a_run_is_no_crash_of_the_measured_ones(string slice)
    {
        using var program = Start("--traces", "none", "--set", $"measure.slice={slice}");
        IReadOnlyList<int> hosts = [];
        await Until.HoldsAsync(() => (hosts = HostProcesses.Of(sandbox)).Count == 2 && File.Exists(Run.At("pairs.jsonl")), "the first pair lives");
        if (slice == "60s") await Task.Delay(2 * Handling, TestContext.Current.CancellationToken);
        foreach (var host in hosts) HostProcesses.Send(host, HostProcesses.Signal.Terminate);
        program.Send(HostProcesses.Signal.Terminate);
        (await program.EndAsync()).Expect(143);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
        Assert.All(Run.Pairs, pair => Assert.IsType<CellOutcome.Completed>(pair.Baseline));
    }

    // The measured processes are sent it too, by the kernel; this program once by the shell and once by the kernel.
    [Fault(4)]
    [Fact]
    public async Task A_terminal_that_closes_ends_the_run_the_same_way()
    {
        HostProcesses.RequireHeard(HostProcesses.Signal.Hangup);
        using var program = Start("--traces", "none");
        IReadOnlyList<int> hosts = [];
        await Run.HasLinesAsync(1);
        await Until.HoldsAsync(() => (hosts = HostProcesses.Of(sandbox)).Count == 2, "the second pair lives");
        foreach (var host in hosts) HostProcesses.Send(host, HostProcesses.Signal.Hangup);
        await program.DeliverAsync(HostProcesses.Signal.Hangup);
        program.Send(HostProcesses.Signal.Hangup);
        (await program.EndAsync()).Expect(143);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
        Assert.Empty(RunFolder.Judgement.Except(Run.Files));
    }

    [Fault(4)]
    [Fact]
    public async Task Termination_of_a_command_that_measures_nothing_is_told_as_such()
    {
        sandbox.Copy(Path.Combine(Repository.Root, "profiles"), "profiles");
        using var program = Asyncload.Start(sandbox, "list", "profiles");
        IReadOnlyList<int> hosts = [];
        await Until.HoldsAsync(() => (hosts = HostProcesses.Of(sandbox)).Count == 1, "the measured process is asked what it can");
        HostProcesses.Send(hosts[0], HostProcesses.Signal.Stop);
        await program.DeliverAsync(HostProcesses.Signal.Terminate);
        await Task.Delay(Handling, TestContext.Current.CancellationToken);
        HostProcesses.Send(hosts[0], HostProcesses.Signal.Continue);

        (await program.EndAsync()).Expect(143);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(4)]
    [Fact]
    public async Task A_second_interrupt_ends_the_program_at_once()
    {
        // Held processes do not answer, so one interrupt alone has to wait for them, as long as a slice may take.
        using var program = Start("--traces", "none", "--set", "measure.slice=60s");
        IReadOnlyList<int> hosts = [];
        await Until.HoldsAsync(() => (hosts = HostProcesses.Of(sandbox)).Count == 2 && File.Exists(Run.At("pairs.jsonl")), "the first pair lives");
        foreach (var host in hosts) HostProcesses.Send(host, HostProcesses.Signal.Stop);
        await program.DeliverAsync(HostProcesses.Signal.Interrupt);
        await Task.Delay(Handling, TestContext.Current.CancellationToken);
        Assert.False(program.HasEnded);
        program.Send(HostProcesses.Signal.Interrupt);
        (await program.EndAsync()).Expect(130);
        foreach (var host in hosts) HostProcesses.Send(host, HostProcesses.Signal.Continue);

        await AssertChildrenEndAsync();
        Assert.Equal(RunStatus.Running, Run.Manifest.Status);
        (await Asyncload.RunLeavingAsync(sandbox, "report", "run")).Expect(0);
        Assert.Empty(RunFolder.Judgement.Except(Run.Files));
    }

    [Fault(2, 4)]
    [Theory]
    [InlineData("none")]
    [InlineData("one")]
    public async Task A_process_that_hangs_is_not_waited_for_after_an_interrupt(string traces)
    {
        using var program = traces == "none" ? Start("--traces", "none") : StartTracing();
        if (traces == "none") await Run.HasLinesAsync(1);
        else await Until.HoldsAsync(() => File.Exists(Run.At("traces/c001-await-task-sequential-calm.nettrace.partial")), "tracing begins");
        IReadOnlyList<int> hosts = [];
        await Until.HoldsAsync(() => (hosts = HostProcesses.Of(sandbox)).Count == (traces == "none" ? 2 : 1), "the measured processes live");
        foreach (var host in hosts) HostProcesses.Send(host, HostProcesses.Signal.Stop);
        program.Send(HostProcesses.Signal.Interrupt);
        (await program.EndAsync()).Expect(130);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
        // The deadline of a slice would have ended it too, but as a pair that failed.
        Assert.NotEmpty(Run.Pairs);
        Assert.All(Run.Pairs, pair => Assert.IsType<CellOutcome.Completed>(pair.Baseline));
        Assert.DoesNotContain(Run.Files, file => file.Contains(".nettrace", StringComparison.Ordinal));
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);
    }

    [Fault(5, 27)]
    [Fact]
    public async Task Children_do_not_outlive_a_killed_harness()
    {
        using var program = Start("--traces", "none");
        await Run.HasLinesAsync(1);
        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 2, "the second pair lives");
        program.Send(HostProcesses.Signal.Kill);
        (await program.EndAsync()).Expect(137);

        await AssertChildrenEndAsync();
        Assert.Equal(RunStatus.Running, Run.Manifest.Status);
        var report = (await Asyncload.RunLeavingAsync(sandbox, "report", "run")).Expect(0);
        Assert.Matches("(?m)^partial: run has [0-9]+ of .* pairs.*; continue with \"asyncload run --resume run\"\r?$", report.Error);
        Assert.Single(Run.Pairs);
        // The next program that needs such a folder removes the one that was left.
        Assert.Single(sandbox.PrivateDirectories);
        (await Asyncload.RunLeavingAsync(sandbox, "list", "workloads")).Expect(0);
        Assert.Empty(sandbox.PrivateDirectories);
    }

    private RunningProgram Start(params string[] options) =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", Profiles.Of(Profiles.AwaitPair)), "--output", "run", .. Profiles.Unwarmed, .. options]);

    // Traced runs come after all pairs: one will do.
    private RunningProgram StartTracing() =>
        Asyncload.Start(sandbox, ["run", sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair)), "--output", "run", "--traces", "one", .. Profiles.Unwarmed]);

    private Task AssertChildrenEndAsync() => Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "no measured process is left");
}
