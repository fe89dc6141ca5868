using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Diffs;

public sealed class RunDifferTests
{
    private static readonly double[] Steady = [0.400, 0.402, 0.398, 0.401, 0.399, 0.403];

    [Theory]
    [InlineData(1.00, Change.Unchanged)]
    [InlineData(1.01, Change.Unchanged)]
    [InlineData(1.10, Change.ChangedUp)]
    [InlineData(0.90, Change.ChangedDown)]
    [InlineData(1.026, Change.Inconclusive)]
    public void A_change_is_judged_by_its_interval_and_the_margin(double factor, Change expected)
    {
        var comparison = Assert.Single(Diff(Run(Steady), Run(Steady.Select(ratio => ratio * factor))).Comparisons);
        Assert.Equal(expected, comparison.Change);
        Assert.InRange(comparison.RatioChange!.Estimate, factor - 0.001, factor + 0.001);
        Assert.InRange(comparison.RatioChange.Low, factor - 0.015, factor);
        Assert.InRange(comparison.RatioChange.High, factor, factor + 0.015);
        Assert.Equal((6, 6), (comparison.RatioChange.PairsBefore, comparison.RatioChange.PairsAfter));
        // 1 − 2·P(U ≤ 5) of C(12, 6) = 924 mixes, 19 of which have U ≤ 5.
        Assert.Equal(1 - (2 * 19 / 924.0), comparison.RatioChange.Confidence, 12);
    }

    [Fact]
    public void The_change_is_the_later_ratio_over_the_earlier_one()
    {
        var comparison = Diff(Run(Steady), Run(Steady.Select(ratio => ratio * 2))).Comparisons[0];
        Assert.Equal(2, comparison.RatioChange!.Estimate, 3);
        Assert.Equal(comparison.After!.Estimate / comparison.Before!.Estimate, comparison.RatioChange.Estimate, 2);
    }

