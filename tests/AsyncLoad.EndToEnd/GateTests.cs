using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a run tells its caller besides figures: gates that fail.</summary>
public sealed class GateTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_gate_that_does_not_hold_fails_the_run()
    {
        var profile = sandbox.Write("gated.json", Profiles.FiguresOf(1, """
            {
              "name": "await", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential"],
              "gates": [{ "metric": "bytesPerOperation", "variant": "await-task", "max": 0 }]
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(2);

        var gate = Run.Results.Gates.Single();
        Assert.Equal((GateState.Failed, 504), (gate.State, Math.Round(gate.Value!.Value, 1)));
        Assert.Contains("<failure", Run.Text("junit.xml"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_ratio_past_its_limit_is_measured_afresh_before_it_fails_the_run()
    {
        var profile = sandbox.Write("slower.json", Profiles.Of("""
            {
              "name": "await", "workload": "call-chain", "baseline": "direct-call", "candidates": ["await-task"], "loads": ["sequential"],
              "gates": [{ "metric": "ratio", "max": 1.05 }]
            }
            """));

        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(2);

        Assert.Equal(Enumerable.Range(1, 12), Run.Pairs.Where(pair => pair.Comparison.StartsWith("await/", StringComparison.Ordinal)).Select(pair => pair.Index).Distinct().Order());
        Assert.Contains("fresh pair 1, to confirm that a gate fails", ended.Error, StringComparison.Ordinal);
        Assert.Equal(6, Run.Results.Comparisons.Single().Ratio!.Pairs);
        Assert.Contains("6 fresh pairs agree", Run.Results.Gates.Single().Reason, StringComparison.Ordinal);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(2);
    }

    [Fact]
    public async Task Memory_that_a_candidate_holds_fails_the_run()
    {
        var profile = sandbox.Write("held.json", Profiles.FiguresOf(1, """
            {
              "name": "held", "workload": "memories", "baseline": "nothing", "candidates": ["holds"], "loads": ["sequential"],
              "gates": [{ "metric": "retained", "max": 20000000 }, { "metric": "peak", "max": 1000000000 }]
            }
            """));

        (await Asyncload.RunAsync(sandbox, "run", profile, "--plugin", BuiltPlugins.Benchmarks, "--traces", "none", "--output", "run")).Expect(2);

        var gates = Run.Results.Gates;
        Assert.Equal([GateState.Failed, GateState.Passed], gates.Select(gate => gate.State));
        Assert.InRange(gates[0].Value!.Value, 32e6, 36e6);
        Assert.InRange(gates[1].Value!.Value, 32e6, 500e6);
        Assert.Equal(gates.Select(gate => gate.Value), [Run.Results.Comparisons.Single().Metrics.Candidate!.Retained, Run.Results.Comparisons.Single().Metrics.Candidate!.Peak]);
        Assert.Contains("id=\"memory\"", Run.Text("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Gates_of_the_command_line_fail_a_comparison_and_a_ratio_is_measured_afresh_for_them()
    {
        var ended = (await Asyncload.RunAsync(
            sandbox, "compare", "call-chain", "direct-call", "await-task", "--traces", "none", "--gate", "ratio<=+5%", "--gate", "bytes<=+24", "--gate", "bytes of await-task <= 1kB", "--output", "run")).Expect(2);

        Assert.Equal([GateState.Failed, GateState.Failed, GateState.Passed], Run.Results.Gates.Select(gate => gate.State));
        Assert.Contains("fresh pair 1, to confirm that a gate fails", ended.Error, StringComparison.Ordinal);
        Assert.Matches(@"^504(\.\d+)? against 0(\.\d+)? B/op on the baseline, 24 B/op more allowed", Run.Results.Gates[1].Reason);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(2);
    }

    [Fault(5)]
    [Fact]
    public async Task A_run_that_is_killed_at_once_has_the_run_that_its_gates_count_from()
    {
        const string Of = """
            {
              "name": "await", "workload": "call-chain", "baseline": "direct-call", "candidates": ["await-value-task"], "loads": ["sequential"],
              "parameters": { "deep": [true], "result": ["string"] },
              "gates": [{ "metric": "bytesPerOperation", "maxChange": 0, "onInconclusive": "warn" }]
            }
            """;
        HostProcesses.Require();
        var profile = sandbox.Write("profile.json", Profiles.FiguresOf(1, Of));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--no-gate", "--output", "before")).Expect(0);
        using (var program = Asyncload.Start(sandbox, "run", profile, "--traces", "none", "--against", "before", "--output", "run"))
        {
            await Until.HoldsAsync(() => File.Exists(sandbox.At("run/manifest.json")), "the run has a manifest");
            program.Send(HostProcesses.Signal.Kill);
            await program.EndAsync();
        }

        await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "the measured processes have ended by themselves");
        Assert.Equal(["catalogue.json", "manifest.json", "pairs.jsonl"], Directory.GetFiles(sandbox.At("run/reference")).Select(Path.GetFileName).Order());
        (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", "run")).Expect(0);
        Assert.Equal(GateState.Passed, Run.Results.Gates.Single().State);
    }

    [Fact]
    public async Task Bytes_that_grew_since_an_earlier_run_fail_this_one_wherever_its_folder_goes()
    {
        const string Of = """
            {
              "name": "await", "workload": "call-chain", "baseline": "direct-call", "candidates": ["VARIANT"], "loads": ["sequential"],
              "parameters": { "deep": [true], "result": ["string"] },
              "gates": [{ "metric": "bytesPerOperation", "maxChange": 0 }]
            }
            """;
        var before = sandbox.Write("before.json", Profiles.FiguresOf(1, Of.Replace("VARIANT", "await-value-task", StringComparison.Ordinal)));
        (await Asyncload.RunAsync(sandbox, "run", before, "--traces", "none", "--no-gate", "--output", "before")).Expect(0);
        // The same comparison, of another build: here another profile plays that part.
        var undecided = (await Asyncload.RunAsync(sandbox, "run", before, "--traces", "none", "--output", "alone")).Expect(3);
        Assert.Contains("--against", undecided.Output + undecided.Error, StringComparison.Ordinal);

        (await Asyncload.RunAsync(sandbox, "run", before, "--traces", "none", "--against", "before", "--output", "run")).Expect(0);

        Assert.Equal((GateState.Passed, 0), (Run.Results.Gates.Single().State, Math.Round(Run.Results.Gates.Single().Value!.Value, 1)));
        Directory.Delete(sandbox.At("before"), recursive: true);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);
        Assert.Equal(GateState.Passed, Run.Results.Gates.Single().State);
    }

    [Fact]
    public async Task A_run_to_count_changes_from_that_is_none_is_named_before_anything_is_measured()
    {
        var profile = sandbox.Write("gated.json", Profiles.Of(Profiles.AwaitPair));

        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--against", "nowhere", "--output", "run")).Expect(4);

        Assert.Contains("--against: nowhere", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }
}
