using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>docs/evidence/reliability.md, rows 1 and 30.</summary>
[Fault(1)]
public class Fault01FailingWorkloadTests(FailingRun run) : IClassFixture<FailingRun>
{
    [Fact]
    public void What_a_workload_throws_is_told_with_its_stack()
    {
        var crashed = Crashes("throws")[0];

        Assert.Equal((1, null), (crashed.ExitCode, crashed.Signal));
        Assert.Contains("System.InvalidOperationException: thrown on purpose", crashed.Message, StringComparison.Ordinal);
        Assert.Contains("FailingWorkload", crashed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_process_that_fails_fast_is_told_by_its_signal_and_its_last_words()
    {
        var crashed = Crashes("fails-fast")[0];

        Assert.Equal("SIGABRT", crashed.Signal);
        Assert.Contains("ended on purpose", crashed.StandardError, StringComparison.Ordinal);
    }

    [Fact]
    public void A_stack_overflow_is_told_by_its_signal_and_its_last_words()
    {
        var crashed = Crashes("stack-overflow")[0];

        Assert.Equal("SIGABRT", crashed.Signal);
        Assert.Contains("Stack overflow", crashed.StandardError, StringComparison.Ordinal);
    }

    [Fact]
    public void A_fault_of_memory_is_told_by_its_signal_and_its_last_words()
    {
        var crashed = Crashes("bad-pointer")[0];

        Assert.Equal("SIGABRT", crashed.Signal);
        Assert.Contains("AccessViolationException", crashed.StandardError, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("throws")]
    [InlineData("fails-fast")]
    [InlineData("stack-overflow")]
    [InlineData("bad-pointer")]
    public void A_pair_that_fails_is_tried_once_more_and_then_dropped(string variant)
    {
        var comparison = Comparison(variant);

        Assert.Equal([1, 2], Pairs(comparison).Select(pair => pair.Attempt));
        Assert.Equal(2, Crashes(variant).Count);
        Assert.StartsWith("dropped: ", comparison.Missing["verdict"], StringComparison.Ordinal);
        Assert.Contains("cell-dropped", comparison.Warnings);
    }

    [Fact]
    public void The_rest_of_the_run_goes_on()
    {
        Assert.Equal(RunStatus.Complete, run.Folder.Manifest.Status);
        Assert.Single(Pairs(Comparison("prints")), RunFolder.IsWhole);
        Assert.NotNull(Comparison("prints").Metrics.Candidate);
    }

    [Fact]
    public void A_gate_of_a_crashed_cell_is_not_passed() => Assert.Equal(GateState.Broken, run.Folder.Results.Gates.Single().State);

    [Fault(30)]
    [Fact]
    public void Megabytes_that_a_workload_prints_stay_out_of_log_and_results() =>
        Assert.All(run.Folder.Files, file => Assert.InRange(new FileInfo(run.Folder.At(file)).Length, 1, 500_000));

    [Fact]
    public async Task The_report_can_be_made_again_and_says_the_same()
    {
        using var sandbox = new Sandbox();
        var copy = new RunFolder(sandbox.Copy(run.Folder.Folder, "run", without: RunFolder.Judgement.Contains));

        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(7);

        Assert.Equal(run.Folder.Text("report.md"), copy.Text("report.md"));
    }

    private ComparisonResult Comparison(string candidate) => run.Folder.Results.Comparisons.Single(comparison => comparison.Candidate == candidate);

    private IEnumerable<JournalEntry.Pair> Pairs(ComparisonResult comparison) => run.Folder.Pairs.Where(pair => pair.Comparison == comparison.Id);

    private List<CellOutcome.Crashed> Crashes(string candidate) => [.. Pairs(Comparison(candidate)).Select(pair => pair.Candidate).OfType<CellOutcome.Crashed>()];
}
