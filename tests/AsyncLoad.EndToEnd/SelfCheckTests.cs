using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// The self-check as a program: a few pairs of it, since the whole of it takes longer than all other tests together. That its verdicts are right is what it shows
/// itself, and what it then says is tested on made-up runs.
/// </summary>
public sealed class SelfCheckTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Cut_short_by_its_budget_it_fails_with_what_it_has_and_can_be_judged_again()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "selfcheck", "--quick", "--time-budget", "1s", "--output", "run")).Expect(2);

        Assert.Contains("no pair begins after 1s", ended.Error, StringComparison.Ordinal);
        Assert.Contains("failed: compared with themselves and judged: 0 of 4, at least 4", ended.Output, StringComparison.Ordinal);
        Assert.Contains("selfcheck failed", ended.Output, StringComparison.Ordinal);
        Assert.Equal(RunStatus.Interrupted, Run.Manifest.Status);
        Assert.NotEmpty(Run.Pairs);
        Assert.Empty(RunFolder.Judgement.Except(Run.Files));

        Assert.Equal(ended.Output, (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(2).Output);
        var json = (await Asyncload.RunAsync(sandbox, "report", "run", "--format", "json")).Expect(2).Output;
        var result = JsonSerializer.Deserialize(json, ModelJson.Line.SelfCheckResult)!;
        Assert.False(result.Passed);
        Assert.Equal(Run.Pairs.Count(), result.Pairs);
    }

    [Fact]
    public async Task The_check_of_two_levels_has_its_own_rows_and_bars()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "selfcheck", "--levels", "--quick", "--time-budget", "1s", "--output", "run")).Expect(2);

        Assert.Contains("4 comparisons of a variant with itself, each process at one of two speeds, and 0 with an injected slowdown", ended.Error, StringComparison.Ordinal);
        Assert.Contains("two levels", ended.Output, StringComparison.Ordinal);
        Assert.Contains("failed: at two levels and judged: 0 of 4, at least 4", ended.Output, StringComparison.Ordinal);
        Assert.Contains("passed: of these, false verdicts: 0 of 0, at most 0", ended.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_table_fills_round_by_round_and_not_every_pair_is_told()
    {
        HostProcesses.Require();
        using var program = Asyncload.Start(sandbox, "selfcheck", "--levels", "--quick", "--output", "run");
        // A round has a pair of each of the four; the pair after it shows that the line of the round was written.
        await Run.HasLinesAsync(5);
        program.Send(HostProcesses.Signal.Interrupt);
        var ended = (await program.EndAsync()).Expect(130);

        Assert.Contains("two levels: 0 wins, 0 loses, 0 equivalent, 0 inconclusive of 4  about ", ended.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("pair 1/8", ended.Error, StringComparison.Ordinal);
        Assert.Matches(@"two levels +sequential +calm +2 ", ended.Output);
    }

    [Fact]
    public async Task An_interrupt_keeps_what_was_measured()
    {
        HostProcesses.Require();
        using var program = Asyncload.Start(sandbox, "selfcheck", "--quick", "--output", "run");
        await Run.HasLinesAsync(2);
        program.Send(HostProcesses.Signal.Interrupt);
        var ended = (await program.EndAsync()).Expect(130);

        Asyncload.AssertNothingIsLeft(sandbox);
        Assert.Contains("selfcheck failed", ended.Output, StringComparison.Ordinal);
        Assert.InRange(Run.Pairs.Count(), 2, 8);
        Assert.All(Run.WholePairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Cast<CellOutcome.Completed>(), AssertCountedBriefly);
    }

    // Slow operations took half of a pair's time to count, and their bytes are no question here: 20 ms of them are enough.
    private static void AssertCountedBriefly(CellOutcome.Completed side)
    {
        var slices = side.Measurement.Slices;
        var each = slices.Sum(slice => (slice.ResponseTime ?? slice.Elapsed).Value) / (double)slices.Sum(slice => slice.Operations);
        Assert.All(side.Measurement.Counts, count => Assert.InRange(count.Operations, 1, Math.Max(100, (long)(20_000_000 / each))));
    }
}
