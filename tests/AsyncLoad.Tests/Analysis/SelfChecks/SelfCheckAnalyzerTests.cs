using AsyncLoad.Analysis;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.SelfChecks;

public sealed class SelfCheckAnalyzerTests
{
    private static readonly double[] Even = [0.99, 1, 1.01, 0.995, 1.005, 1];
    private static readonly double[] Slower = [1.04, 1.05, 1.06, 1.045, 1.055, 1.05];
    private static readonly double[] Wild = [0.8, 1.3, 0.9, 1.2, 0.7, 1.1];

    [Fact]
    public void Every_comparison_is_counted_where_it_belongs()
    {
        var result = Check(
            (Same("even"), Even),
            (Same("wild"), Wild),
            (Same("false"), Slower),
            (Pressed(Same("pressed")), Even),
            (Injected("found"), Slower),
            (Injected("missed"), Even));

        Assert.Equal(
            [(null, "calm", 3, 0, 1, 1, 1), (null, "old-heap", 1, 0, 0, 1, 0), (0.05, "calm", 2, 0, 1, 1, 0)],
            result.Rows.Select(row => (row.Injected, row.Pressure, row.Comparisons, row.Wins, row.Loses, row.Equivalent, row.Inconclusive)));
        Assert.Equal([("wild", Verdict.Inconclusive), ("false", Verdict.Loses), ("missed", Verdict.Equivalent)], result.Surprises.Select(surprise => (surprise.Id, surprise.Verdict)));
        Assert.Equal([4, 1, 1, 2, 1, 0], result.Bars.Select(bar => bar.Count));
        Assert.Equal([4, 4, 3, 2, 2, 2], result.Bars.Select(bar => bar.Of));
        Assert.Equal(36, result.Pairs);
        Assert.False(result.Passed);
    }

    [Fact]
    public void Median_spread_and_ratio_are_those_of_a_rows_comparisons()
    {
        var row = Check((Same("a"), Even), (Same("b"), Slower), (Same("c"), Slower)).Rows.Single();

        Assert.Equal(1.05, row.MedianRatio!.Value, tolerance: 0.002);
        Assert.InRange(row.MedianSpread!.Value, 0.004, 0.01);
        Assert.Equal(18, row.Pairs);
    }

    [Fact]
    public void All_as_it_should_be_passes()
    {
        var result = Check((Same("a"), Even), (Same("b"), Even), (Injected("c"), Slower));

        Assert.True(result.Passed);
        Assert.Empty(result.Surprises);
    }

    [Fact]
    public void A_slowdown_that_is_said_to_be_faster_fails()
    {
        var result = Check((Same("a"), Even), (Injected("b"), Slower), (Injected("c"), Slower), (Injected("d"), [.. Slower.Select(ratio => 1 / ratio)]));

        Assert.Equal(["of these, said to be faster"], result.Bars.Where(bar => !bar.Passed).Select(bar => bar.Name));
        Assert.Equal(("d", Verdict.Wins), Assert.Single(result.Surprises.Select(surprise => (surprise.Id, surprise.Verdict))));
    }

    [Fact]
    public void What_was_not_measured_to_its_look_is_not_judged_and_fails()
    {
        var result = Check((Same("a"), Even), (Same("b"), Even[..3]), (Injected("c"), Slower));

        Assert.Equal([(1, 2, false), (0, 1, true)], result.Bars.Take(2).Select(bar => (bar.Count, bar.Of, bar.Passed)));
        Assert.False(result.Passed);
    }

    [Fact]
    public void At_two_levels_a_win_or_a_loss_is_false_and_nothing_else_is_asked()
    {
        var result = Check((TwoLevels("a"), Wild), (TwoLevels("b"), Even));
        Assert.True(result.Passed);
        Assert.Empty(result.Surprises);
        Assert.True(Assert.Single(result.Rows).TwoLevels);
        Assert.Equal([("at two levels and judged", 2, 2), ("of these, false verdicts", 0, 2)], result.Bars.Select(bar => (bar.Name, bar.Count, bar.Of)));

        var wrong = Check((TwoLevels("a"), Wild), (TwoLevels("b"), Slower));
        Assert.False(wrong.Passed);
        Assert.Equal("b", Assert.Single(wrong.Surprises).Id);
        Assert.False(Check((TwoLevels("a"), Even), (TwoLevels("b"), Even[..3])).Passed);
    }

