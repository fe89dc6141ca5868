using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>One run in a control group that is too small for the live sets of both sides, and that grants half a core.</summary>
public sealed class Fault03ControlGroupTests : IDisposable
{
    // The runtime takes three quarters of a limit for its heap: one side has room for its live set, both have not.
    private const long Megabytes = 400;

    private const string Calm = """
        { "name": "calm", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["parallelFor"] }
        """;

    private const string Pressed = """
        { "name": "pressed", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential"],
          "pressures": [{ "preset": "old-heap", "liveSet": "200MB" }] }
        """;

    private readonly Sandbox sandbox = new();

    public Fault03ControlGroupTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fault(3, 17)]
    [Fact]
    public async Task A_process_that_the_kernel_kills_for_memory_is_told_from_a_crash_and_a_quota_is_told_with_every_pair()
    {
        using var group = OwnControlGroup.Require(Megabytes, cores: 0.5);
        var profile = sandbox.Write("limited.json", Profiles.FiguresOf(1, Calm, Pressed));
        // So many slices that the quota has something to hold back, also where others use the machine.
        using (var program = group.Start(sandbox, "run", profile, "--traces", "none", "--set", "measure.slices=24", "--force", "--output", "run")) (await program.EndAsync()).Expect(7);
        Asyncload.AssertNothingIsLeft(sandbox);

        var run = new RunFolder(sandbox.At("run"));
        var crashes = Pairs(run, "pressed").SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).OfType<CellOutcome.Crashed>().ToList();
        Assert.NotEmpty(crashes);
        Assert.All(crashes, crash => Assert.Equal((137, "SIGKILL"), (crash.ExitCode, crash.Signal)));
        Assert.All(crashes, crash => Assert.StartsWith("the kernel killed it because memory ran out", crash.Message, StringComparison.Ordinal));
        Assert.Contains("because memory ran out", run.Text("report.md"), StringComparison.Ordinal);
        Assert.Equal(0.5, run.Manifest.Machine.CpuLimit);
        Assert.Contains(run.Manifest.Warnings, warning => warning.StartsWith("The control group grants 0.5 of", StringComparison.Ordinal));
        Assert.NotEmpty(Pairs(run, "calm"));
        Assert.All(Pairs(run, "calm"), pair => Assert.True(pair.Environment!.Throttling!.Periods > 0));
        Assert.Contains("throttled", run.Results.Comparisons[0].Warnings);
    }

    private static List<JournalEntry.Pair> Pairs(RunFolder run, string experiment) =>
        [.. run.Pairs.Where(pair => pair.Comparison.StartsWith(experiment, StringComparison.Ordinal))];
}
