using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Joining run folders. Which of them are one run, other tests ask.</summary>
public sealed class MergeCommandTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-merge-").FullName;

    private string Whole => At("whole");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fault(25)]
    [Fact]
    public async Task Journals_that_nobody_could_read_together_are_refused_before_anything_is_written()
    {
        foreach (var share in new[] { "a", "b" })
        {
            Directory.CreateDirectory(At(share));
            using var journal = new FileStream(Path.Combine(At(share), "pairs.jsonl"), FileMode.CreateNew);
            journal.SetLength((RunManifest.MostJournalBytes / 2) + 5_000_000);
        }

        var run = await CommandRun.Of("merge", At("a"), At("b"), "--output", Whole);

        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith("error: the journals of these folders are 4.01 GB together, and at most 4.00 GB can be read: ", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Whole));
    }

    [Fact]
    public async Task A_folder_that_holds_something_is_refused_before_anything_is_read()
    {
        Directory.CreateDirectory(Whole);
        await File.WriteAllTextAsync(Path.Combine(Whole, "mine"), "", TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("merge", At("no-run"), "--output", Whole);

        Assert.Equal((ExitCode.OutputUnwritable, $"error: {Whole} is not empty; a run needs an absent or empty folder (--output DIR){Environment.NewLine}"), (run.Code, run.Error));
    }

    [Fault(6)]
    [Fact]
    public async Task What_was_joined_in_part_is_no_whole_run_and_is_not_to_be_resumed()
    {
        var share = Share("a", SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000))));
        Trace(share);
        // A file that cannot be copied, as on a disk that is full.
        using var held = new FileStream(Path.Combine(share, "traces", "a.nettrace"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);

        var run = await CommandRun.Of("merge", share, "--output", Whole);

        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.Contains($"{Whole} is incomplete: make room, delete it, and join again", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("--resume", run.Error, StringComparison.Ordinal);
        Assert.Equal(RunStatus.Running, RunReader.Read(Whole).Manifest.Status);
    }

    [Fact]
    public async Task A_share_with_a_cell_that_was_traced_again_is_joined_with_its_one_trace()
    {
        var traced = SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000)));
        var share = Share("a", traced, traced with { BufferMegabytes = 512 });
        Trace(share);

        var run = await CommandRun.Of("merge", share, "--output", Whole);

        // What is in it is no trace.
        Assert.Equal(ExitCode.TraceUnreadable, run.Code);
        Assert.Equal(["c002-await-value-task.nettrace"], Directory.GetFiles(Path.Combine(Whole, "traces")).Select(file => Path.GetFileName(file)));
        Assert.Equal(2, RunReader.Read(Whole).Journal.OfType<JournalEntry.TracedRun>().Count());
        Assert.Equal(RunStatus.Complete, RunReader.Read(Whole).Manifest.Status);
    }

    [Fact]
    public async Task The_run_that_all_shares_count_changes_from_is_kept_and_gates_are_judged_by_it()
    {
        var before = Before();
        Keep(Share("a"), before);

        var run = await CommandRun.Of("merge", At("a"), "--output", Whole);

        Assert.Equal(ExitCode.GateFailed, run.Code);
        Assert.All(RunWriter.ReferenceFiles, name => Assert.Equal(File.ReadAllBytes(Path.Combine(before, name)), File.ReadAllBytes(Path.Combine(Whole, RunManifest.ReferenceFolder, name))));
    }

    [Fact]
    public async Task A_ratio_that_counts_from_a_run_of_another_machine_is_undecided_and_so_is_the_build()
    {
        var share = Share("a", "other", [], new GateSettings("ratio", null, null, InconclusivePolicy.Fail, MaxChange: 1000));
        Keep(share, Before());

        var run = await CommandRun.Of("report", share);

        Assert.Equal(ExitCode.GateInconclusive, run.Code);
        Assert.Contains("the reference run comes from another machine (abc, and this is other)", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Shares_that_count_changes_from_different_runs_leave_the_whole_without_one_and_it_says_so()
    {
        Keep(Share("a"), Before());

        var run = await CommandRun.Of("merge", At("a"), Share("b", "other", []), "--output", Whole);

        Assert.Equal(ExitCode.GateInconclusive, run.Code);
        Assert.StartsWith("warning: the joined folders do not all keep the same reference run (--against), ", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Path.Combine(Whole, RunManifest.ReferenceFolder)));
        Assert.Contains("gates with maxChange are undecided", Assert.Single(RunReader.Read(Whole).Manifest.Warnings), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_build_server_is_told_of_the_whole()
    {
        var summary = At("summary.md");
        var server = new BuildServer(name => name switch { "GITHUB_ACTIONS" => "true", "GITHUB_STEP_SUMMARY" => summary, _ => null });

        var run = await CommandRun.In(CommandRun.Sound, services => services with { BuildServer = server }, "merge", Share("a"), "--output", Whole);

        Assert.Contains("::error title=AsyncLoad%3A gate inconclusive::", run.Error, StringComparison.Ordinal);
        Assert.Equal(File.ReadAllText(Path.Combine(Whole, "report.md")), File.ReadAllText(summary));
    }

    private string At(string name) => Path.Combine(parent, name);

    private string Share(string name, params IEnumerable<JournalEntry> traced) => Share(name, "abc", traced);

    // A run of one comparison and six pairs, as it stands on a disk. Its candidate allocates 24 B an operation, and a gate allows 8 more than before.
    private string Share(string name, string machine, IEnumerable<JournalEntry> traced, GateSettings? gate = null)
    {
        gate ??= new GateSettings("bytesPerOperation", null, null, InconclusivePolicy.Fail, MaxChange: 8);
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(SyntheticRun.Id, gate)));
        var manifest = evidence.Manifest with { Machine = evidence.Manifest.Machine with { Id = machine } };
        using var writer = RunWriter.Create(At(name), manifest, evidence.Catalogue, Profiles.Good(Profiles.Smallest));
        foreach (var index in Enumerable.Range(1, 6)) writer.Append(SyntheticRun.PairOf(index, SyntheticRun.Side(100_000), SyntheticRun.Side(200_000, bytesPerOperation: 24)));
        foreach (var entry in traced) writer.Append(entry);
        return At(name);
    }

    // Its candidate allocates nothing.
    private string Before() => SyntheticFolder.Write(At("before"), "abc", [0.400, 0.402, 0.398, 0.401, 0.399, 0.403]);

    private static void Keep(string share, string earlier)
    {
        Directory.CreateDirectory(Path.Combine(share, RunManifest.ReferenceFolder));
        foreach (var name in RunWriter.ReferenceFiles) File.Copy(Path.Combine(earlier, name), Path.Combine(share, RunManifest.ReferenceFolder, name));
    }

    private static void Trace(string share)
    {
        Directory.CreateDirectory(Path.Combine(share, "traces"));
        File.WriteAllText(Path.Combine(share, "traces", "a.nettrace"), "no trace");
    }
}