    [Fact]
    public void Comparisons_are_matched_by_id_and_the_others_listed()
    {
        var diff = Diff(Run(Steady, "a", "b"), Run(Steady, "b", "c"));
        Assert.Equal(["b"], diff.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal(["a"], diff.OnlyBefore);
        Assert.Equal(["c"], diff.OnlyAfter);
    }

    [Fact]
    public void Too_few_pairs_give_no_interval_and_say_so()
    {
        var comparison = Diff(Run(Steady.Take(3)), Run(Steady.Take(4))).Comparisons[0];
        Assert.Null(comparison.Change);
        Assert.Null(comparison.RatioChange);
        Assert.StartsWith("3 pairs before and 4 after: too few", comparison.Missing["ratioChange"], StringComparison.Ordinal);
        Assert.Equal(comparison.Missing["ratioChange"], comparison.Missing["change"]);
        Assert.Equal("3 completed pairs; an interval at this confidence needs 6", comparison.Missing["before"]);
        Assert.NotNull(Diff(Run(Steady.Take(4)), Run(Steady.Take(4))).Comparisons[0].RatioChange);
    }

    [Fact]
    public void A_dropped_comparison_has_no_change_though_it_has_pairs()
    {
        JournalEntry[] journal = [.. SyntheticRun.Pairs(Steady), SyntheticRun.CrashedPair(7), SyntheticRun.CrashedPair(7)];
        var comparison = Diff(Run(Steady), Run(journal)).Comparisons[0];
        Assert.Null(comparison.Change);
        Assert.StartsWith("after: Dropped: pair 7: await-value-task crashed", comparison.Missing["change"], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(504, 504, BytesChange.Same)]
    [InlineData(504, 512, BytesChange.Changed)]
    [InlineData(512, 504, BytesChange.Changed)]
    public void Bytes_are_compared_exactly_for_both_sides(long before, long after, BytesChange expected)
    {
        var bytes = Diff(Run(Allocating(before, 72)), Run(Allocating(after, 72))).Comparisons[0].Bytes;
        Assert.Equal((expected, (double)(after - before)), (bytes.Baseline!.State, bytes.Baseline.Difference));
        Assert.Equal((BytesChange.Same, 0.0), (bytes.Candidate!.State, bytes.Candidate.Difference));
    }

    [Fact]
    public void Where_operations_suspend_ranges_that_meet_decide_nothing()
    {
        var run = Run(Counted((100, 2), (120, 2)));
        Assert.Equal(BytesChange.Undecided, BytesOf(run, Run(Counted((118, 2), (140, 2)))).State);
        Assert.Equal(BytesChange.Changed, BytesOf(run, Run(Counted((121, 2), (140, 2)))).State);
        Assert.Equal(BytesChange.Undecided, BytesOf(run, Run(Counted((105, 0), (105, 0)))).State);
        Assert.Equal(BytesChange.Same, BytesOf(run, run).State);
    }

    [Fact]
    public void A_count_that_disagrees_is_missing_with_its_reason()
    {
        var comparison = Diff(Run(Steady), Run(Counted((100, 0), (120, 0)))).Comparisons[0];
        Assert.Null(comparison.Bytes.Candidate);
        Assert.Equal("after: count slices disagree: 100 to 120 B/op", comparison.Missing["bytes.candidate"]);
    }

    [Fact]
    public void Times_are_compared_on_one_machine_and_runtime_only()
    {
        var run = Run(Steady);
        Assert.Null(Diff(run, run).TimesNotCompared);
        var times = Diff(run, Run(Steady.Select(ratio => ratio * 2))).Comparisons[0].Times;
        Assert.Equal(1, times.Baseline!.Change, 9);
        Assert.Equal(2, times.Candidate!.Change, 3);

        var elsewhere = run with { Manifest = run.Manifest with { Machine = run.Manifest.Machine with { Id = "def" } } };
        AssertNotTimed(Diff(run, elsewhere), "the runs come from two machines (abc and def)");
        AssertNotTimed(Diff(run, run with { Manifest = run.Manifest with { Runtime = ".NET 11.0.0" } }), "the runs come from two runtimes (.NET 10.0.12 and .NET 11.0.0)");
    }

    [Fact]
    public void Times_of_joined_runs_are_compared_where_the_same_machine_measured_the_comparison()
    {
        var (before, after) = (On(("x", "a"), ("y", "b"), ("z", "a")), On(("x", "b"), ("y", "a"), ("z", "a")));
        var diff = Diff(before, after);
        Assert.Null(diff.TimesNotCompared);
        Assert.Equal("the runs come from two machines (a and b)", diff.Comparisons[0].Missing["times.baseline"]);
        Assert.Equal("the runs come from two machines (b and a)", diff.Comparisons[1].Missing["times.candidate"]);
        Assert.Equal(["machine: a → b."], diff.Comparisons[0].Warnings);
        Assert.Equal(1, diff.Comparisons[2].Times.Candidate!.Change, 9);
        Assert.Empty(diff.Comparisons[2].Warnings);
        AssertNotTimed(Diff(On(("x", "a")), On(("x", "b"))), "the runs come from two machines (a and b)");
    }

    [Fact]
    public void Times_are_compared_on_one_version_of_a_named_runtime_only()
    {
        var (before, after) = (Under("8.0.33"), Under("8.0.34"));
        AssertNotTimed(Diff(before, after), "the runs come from two runtimes (8.0.33 and 8.0.34)");
        Assert.Null(Diff(before, before with { Manifest = before.Manifest with { Runtime = ".NET 11.0.0" } }).TimesNotCompared);
    }

    [Fact]
    public void What_differs_besides_the_code_is_named()
    {
        var run = Run(Steady);
        Assert.Equal(["Both folders hold the same run, so the intervals mean nothing: compare two separate runs."], Diff(run, run).Warnings);
        var other = Later(run, plan => plan with { ProfileHash = "01", Measure = plan.Measure with { Slice = Duration.FromMilliseconds(20), Metric = VerdictMetric.Cpu } }) with { Problems = ["torn"] };
        Assert.Equal(
            ["Profile hash: 00000000 → 01.", "measure.slice: 10ms → 20ms.", "measure.metric: Wall → Cpu.", "after: torn"],
            Diff(run, other).Warnings);
        Assert.Equal(["after: the run did not finish."], Diff(run, Later(run) with { Manifest = Later(run).Manifest with { Status = RunStatus.Interrupted } }).Warnings);
    }

    [Fact]
    public void The_same_name_for_other_settings_is_named()
    {
        var heavier = PressureSettings.OldHeap with { LiveSet = ByteSize.FromMegabytes(200) };
        var warnings = Diff(Pressed(PressureSettings.OldHeap), Pressed(heavier)).Comparisons[0].Warnings;
        Assert.Equal(2, warnings.Count);
        Assert.StartsWith("baseline: pressure: {", warnings[0], StringComparison.Ordinal);
        Assert.Contains("200MB", warnings[1], StringComparison.Ordinal);
        Assert.Empty(Diff(Pressed(heavier), Pressed(heavier)).Comparisons[0].Warnings);
    }

    [Fact]
    public void The_metric_of_the_later_run_is_compared()
    {
        // Wall ratios are alike; processor time doubles.
        var run = Run(Steady);
        var busier = Later(Run([.. SyntheticRun.Pairs(Steady).Select(pair => pair with { Candidate = Doubled(pair.Candidate) })]), plan => plan with { Measure = plan.Measure with { Metric = VerdictMetric.Cpu } });
        var diff = Diff(run, busier);
        Assert.Equal(VerdictMetric.Cpu, diff.Metric);
        Assert.Equal(2, diff.Comparisons[0].RatioChange!.Estimate, 2);
        Assert.Equal(Change.Unchanged, Diff(busier, run).Comparisons[0].Change);
    }

    private static CellOutcome.Completed Doubled(CellOutcome outcome) => new(((CellOutcome.Completed)outcome).Measurement.WithSlices(slice =>
        slice with { Process = slice.Process with { UserCpu = slice.Process.UserCpu + slice.Process.UserCpu } }));

    private static void AssertNotTimed(RunDiff diff, string reason)
    {
        Assert.Equal(reason, diff.TimesNotCompared);
        Assert.Equal((null, null), (diff.Comparisons[0].Times.Baseline, diff.Comparisons[0].Times.Candidate));
        Assert.Equal(reason, diff.Comparisons[0].Missing["times.candidate"]);
        Assert.NotNull(diff.Comparisons[0].RatioChange);
    }

    private static BytesDiff BytesOf(RunAnalysis before, RunAnalysis after) => Diff(before, after).Comparisons[0].Bytes.Candidate!;

    private static RunDiff Diff(RunAnalysis before, RunAnalysis after) => RunDiffer.Of(before, after);

    private static RunAnalysis Later(RunAnalysis run, Func<AsyncLoad.Model.Plans.Plan, AsyncLoad.Model.Plans.Plan>? change = null) =>
        run with { Manifest = run.Manifest with { Started = SyntheticRun.Noon.AddDays(1), Plan = change?.Invoke(run.Manifest.Plan) ?? run.Manifest.Plan } };

    private static RunAnalysis Run(IEnumerable<double> ratios, params string[] ids)
    {
        if (ids.Length == 0) ids = [SyntheticRun.Id];
        var values = ratios.ToList();
        return Analyze(
            SyntheticRun.PlanOf([6], [.. ids.Select(id => SyntheticRun.ComparisonOf(id))]),
            [.. ids.SelectMany(id => values.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, id)))]);
    }

