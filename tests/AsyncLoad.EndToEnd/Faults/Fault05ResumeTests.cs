using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Runs that are killed at moments of chance and taken up again: docs/evidence/reliability.md, row 5.</summary>
[Fault(5)]
public sealed class Fault05ResumeTests : IDisposable
{
    private const int Kills = 5;

    // Of each comparison, so many that the last kill finds one to do.
    private const int Pairs = 6;

    private const string Direct = """
        { "name": "direct", "workload": "call-chain", "baseline": "direct-task", "candidates": ["direct-value-task"], "loads": ["parallelFor"] }
        """;

    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public Fault05ResumeTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_run_that_is_killed_again_and_again_loses_the_pair_in_flight_and_nothing_else()
    {
        var profile = sandbox.Write("profile.json", Profiles.FiguresOf(Pairs, Profiles.AwaitPair, Direct));
        string[] arguments = ["run", profile, "--traces", "one", "--output", "run", .. Profiles.Unwarmed];
        var random = new Random(7);
        var kept = new List<string>();
        for (var kill = 0; kill < Kills; kill++)
        {
            using var program = Asyncload.Start(sandbox, arguments);
            // A line or two more, and then any moment of the next pair.
            await Run.HasLinesAsync(kept.Count + 1 + (kill % 2));
            await Task.Delay(random.Next(1_500), TestContext.Current.CancellationToken);
            program.Send(HostProcesses.Signal.Kill);
            await program.EndAsync();
            await Until.HoldsAsync(() => HostProcesses.Of(sandbox).Count == 0, "the measured processes have ended by themselves");
            var lines = File.ReadAllText(Run.At("pairs.jsonl")).Split('\n');
            Assert.Equal(kept, lines.Take(kept.Count));
            kept = [.. lines.SkipLast(1)];
            arguments = ["run", "--resume", "run"];
        }

        (await Asyncload.RunLeavingAsync(sandbox, arguments)).Expect(0);

        Assert.Equal(kept, File.ReadAllLines(Run.At("pairs.jsonl")).Take(kept.Count));
        Assert.Equal((RunStatus.Complete, Kills), (Run.Manifest.Status, Run.Manifest.Resumed!.Count));
        // Each once: what was finished is never measured again. The pair in flight left no line, and what failed by itself may have one more.
        var whole = Run.WholePairs.Select(pair => (pair.Comparison, pair.Index)).ToList();
        Assert.Equal(Run.Manifest.Plan.Schedule.Select(pair => (pair.Comparison, pair.Index)).Concat(Run.Manifest.Plan.LoadOverhead.Select(comparison => (comparison.Id, 1))).Order(), whole.Order());
        // Two comparisons, and what both their loads cost.
        Assert.Equal((2 * Pairs) + 2, whole.Count);
        Assert.All(Run.Pairs.GroupBy(pair => (pair.Comparison, pair.Index)), lines => Assert.True(RunFolder.IsWhole(lines.Last())));
        Assert.Equal(2, Run.Journal.OfType<JournalEntry.TracedRun>().Count());
        Assert.Equal(2, Run.Results.Comparisons.Count(comparison => comparison.Metrics is { Baseline: not null, Candidate: not null }));
        (await Asyncload.RunLeavingAsync(sandbox, "run", "--resume", "run")).Expect(8);
    }

    [Fact]
    public async Task A_torn_last_line_is_cut_off_before_anything_is_written_behind_it()
    {
        var profile = sandbox.Write("profile.json", Profiles.FiguresOf(2, Profiles.AwaitPair));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--time-budget", "1s", "--output", "run")).Expect(0);
        var before = await File.ReadAllLinesAsync(Run.At("pairs.jsonl"), TestContext.Current.CancellationToken);
        await File.AppendAllTextAsync(Run.At("pairs.jsonl"), "{\"kind\":\"pair\",\"comparison\":\"await/", TestContext.Current.CancellationToken);

        (await Asyncload.RunAsync(sandbox, "run", "--resume", "run")).Expect(0);

        Assert.Equal(before, File.ReadAllLines(Run.At("pairs.jsonl")).Take(before.Length));
        var comparison = Run.Results.Comparisons.Single().Id;
        var whole = Run.WholePairs.Where(pair => pair.Comparison == comparison);
        Assert.Equal([1, 2], whole.Select(pair => pair.Index));
    }

    [Theory]
    [InlineData("--resume", "nowhere", "nowhere")]
    [InlineData("--resume run --pairs", "8", "--resume keeps the plan of the run: leave out --pairs")]
    [InlineData("--resume run --against", "earlier", "--resume keeps the plan of the run: leave out --against")]
    [InlineData("profile.json --resume", "run", "--resume keeps the plan of the run: leave out the profile")]
    public async Task What_cannot_be_resumed_is_refused_with_a_reason(string arguments, string last, string expected)
    {
        var ended = (await Asyncload.RunAsync(sandbox, ["run", .. arguments.Split(' '), last])).Expect(4);
        Assert.Contains(expected, ended.Error, StringComparison.Ordinal);
    }
}
