using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Verdicts;

public sealed class JudgementTests
{
    private static readonly MeasureSettings Figures = MeasureSettings.Default with { Looks = [2], Verdicts = false };

    [Fact]
    public void Without_verdicts_there_is_neither_interval_nor_verdict_however_many_pairs()
    {
        var judgement = Judgement.Of([.. Enumerable.Range(1, 24).Select(index => new PairRatio(index, new(0.4, 0.4)))], Figures);
        Assert.Equal((null, null, null, null), (judgement.Ratios[VerdictMetric.Wall].Value, judgement.Ratios[VerdictMetric.Cpu].Value, judgement.Verdict.Value, judgement.HalfWidth.Value));
        Assert.All(judgement.Ratios.Values.Select(ratio => ratio.Missing).Append(judgement.Verdict.Missing), reason => Assert.Equal("the profile asks for figures, not verdicts", reason));
        Assert.False(judgement.Settles(Figures));
    }

    [Fact]
    public void A_verdict_on_the_99th_percentile_looks_at_that_ratio_alone()
    {
        var measure = MeasureSettings.Default with { Looks = [6], Metric = VerdictMetric.P99 };
        var judgement = Judgement.Of([.. Enumerable.Range(1, 6).Select(index => new PairRatio(index, new(0.4, 0.4, 1.5 + (index * 0.01), Peak: 1, Retained: 1)))], measure);
        Assert.Equal(Verdict.Loses, judgement.Verdict.Value);
        Assert.InRange(judgement.Decisive.Value!.Estimate, 1.51, 1.56);
        Assert.All(judgement.Ratios.Values, ratio => Assert.Null(ratio.Missing));
    }

    [Fact]
    public void A_run_is_judged_at_the_looks_that_its_own_plan_recorded()
    {
        IReadOnlyList<int> recorded = [8, 12, 16, 24];
        var judged = SyntheticRun.Evidence(SyntheticRun.PlanOf(recorded, SyntheticRun.ComparisonOf()), [.. SyntheticRun.Pairs(Enumerable.Range(0, 24).Select(index => 1 + (index % 7 * 0.017)))]);
        var comparison = RunAnalyzer.AnalyzeUntraced(judged).Comparisons[0];
        double[] ratios = [.. comparison.Pairs.Select(pair => pair.Ratios.Wall)];
        Assert.Equal(Looks.Interval(ratios, recorded), comparison.Ratio.Value);
        Assert.NotEqual(Looks.Interval(ratios, MeasureSettings.Default.Looks), comparison.Ratio.Value);
        Assert.Empty(PairSteering.NextPairs(judged.Manifest.Plan, [.. judged.Journal.OfType<JournalEntry.Pair>()]));
    }

    [Fact]
    public void Pairs_that_all_fell_to_one_side_by_chance_give_no_verdict_where_they_spread_widely()
    {
        // A variant against itself whose processes drew one of two levels, under parallelFor: eight pairs of a selfcheck, of which half lie at 1.
        double[] drawn = [0.721, 0.996, 0.996, 0.991, 0.752, 0.872, 0.727, 0.982];
        var judgement = Of(drawn, MeasureSettings.Default);
        Assert.True(judgement.Decisive.Value!.High < 1);
        Assert.Equal(Verdict.Inconclusive, judgement.Verdict.Value);
        Assert.False(judgement.Settles(MeasureSettings.Default));
    }

    [Fact]
    public void An_interval_that_is_wider_than_the_margin_and_barely_excludes_1_gives_no_verdict()
    {
        // A method beside itself: eight pairs that spread by 5 %, of which seven fell to one side.
        double[] drawn = [1.112, 1.041, 1.009, 1.066, 1.131, 1.052, 0.991, 1.084];
        var measure = MeasureSettings.Default with { Looks = [8] };
        var judgement = Of(drawn, measure);
        Assert.True(judgement.Decisive.Value!.Low > 1);
        Assert.True(judgement.HalfWidth.Value > MeasureSettings.Default.Margin);
        Assert.Equal(Verdict.Inconclusive, judgement.Verdict.Value);
        Assert.False(judgement.Settles(MeasureSettings.Default));

        // The same where all say so, and where the interval is narrow.
        Assert.Equal(Verdict.Loses, Of([.. drawn.Select(ratio => ratio * 1.05)], measure).Verdict.Value);
        Assert.Equal(Verdict.Loses, Of([.. drawn.Select(ratio => 1.06 + ((ratio - 1.06) / 10))], measure).Verdict.Value);
    }

    [Fact]
    public void Without_latencies_there_is_no_verdict_on_them()
    {
        var measure = MeasureSettings.Default with { Looks = [6], Metric = VerdictMetric.P99 };
        var judgement = Judgement.Of([.. Enumerable.Range(1, 6).Select(index => new PairRatio(index, new(0.4, 0.4)))], measure);
        Assert.Null(judgement.Verdict.Value);
        Assert.Equal(Metric.Of(VerdictMetric.P99).Absent, judgement.Verdict.Missing);
        Assert.NotNull(judgement.Ratios[VerdictMetric.Wall].Value);
    }

    [Fact]
    public void Without_verdicts_every_pair_that_was_asked_for_is_measured()
    {
        var plan = SyntheticRun.PlanOf([2], SyntheticRun.ComparisonOf()) with { Measure = Figures };
        Assert.Equal([2], PairSteering.NextPairs(plan, [SyntheticRun.PairOf(1, 0.4)]).Select(pair => pair.Index));
        Assert.Empty(PairSteering.NextPairs(plan, SyntheticRun.Pairs(0.4, 0.4)));
    }

    [Fact]
    public void Without_verdicts_figures_stand_and_what_limits_a_verdict_is_no_finding()
    {
        // One collection a pair: far too few for a GC part, and nothing to say where none is asked for.
        var poor = SyntheticRun.Side(100_000, bytesPerOperation: 80);
        var comparison = Analyze(SyntheticRun.PairOf(1, poor, poor), SyntheticRun.PairOf(2, poor, SyntheticRun.Side(50_000, bytesPerOperation: 80)));
        Assert.Empty(comparison.Warnings);
        Assert.Null(comparison.Split.Value);
        Assert.Equal(80, comparison.Sides.Baseline.Ledger.Value!.BytesPerOperation);
        Assert.Equal(Judgement.NotAskedFor, comparison.Split.Missing);
        Assert.Equal(Judgement.NotAskedFor, comparison.Ratio.Missing);
        Assert.Null(comparison.Sides.Baseline.Ledger.Missing);
    }

    [Fact]
    public void Without_verdicts_figures_that_are_missing_have_a_reason_of_their_own()
    {
        Assert.Equal("no pair was completed", Analyze().Sides.Baseline.Ledger.Missing);
        var dropped = Analyze(SyntheticRun.CrashedPair(1), SyntheticRun.CrashedPair(1));
        Assert.Contains(CellDropped.Id, dropped.Warnings.Select(warning => warning.Id));
        Assert.StartsWith("dropped: ", dropped.Sides.Candidate.Ledger.Missing, StringComparison.Ordinal);
    }

    private static ComparisonAnalysis Analyze(params IReadOnlyList<JournalEntry> journal)
    {
        var plan = SyntheticRun.PlanOf([2], SyntheticRun.ComparisonOf()) with { Measure = Figures };
        return RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, journal), SyntheticRun.Trace).Comparisons[0];
    }

    private static Judgement Of(double[] ratios, MeasureSettings measure) => Judgement.Of([.. ratios.Select((ratio, index) => new PairRatio(index + 1, new(ratio, null)))], measure);
}
