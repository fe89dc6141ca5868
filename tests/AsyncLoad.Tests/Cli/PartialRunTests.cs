using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Runs that have not all that was asked for: how far they are is told, and how to go on.</summary>
public sealed class PartialRunTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-partial-").FullName;

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fault(5)]
    [Fact]
    public async Task A_report_on_a_killed_run_says_how_far_it_is_and_how_to_go_on()
    {
        var run = Run("run", [6], 2);

        var report = await CommandRun.Of("report", run);

        Assert.Equal($"partial: {run} has 2 of 6 pairs; continue with \"asyncload run --resume {run}\"{Environment.NewLine}", report.Error);
    }

    // Its pairs will never be there, and to go on does not help it.
    [Fact]
    public async Task Pairs_of_a_dropped_comparison_are_not_counted_among_those_to_go_on_with()
    {
        var run = Run("run", [6], 2, SyntheticRun.CrashedPair(1, "dies"), SyntheticRun.CrashedPair(1, "dies") with { Attempt = 2 });

        Assert.Equal(
            $"partial: {run} has 2 of 6 pairs, without 1 dropped comparison, which --resume does not measure again; continue with \"asyncload run --resume {run}\"{Environment.NewLine}",
            (await CommandRun.Of("report", run)).Error);
    }

    [Fact]
    public async Task The_command_to_go_on_with_quotes_a_folder_that_a_shell_would_take_apart()
    {
        var run = Run("one & two", [6], 2);

        Assert.Contains($"asyncload run --resume \"{run}\"", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Pairs_that_looks_may_spare_and_traces_are_counted()
    {
        var run = Run("run", [3, 6], 6, SyntheticRun.TracedRun(new CellOutcome.CaptureLost("full")), SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000)), Side.Baseline));

        Assert.StartsWith($"partial: {run} has 6 of at most 6 pairs and 1 of 2 traces; ", (await CommandRun.Of("report", run)).Error, StringComparison.Ordinal);
    }

    [Fault(21)]
    [Fact]
    public async Task What_is_joined_from_a_killed_run_names_it_and_is_not_gone_on_with_itself()
    {
        var (run, whole) = (Run("run", [6], 2), Path.Combine(parent, "whole"));

        var merge = await CommandRun.Of("merge", run, "--output", whole);

        Assert.StartsWith($"partial: {run} has 2 of 6 pairs; continue with \"asyncload run --resume {run}\"{Environment.NewLine}", merge.Error, StringComparison.Ordinal);
        const string Next = "continue those of the joined folders that are partial with \"asyncload run --resume\", and join them again";
        Assert.Contains($"partial: {whole} has 2 of 6 pairs; {Next}", merge.Error, StringComparison.Ordinal);
        Assert.Equal($"partial: {whole} has 2 of 6 pairs; {Next}{Environment.NewLine}", (await CommandRun.Of("report", whole)).Error);
        var resumed = await CommandRun.Of("run", "--resume", whole, "--force");
        Assert.Equal(ExitCode.Refused, resumed.Code);
        Assert.Contains($"{whole} was joined from 1 run folders: continue the partial ones with --resume, and join them again", resumed.Error, StringComparison.Ordinal);
    }

    [Fault(21)]
    [Theory]
    [InlineData(null)]
    [InlineData("")]
    public async Task What_is_joined_without_a_trace_that_was_written_is_not_complete(string? trace)
    {
        var run = Run("run", [6], 6, SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000)), file: "traces/gone.nettrace"));
        Directory.CreateDirectory(Path.Combine(run, "traces"));
        if (trace is not null) await File.WriteAllTextAsync(Path.Combine(run, "traces", "gone.nettrace"), trace, TestContext.Current.CancellationToken);
        using (var writer = RunWriter.Resume(run, () => new(RunReader.Read(run).Journal, []), SyntheticRun.Noon)) writer.Finish(RunStatus.Complete, SyntheticRun.Noon);

        await CommandRun.Of("merge", run, "--output", Path.Combine(parent, "whole"));

        Assert.Equal(RunStatus.Interrupted, RunReader.Read(Path.Combine(parent, "whole")).Manifest.Status);
    }

    [Fault(5)]
    [Fact]
    public async Task A_trace_that_was_lost_and_taken_again_counts_as_it_is_now()
    {
        var lost = SyntheticRun.TracedRun(new CellOutcome.CaptureLost("full"), file: "traces/a.nettrace");
        var run = Run("run", [6], 6, lost, lost with { Outcome = new CellOutcome.Completed(SyntheticRun.Side(1_000)) });
        Directory.CreateDirectory(Path.Combine(run, "traces"));
        await File.WriteAllBytesAsync(Path.Combine(run, "traces", "a.nettrace"), TraceFixture.Bytes(TraceFixture.ValueTasks), TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("report", run)).Code);
    }

    // What it was killed with.
    private string Run(string name, int[] looks, int pairs, params JournalEntry[] traced)
    {
        var plan = SyntheticRun.PlanOf(looks, [SyntheticRun.ComparisonOf(), .. traced.OfType<JournalEntry.Pair>().Select(pair => pair.Comparison).Distinct().Select(other => SyntheticRun.ComparisonOf(other))]);
        if (traced.OfType<JournalEntry.TracedRun>().Any()) plan = plan with { Traced = [new TracedCell(SyntheticRun.Id, Side.Baseline), new TracedCell(SyntheticRun.Id, Side.Candidate)] };
        var evidence = SyntheticRun.Evidence(plan);
        using var writer = RunWriter.Create(Path.Combine(parent, name), evidence.Manifest with { Status = RunStatus.Running }, evidence.Catalogue, Profiles.Good(Profiles.Smallest));
        foreach (var index in Enumerable.Range(1, pairs)) writer.Append(SyntheticRun.PairOf(index, 0.5));
        foreach (var entry in traced) writer.Append(entry);
        return writer.Folder;
    }
}
