using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Benchmark classes that would take all memory of the machine, or an hour to set up: ended with a sentence long before, and others go on.</summary>
[Fault(14)]
public sealed class Fault14GreedyClassTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_thousand_heavy_set_ups_are_refused_after_the_first_few()
    {
        const string Class = """ "workload": "heavy-set-up", "baseline": "by-task", "candidates": ["by-value-task"] """;
        await RunAsync(
            (6, Slices: 4),
            """{ "name": "slow", "parameters": { "Milliseconds": ["300"], "Megabytes": ["0"] }, "loads": [{ "kind": "openLoop", "rate": 100 }],""" + Class + "}",
            """{ "name": "large", "parameters": { "Milliseconds": ["0"], "Megabytes": ["2"] }, "loads": [{ "kind": "openLoop", "rate": 100 }], "gcSettings": [{ "heapHardLimit": "300MB" }],""" + Class + "}",
            """{ "name": "few", "parameters": { "Milliseconds": ["0"], "Megabytes": ["2"] }, "loads": [{ "kind": "wave", "size": 4 }], "gcSettings": [{ "heapHardLimit": "300MB" }],""" + Class + "}");

        const string Remedy = @" or fewer with load\.maxInFlight, or let all workers call one instance \(--shared-instance\)$";
        Assert.Matches(@"^openLoop-100 sets up 1,000 instances in each process, and one takes 0\.3[0-9]* s \([0-9]+ measured\): together [0-9.]+ min, and a process has 90 s for it\. Ask for [0-9]+" + Remedy, Refused("slow").Reason);
        Assert.Matches(@"^openLoop-100 sets up 1,000 instances in each process, and one takes [12]\.[0-9]+ MB \([0-9]+ measured\): together [12]\.[0-9]+ GB, and a process may take 220 MB \(70 % of its heapHardLimit\)\. Ask for [0-9]+" + Remedy, Refused("large").Reason);
        Assert.All(Outcomes("few"), outcome => Assert.IsType<CellOutcome.Completed>(outcome));
    }

    [Fault(3)]
    [Fact]
    public async Task State_that_grows_with_every_operation_ends_its_comparison_and_garbage_does_not()
    {
        await RunAsync(
            // Two seconds, in which what is kept fills the room there is.
            (7, Slices: 400),
            """
            {
              "name": "keeping", "workload": "keeping", "baseline": "drop", "candidates": ["keep", "keep-outside", "drop-too"],
              "loads": ["sequential"], "gcSettings": [{ "heapHardLimit": "400MB" }]
            }
            """);

        Assert.All(["keep", "keep-outside"], variant => Assert.Matches(
            "^plug-in Fixtures.ClassShapes.dll: memory grows with every operation: [0-9.]+ MB more after [0-9,]+ operations, which is [0-9,]+ B per operation and [0-9.]+ [MG]B per second; "
                + @"it may take 294 MB more \(70 % of its heapHardLimit\)\. Something keeps what each operation makes",
            Assert.IsType<CellOutcome.Crashed>(Outcomes($"keeping/{variant}-vs-drop/")[1]).Message));
        Assert.All(Outcomes("keeping/drop-too-vs-drop/"), outcome => Assert.IsType<CellOutcome.Completed>(outcome));
        Assert.Contains("memory grows with every operation", Run.Text("report.md"), StringComparison.Ordinal);
    }

    private CellOutcome.Refused Refused(string experiment) => Assert.IsType<CellOutcome.Refused>(Outcomes(experiment).First(outcome => outcome is not CellOutcome.Stopped));

    // Of the first attempt.
    private CellOutcome[] Outcomes(string id)
    {
        var pair = Run.Pairs.First(pair => pair.Comparison.StartsWith(id, StringComparison.Ordinal));
        return [pair.Baseline, pair.Candidate];
    }

    private async Task RunAsync((int Code, int Slices) run, params string[] experiments)
    {
        var profile = sandbox.Write("greedy.json", Profiles.FiguresOf(1, experiments));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--set", $"measure.slices={run.Slices}", "--plugin", BuiltPlugins.ClassShapes, "--output", "run")).Expect(run.Code);
    }
}