    // A joined run, with the machine of each comparison.
    private static RunAnalysis On(params (string Id, string Machine)[] comparisons)
    {
        var plan = SyntheticRun.PlanOf([6], [.. comparisons.Select(comparison => SyntheticRun.ComparisonOf(comparison.Id) with { Machine = comparison.Machine })]);
        var run = Analyze(plan, [.. comparisons.SelectMany(comparison => Steady.Select((ratio, i) => SyntheticRun.PairOf(i + 1, ratio, comparison.Id)))]);
        return run with { Manifest = run.Manifest with { Machine = run.Manifest.Machine with { Id = "a+b" } } };
    }

    private static RunAnalysis Under(string version) =>
        Analyze(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOn(new RuntimeSettings("net8.0", Version: version))), SyntheticRun.Pairs(Steady));

    private static RunAnalysis Run(IReadOnlyList<JournalEntry> journal) => Analyze(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), journal);

    private static RunAnalysis Pressed(PressureSettings pressure)
    {
        var comparison = SyntheticRun.ComparisonOf();
        comparison = comparison with { Baseline = comparison.Baseline with { Pressure = pressure }, Candidate = comparison.Candidate with { Pressure = pressure } };
        return Analyze(SyntheticRun.PlanOf([6], comparison), SyntheticRun.Pairs(Steady));
    }

    private static RunAnalysis Analyze(AsyncLoad.Model.Plans.Plan plan, IReadOnlyList<JournalEntry> journal) =>
        RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(plan, [.. journal, SyntheticRun.TracedRun(new CellOutcome.CaptureLost("not to be read"), file: "traces/none.nettrace")]));

    private static IReadOnlyList<JournalEntry> Allocating(long baseline, long candidate) =>
        [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Side(100_000, baseline), SyntheticRun.Side(250_000, candidate)))];

    // Six pairs whose candidate has these bytes an operation and suspensions in its count slices.
    private static IReadOnlyList<JournalEntry> Counted(params (long Bytes, long Suspensions)[] slices)
    {
        var candidate = SyntheticRun.Side([SyntheticRun.Slice(250_000)], slices.Select(slice => new CountSlice(1_000, slice.Bytes * 1_000, 0, slice.Suspensions)));
        return [.. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, SyntheticRun.Side(100_000), candidate))];
    }
}
