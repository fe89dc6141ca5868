using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Merging;

/// <summary>What machines measured stays apart, and what one machine measured twice is kept once.</summary>
public sealed class JoinedMachinesTests
{
    [Fact]
    public void What_several_machines_measured_is_one_comparison_for_each()
    {
        var plan = Merged(Run("m1", 1, ["a", "b"]), Run("m2", 2, ["a", "c"]), Run("m1", 3, ["d"])).Manifest.Plan;

        Assert.Equal(["a@m1", "a@m2", "b", "c", "d"], plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal(["m1", "m2", "m1", "m2", "m1"], plan.Comparisons.Select(comparison => comparison.Machine));
        Assert.Equal(["machine m1", "machine m2", "machine m1", "machine m2", "machine m1"], plan.Comparisons.Select(comparison => Assert.Single(comparison.Marks!)));
        Assert.Equal(Enumerable.Range(1, 7), plan.Measured.Select(comparison => comparison.Ordinal));
        Assert.Equal(
            Enumerable.Range(1, 14).Select(number => $"c{number:D3}-{(number % 2 == 1 ? "await-task" : "await-value-task")}"),
            plan.Measured.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name }));
    }

    [Fact]
    public void Marks_that_a_comparison_has_come_before_its_machine()
    {
        var run = Run("m1", 1, ["a"]);
        var marked = run with { Manifest = run.Manifest with { Plan = run.Manifest.Plan with { Comparisons = [run.Manifest.Plan.Comparisons[0] with { Marks = ["swept"] }] } } };

        Assert.Equal(["swept", "machine m1"], Merged(marked, Run("m2", 2, ["b"])).Manifest.Plan.Comparisons[0].Marks);
        Assert.Equal(["swept"], Merged(marked, Run("m1", 2, ["b"])).Manifest.Plan.Comparisons[0].Marks);
    }

    [Fact]
    public void The_cost_of_a_load_is_kept_once_for_each_machine()
    {
        var merged = Merged(Run("m1", 1, ["a"]), Run("m2", 2, ["b"]), Run("m1", 3, ["c"]), Run("m2", 4, ["d"]));

        Assert.Equal(["load@m1", "load@m2"], merged.Manifest.Plan.LoadOverhead.Select(comparison => comparison.Id));
        Assert.Equal(["load@m1", "load@m2", "load@m1", "load@m2"], merged.Journal.Select(entry => entry.Entry).OfType<JournalEntry.Pair>().Select(pair => pair.Comparison).Where(IsLoad));
        Assert.Equal(["load@m1", "load@m2", "load@m1", "load@m2"], merged.Manifest.Plan.Schedule.Select(pair => pair.Comparison).Where(IsLoad));
    }

    [Fact]
    public void Traces_are_called_after_their_cells_in_the_whole()
    {
        var merged = Merged(Run("m1", 1, ["a", "b"]), Run("m2", 2, ["a", "c"]));

        Assert.Equal(
            [(0, "a@m1", "c002-await-value-task"), (0, "b", "c006-await-value-task"), (1, "a@m2", "c004-await-value-task"), (1, "c", "c008-await-value-task")],
            merged.Journal.Where(entry => entry.Entry is JournalEntry.TracedRun).Select(entry => (entry.Folder, ((JournalEntry.TracedRun)entry.Entry).Comparison, ((JournalEntry.TracedRun)entry.Entry).Cell)));
        Assert.All(merged.Journal.Where(entry => entry.Entry is JournalEntry.TracedRun), entry =>
        {
            var run = (JournalEntry.TracedRun)entry.Entry;
            Assert.Equal(("traces/old.nettrace", $"traces/{run.Cell}.nettrace"), entry.Trace);
            Assert.Equal(entry.Trace!.Value.To, run.File);
        });
        Assert.Equal(["a@m1", "b", "a@m2", "c"], merged.Manifest.Plan.Traced.Select(cell => cell.Comparison));
    }

    [Fact]
    public void Sweeps_are_called_after_their_machines_where_several_have_them()
    {
        var plan = Merged(Run("m1", 1, ["a"], "swept", "one"), Run("m2", 2, ["a"], "swept", "two")).Manifest.Plan;

        Assert.Equal(["swept@m1", "one", "swept@m2", "two"], plan.Sweeps!.Select(sweep => sweep.Id));
        Assert.Equal(["a@m1", "a@m1", "a@m2", "a@m2"], plan.Sweeps!.Select(sweep => Assert.Single(sweep.Steps).Comparison));
        Assert.Equal(["swept", "swept"], Merged(Run("m1", 1, ["a"], "swept"), Run("m1", 2, ["b"], "swept")).Manifest.Plan.Sweeps!.Select(sweep => sweep.Id));
        Assert.Null(Merged(Run("m1", 1, ["a"]), Run("m2", 2, ["b"])).Manifest.Plan.Sweeps);
    }

    [Fact]
    public void Shares_of_one_machine_keep_their_names()
    {
        var plan = Merged(Run("m1", 1, ["a"]), Run("m1", 2, ["b"])).Manifest.Plan;

        Assert.Equal(["a", "b", "load"], plan.Measured.Select(comparison => comparison.Id));
        Assert.All(plan.Measured, comparison => Assert.Equal((null, null), (comparison.Machine, comparison.Marks)));
    }

    [Fact]
    public void The_whole_took_what_its_shares_took_and_ran_from_the_first_to_the_last()
    {
        var manifest = Merged(Run("m2", 2, ["b"]), Run("m1", 1, ["a"]), Run("m2", 3, ["c"])).Manifest;

        Assert.Equal(new Forecast(Duration.FromSeconds(6), Duration.FromSeconds(60), ByteSize.FromMegabytes(6), ByteSize.FromMegabytes(300)), manifest.Plan.Forecast);
        Assert.Equal((SyntheticRun.Noon.AddHours(1), SyntheticRun.Noon.AddHours(13)), (manifest.Started, manifest.Finished));
        Assert.Equal(("m1+m2", "2 machines"), (manifest.Machine.Id, manifest.Machine.Processor));
        Assert.Equal(["warned by m2", "warned by m1"], manifest.Warnings);
        Assert.Equal(["run-0", "run-1", "run-2"], manifest.Joined);
        Assert.Equal(["run-1: a line was lost"], manifest.Doubts);
        Assert.Equal(("m1", null), (Merged(Run("m1", 1, ["a"]), Run("m1", 2, ["b"])).Manifest.Machine.Id, Merged(Run("m2", 3, ["a"]), Run("m2", 2, ["b"])).Manifest.Doubts));
    }

    [Fact]
    public void One_share_that_was_cut_short_makes_the_whole_so()
    {
        var cut = Run("m1", 2, ["b"]);
        Assert.Equal(RunStatus.Complete, Merged(Run("m1", 1, ["a"]), Run("m1", 2, ["b"])).Manifest.Status);
        Assert.Equal(RunStatus.Interrupted, Merged(Run("m1", 1, ["a"]), cut with { Manifest = cut.Manifest with { Status = RunStatus.Interrupted } }).Manifest.Status);
    }

    [Fact]
    public void Journals_may_fill_what_can_be_read()
    {
        var folders = new[] { "one", "two" }.Select(name => Directory.CreateTempSubdirectory($"asyncload-{name}-").FullName).ToList();
        try
        {
            foreach (var folder in folders) Lengthen(folder, RunManifest.MostJournalBytes / 2);
            Assert.Null(JoinedJournal.Problem([.. folders, Path.Combine(folders[0], "nowhere")]));
            Lengthen(folders[1], (RunManifest.MostJournalBytes / 2) + 1);
            Assert.Equal(
                "the journals of these folders are 4.00 GB together, and at most 4.00 GB can be read: join fewer of them, or measure parts of the profile (--only) and join each part separately",
                JoinedJournal.Problem(folders));
        }
        finally
        {
            folders.ForEach(folder => Directory.Delete(folder, recursive: true));
        }
    }

    private static void Lengthen(string folder, long bytes)
    {
        using var journal = new FileStream(Path.Combine(folder, "pairs.jsonl"), FileMode.OpenOrCreate);
        journal.SetLength(bytes);
    }

    private static bool IsLoad(string comparison) => comparison.StartsWith("load", StringComparison.Ordinal);

    private static MergeOutcome.Merged Merged(params RunEvidence[] runs) => Assert.IsType<MergeOutcome.Merged>(RunMerger.Merge([.. runs.Select((run, index) => ($"run-{index}", run))]));

    // Run N starts N hours after noon and is forecast to take N to 10 N seconds.
    private static RunEvidence Run(string machine, int number, string[] ids, params string[] sweeps)
    {
        IReadOnlyList<Comparison> comparisons = [.. ids.Select(id => SyntheticRun.ComparisonOf(id))];
        var plan = SyntheticRun.PlanOf([6], comparisons);
        var load = SyntheticRun.ComparisonOf("load");
        plan = plan with
        {
            LoadOverhead = [load],
            Schedule = [.. plan.Schedule, new ScheduledPair("load", 1, Side.Baseline)],
            Traced = [.. ids.Select(id => new TracedCell(id, Side.Candidate))],
            Sweeps = sweeps.Length == 0 ? null : [.. sweeps.Select(id => new Sweep(id, "depth", AxisUnit.Number, new StepGrid(0, 1, null, null), 3, comparisons[0], [new SweepStep(0, ids[0])]))],
            Forecast = new Forecast(Duration.FromSeconds(number), Duration.FromSeconds(10 * number), ByteSize.FromMegabytes(number), ByteSize.FromMegabytes(100 * number)),
        };
        var evidence = SyntheticRun.Evidence(plan, [.. ids.SelectMany(Measured), SyntheticRun.PairOf(1, 0.5, "load")]);
        return evidence with
        {
            Manifest = evidence.Manifest with
            {
                Started = SyntheticRun.Noon.AddHours(number),
                Finished = SyntheticRun.Noon.AddHours(10 + number),
                Machine = evidence.Manifest.Machine with { Id = machine },
                Warnings = [$"warned by {machine}"],
            },
            Problems = machine == "m1" && number == 1 && ids.Length == 1 ? ["a line was lost"] : [],
        };
    }

    private static IEnumerable<JournalEntry> Measured(string id) =>
        [SyntheticRun.PairOf(1, 0.5, id), SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(100)), file: "traces/old.nettrace") with { Comparison = id }];
}
