using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What stands on the error stream while a run goes on. Each of the pairs took 4.5 s.</summary>
public sealed class RunProgressTests
{
    private static readonly double[] Wins = [0.4, 0.5, 0.45, 0.3, 0.6, 0.5, 0.4, 0.42];

    [Theory]
    [InlineData(true, "pair 1/2 done  ratio about 0.500")]
    [InlineData(true, "pair 1/2 done  ratio about 0.000400", 0.0004)]
    [InlineData(false, "pair 1/2 done  100 → 50.0 ns/op")]
    public async Task A_pair_ends_with_the_ratio_so_far_or_with_times_where_nothing_is_judged(bool verdicts, string expected, double ratio = 0.5)
    {
        var plan = SyntheticRun.PlanOf([2], SyntheticRun.ComparisonOf());
        var lines = await LinesAsync(plan with { Measure = plan.Measure with { Verdicts = verdicts } }, [], [Ended(plan, SyntheticRun.PairOf(1, ratio))]);
        Assert.Contains(expected, Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comparison_that_a_look_has_settled_takes_no_more_time()
    {
        var plan = SyntheticRun.PlanOf([8, 12, 16, 24], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));
        var lines = await LinesAsync(
            plan, [], [.. new[] { "a", "b" }.SelectMany(id => Wins.Select((ratio, i) => Ended(plan, SyntheticRun.PairOf(i + 1, ratio, id))))]);

        // 23 pairs of a and 24 of b; then those of b alone; then none.
        Assert.EndsWith("about 3:31 left", lines[0], StringComparison.Ordinal);
        Assert.EndsWith("about 1:48 left", lines[7], StringComparison.Ordinal);
        Assert.DoesNotContain("left", lines[15], StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_time_left_goes_by_the_look_that_the_spread_speaks_for_and_says_the_most_too()
    {
        var plan = SyntheticRun.PlanOf([8, 12, 16, 24], SyntheticRun.ComparisonOf());
        var lines = await LinesAsync(plan, SyntheticRun.Pairs(1, 1.001), [Ended(plan, SyntheticRun.PairOf(3, 0.999))]);

        // 5 pairs or 21.
        Assert.EndsWith("  about 0:22 left, 1:34 at most", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comparison_that_is_dropped_takes_no_more_time()
    {
        var plan = SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf());
        var lines = await LinesAsync(plan, [], [Ended(plan, SyntheticRun.CrashedPair(1)), Ended(plan, SyntheticRun.CrashedPair(1))]);

        Assert.EndsWith("about 0:36 left", lines[0], StringComparison.Ordinal);
        Assert.DoesNotContain("left", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_resumed_run_shows_what_it_has()
    {
        var plan = SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf());
        var lines = await LinesAsync(plan, SyntheticRun.Pairs(Wins.Take(6)), [Ended(plan, SyntheticRun.PairOf(7, 0.4))]);

        Assert.Matches("pair 7/8 done  ratio 0\\.4[0-9]+ \\[0\\.3[0-9]+, 0\\.[5-6][0-9]+\\]  about 0:04 left$", Assert.Single(lines));
    }

    [Fact]
    public async Task A_traced_run_that_is_made_again_counts_once()
    {
        var plan = SyntheticRun.PlanOf([1], SyntheticRun.ComparisonOf()) with { Traced = [.. Enumerable.Range(1, 3).Select(_ => new TracedCell("other", Side.Baseline)), new TracedCell(SyntheticRun.Id, Side.Candidate)] };
        var traced = new RunEvent.TraceEnded(plan.Comparisons[0], SyntheticRun.TracedRun(new CellOutcome.Stopped("")));
        var lines = await LinesAsync(plan, [], [Ended(plan, SyntheticRun.PairOf(1, 0.5)), traced, traced]);

        Assert.EndsWith("about 0:04 left", lines[0], StringComparison.Ordinal);
        Assert.All(lines.Skip(1), line => Assert.EndsWith("about 0:03 left", line, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_selfcheck_shows_its_table_in_a_line_each_round_instead_of_every_pair()
    {
        var (same, injected) = (Same("same"), Same("injected"));
        injected = injected with { Candidate = injected.Candidate with { Injected = new InjectedSlowdown(20, 21) } };
        var plan = SyntheticRun.PlanOf([8, 12], same, injected) with { ProfileName = SelfCheckResult.ProfileName };
        var lines = await LinesAsync(
            plan,
            [SyntheticRun.PairOf(1, 1, "same"), SyntheticRun.PairOf(1, 1.05, "injected")],
            [.. Enumerable.Range(2, 7).SelectMany(index => new RunEvent[] { Ended(plan, SyntheticRun.PairOf(index, 1, "same")), Ended(plan, SyntheticRun.PairOf(index, 1.05, "injected")) })],
            TimeSpan.FromSeconds(7));

        Assert.Equal(7, lines.Length);
        Assert.Equal("the same: 0 wins, 0 loses, 0 equivalent, 0 inconclusive of 1; 5 % injected: 0 wins, 0 loses, 0 equivalent, 0 inconclusive of 1  about 0:07 left", lines[0].Replace('\u00a0', ' '));
        Assert.Equal("the same: 0 wins, 0 loses, 1 equivalent, 0 inconclusive of 1; 5 % injected: 0 wins, 1 loses, 0 equivalent, 0 inconclusive of 1", lines[6].Replace('\u00a0', ' '));

        static Comparison Same(string id) => new(id, 1, "same", SyntheticRun.CellOf("await-task"), SyntheticRun.CellOf("await-task"), []);
    }

    [Fact]
    public async Task Of_a_map_a_line_tells_each_cell_that_is_done()
    {
        var (calm, churn) = (SyntheticRun.ComparisonOf("calm"), SyntheticRun.ComparisonOf("churn"));
        churn = churn with { Baseline = churn.Baseline with { Pressure = PressureSettings.Churn }, Candidate = churn.Candidate with { Pressure = PressureSettings.Churn } };
        var plan = SyntheticRun.PlanOf([8, 12, 16, 24], calm, churn);
        RunEvent[] events =
        [
            .. Wins.Select((ratio, i) => Ended(plan, SyntheticRun.PairOf(i + 1, ratio, "calm"))),
            Ended(plan, SyntheticRun.CrashedPair(1, "churn")), Ended(plan, SyntheticRun.CrashedPair(1, "churn")),
        ];
        var lines = await LinesAsync(plan, [], events, asMap: true);

        Assert.Equal(2, lines.Length);
        Assert.Matches(@"^calm  ▲ wins 0\.[0-9]+ \[0\.[0-9]+, 0\.[0-9]+\]  \(1 of 2 cells\)  about 1:48 left$", lines[0]);
        Assert.StartsWith("churn  – not measured", lines[1], StringComparison.Ordinal);
        Assert.EndsWith("(2 of 2 cells)", lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_cell_of_a_map_without_verdicts_is_not_judged_rather_than_not_measured()
    {
        var plan = SyntheticRun.PlanOf([1], SyntheticRun.ComparisonOf());
        var lines = await LinesAsync(plan with { Measure = plan.Measure with { Verdicts = false } }, [], [Ended(plan, SyntheticRun.PairOf(1, 0.5))], asMap: true);
        Assert.Contains("· not judged 0.50", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public void A_map_that_fills_shows_what_each_cell_has_come_to()
    {
        var (calm, churn) = (SyntheticRun.ComparisonOf("calm"), SyntheticRun.ComparisonOf("churn"));
        churn = churn with { Baseline = churn.Baseline with { Pressure = PressureSettings.Churn }, Candidate = churn.Candidate with { Pressure = PressureSettings.Churn } };
        var plan = SyntheticRun.PlanOf([8, 12, 16, 24], calm, churn);
        var tally = new RunTally(plan, [.. Wins.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, "calm")), .. new[] { 1.1, 0.9, 1 }.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, "churn"))]);
        var map = Assert.Single(new LiveMap(tally).Maps);

        Assert.Equal(["sequential"], map.Rows);
        Assert.Equal(["calm", "churn"], map.Columns);
        Assert.Equal(("wins", 0), (map.Cells[0].Mark.Word, map.Cells[0].Column));
        Assert.Equal(("measuring", "1.00", "3 of 8 pairs", 1), (map.Cells[1].Mark.Word, map.Cells[1].Ratio, map.Cells[1].Interval, map.Cells[1].Column));
    }

    private static RunEvent.PairEnded Ended(Plan plan, JournalEntry.Pair pair) => new(plan.Comparisons.Single(comparison => comparison.Id == pair.Comparison), pair);

    private static async Task<string[]> LinesAsync(Plan plan, IReadOnlyList<JournalEntry> soFar, IReadOnlyList<RunEvent> events, TimeSpan? budget = null, bool asMap = false)
    {
        using var error = new StringWriter();
        var terminal = new Terminal(TextWriter.Null, error, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true);
        var progress = new RunProgress(plan, soFar, terminal, new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: true), asMap) { Budget = () => budget };
        await progress.ShowAsync(report =>
        {
            foreach (var happened in events) report(happened);
            return Task.CompletedTask;
        });
        return [.. error.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim())];
    }
}