    [Fact]
    public void Beside_others_those_at_two_levels_have_the_last_rows_and_bars()
    {
        var result = Check((TwoLevels("a"), Wild), (Same("b"), Even), (Injected("c"), Slower), (TwoLevels("d"), Slower));

        Assert.Equal([(null, false), (0.05, false), (null, true)], result.Rows.Select(row => (row.Injected, row.TwoLevels)));
        Assert.Equal((1, 1, 2), (result.Rows[0].Comparisons, result.Rows[1].Comparisons, result.Rows[2].Comparisons));
        Assert.Equal(
            [("at two levels and judged", 2, 2), ("of these, false verdicts", 1, 2)],
            result.Bars.TakeLast(2).Select(bar => (bar.Name, bar.Count, bar.Of)));
        // The verdict at two levels is counted there alone.
        Assert.Equal([1, 0, 1, 1, 1, 0, 2, 1], result.Bars.Select(bar => bar.Count));
        Assert.False(result.Passed);
    }

    [Fact]
    public void While_it_runs_comparisons_count_as_they_would_if_it_ended_now()
    {
        (Comparison Comparison, double[] Ratios)[] soFar = [(Same("a"), Even), (Same("b"), Wild[..3]), (Injected("c"), Slower), (TwoLevels("d"), [])];
        var run = Analyze(soFar);

        var underWay = SelfCheckAnalyzer.Of([.. soFar.Select(entry => SelfCheckEntry.Of(entry.Comparison, PairsOf(entry), run.Manifest.Plan.Measure))]);

        var ended = SelfCheckAnalyzer.Of(run)!;
        Assert.Equal(ended.Rows, underWay.Rows);
        Assert.Equal(ended.Bars, underWay.Bars);
        Assert.Equal((ended.Pairs, ended.Passed), (underWay.Pairs, underWay.Passed));
        Assert.Equal([1, 0, 1, 1, 1, 0, 0, 0], underWay.Bars.Select(bar => bar.Count));
    }

    [Fact]
    public void A_run_that_compares_two_variants_is_no_selfcheck() =>
        Assert.Null(SelfCheckAnalyzer.Of(Analyze((Same("a"), Even), (SyntheticRun.ComparisonOf("b"), Even))));

    [Fact]
    public void A_variant_that_was_held_against_itself_by_hand_is_no_selfcheck()
    {
        var run = Analyze((Same("a"), Even));
        var byHand = run with { Manifest = run.Manifest with { Plan = run.Manifest.Plan with { ProfileName = "compare" } } };

        Assert.NotNull(SelfCheckAnalyzer.Of(run));
        Assert.Null(SelfCheckAnalyzer.Of(byHand));
    }

    private static SelfCheckResult Check(params (Comparison Comparison, double[] Ratios)[] entries)
    {
        var result = SelfCheckAnalyzer.Of(Analyze(entries));
        Assert.NotNull(result);
        return result;
    }

    private static RunAnalysis Analyze(params (Comparison Comparison, double[] Ratios)[] entries)
    {
        JournalEntry[] journal = [.. entries.SelectMany(PairsOf)];
        var plan = SyntheticRun.PlanOf([6], [.. entries.Select(entry => entry.Comparison)]) with { ProfileName = SelfCheckResult.ProfileName };
        return RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace);
    }

    private static JournalEntry.Pair[] PairsOf((Comparison Comparison, double[] Ratios) entry) =>
        [.. entry.Ratios.Select((ratio, index) => SyntheticRun.PairOf(index + 1, ratio, entry.Comparison.Id))];

    private static Comparison Same(string id) => new(id, 1, "same", SyntheticRun.CellOf("await-task"), SyntheticRun.CellOf("await-task"), []);

    private static Comparison Pressed(Comparison comparison) => comparison with
    {
        Baseline = comparison.Baseline with { Pressure = PressureSettings.OldHeap },
        Candidate = comparison.Candidate with { Pressure = PressureSettings.OldHeap },
    };

    private static Comparison TwoLevels(string id)
    {
        var (same, drawn) = (Same(id), new InjectedSlowdown(50, 69, Drawn: true));
        return same with { Baseline = same.Baseline with { Injected = drawn }, Candidate = same.Candidate with { Injected = drawn } };
    }

    private static Comparison Injected(string id) =>
        Same(id) is var same ? same with { Candidate = same.Candidate with { Injected = new InjectedSlowdown(20, 21) } } : throw new InvalidOperationException();
}
