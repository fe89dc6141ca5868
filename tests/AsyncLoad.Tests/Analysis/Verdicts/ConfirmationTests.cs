using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis.Simulated;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Verdicts;

/// <summary>Where a run compares many, a win or a loss that not every pair shows is measured again.</summary>
public sealed class ConfirmationTests
{
    // A loss by its interval, though not every pair is 3 % slower.
    private static readonly double[] Slower = [1.06, 1.05, 1.04, 1.05, 1.06, 1.02, 1.05, 1.04];
    private static readonly double[] Equal = [1.01, 0.99, 1.00, 0.98, 1.02, 1.01, 0.99, 1.00];
    private static readonly double[] Half = [0.5, 0.51, 0.49, 0.5, 0.52, 0.48, 0.5, 0.5];

    [Fact]
    public void A_loss_asks_for_as_many_fresh_pairs_as_the_first_look_has()
    {
        Assert.Equal(Enumerable.Range(9, 8), Due(Slower));
        Assert.Equal(Enumerable.Range(12, 5), Due([.. Slower, .. Slower[..3]]));
        Assert.Empty(Due([.. Slower, .. Slower]));
        Assert.Empty(Due([.. Slower, .. Equal]));
    }

    [Fact]
    public void Nothing_is_asked_for_where_every_pair_agrees_where_there_is_no_win_or_loss_or_where_the_plan_does_not_confirm()
    {
        Assert.Empty(Due(Half));
        Assert.Empty(Due(Equal));
        Assert.Empty(new RunSteering(null, SyntheticRun.Machine).NextPairs(SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(Slower)));
    }

    [Fact]
    public void A_gate_that_fails_shares_them()
    {
        var gate = new GateSettings("ratio", null, 1, InconclusivePolicy.Fail);
        Assert.Equal(Enumerable.Range(9, 8), Due(Slower, gate));
        Assert.Equal(Enumerable.Range(9, 6), Due([.. Half.Select(ratio => ratio * 3)], gate));

        var run = RunAnalyzer.Analyze(SyntheticRun.Evidence(Plan(gate), SyntheticRun.Pairs([.. Slower, .. Slower])), SyntheticRun.Trace);
        var outcome = Assert.Single(new GateEvaluator(Plan().Measure, null, SyntheticRun.Machine).Evaluate(run.Comparisons));
        Assert.Equal(GateState.Failed, outcome.State);
        Assert.Contains("; 6 fresh pairs agree: ", outcome.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Fresh_pairs_that_agree_leave_the_verdict_as_it_is() => Assert.Equal(Verdict.Loses, Judged([.. Slower, .. Slower]).Verdict.Value);

    [Fact]
    public void Fresh_pairs_that_do_not_agree_take_it_back_and_the_report_says_why()
    {
        var judged = Judged([.. Slower, .. Equal]);
        Assert.Equal(Verdict.Inconclusive, judged.Verdict.Value);
        Assert.Equal(8, judged.Pairs.Count);
        Assert.Equal(8, judged.Fresh.Count);
        Assert.StartsWith(
            "The interval alone would be a loss. But of several comparisons some are a win or a loss by chance, and 8 fresh pairs do not agree: 1.00 [0.99, 1.01].",
            judged.WouldHelp,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Without_its_fresh_pairs_it_is_inconclusive()
    {
        var judged = Judged([.. Slower, .. Slower[..3]]);
        Assert.Equal(Verdict.Inconclusive, judged.Verdict.Value);
        Assert.Contains("and it takes 8 fresh pairs that agree, and 3 were measured.", judged.WouldHelp, StringComparison.Ordinal);
    }

    [Fact]
    public void Fresh_pairs_the_other_way_round_do_not_agree() =>
        Assert.Equal(Verdict.Inconclusive, Judged([.. Slower, .. Slower.Select(ratio => 1 / ratio)]).Verdict.Value);

    /// <summary>Shares of 20,000 comparisons of eight pairs, before and after fresh ones.</summary>
    [Theory]
    [InlineData(0.02, 0.9995)]
    [InlineData(0.03, 0.97)]
    [InlineData(0.04, 0.84)]
    public void Of_equal_sides_next_to_none_is_judged_and_a_slowdown_is_found_as_before(double spread, double kept)
    {
        var (before, after) = Losses(spread, 0, seed: 1);
        Assert.InRange(before, after, 0.02);
        Assert.InRange(after, 0, 0.001);
        var (found, still) = Losses(spread, Math.Log(1.05), seed: 2);
        Assert.InRange(still / found, kept, 1);
    }

    private static (double Before, double After) Losses(double spread, double difference, int seed)
    {
        const int Runs = 20_000;
        var (noise, measure) = (new Noise(seed), MeasureSettings.Default with { Looks = [8], Confirm = true });
        var (before, after) = (0, 0);
        for (var run = 0; run < Runs; run++)
        {
            var judged = Draw();
            var first = Judgement.Of(judged, measure);
            if (first.Verdict.Value is not (Verdict.Loses or Verdict.Wins)) continue;
            before++;
            if (Confirmation.Of(first, judged, Draw(), measure).Verdict.Value == first.Verdict.Value) after++;
        }

        return (before / (double)Runs, after / (double)Runs);

        PairRatio[] Draw() =>
            [.. Enumerable.Range(1, 8).Select(index => new PairRatio(index, new(Math.Exp(difference + (spread * noise.Normal())), null)))];
    }

    private static ComparisonAnalysis Judged(double[] ratios) =>
        RunAnalyzer.Analyze(SyntheticRun.Evidence(Plan(), SyntheticRun.Pairs(ratios)), SyntheticRun.Trace).Comparisons[0];

    private static IEnumerable<int> Due(double[] ratios, params IReadOnlyList<GateSettings> gates) =>
        new RunSteering(null, SyntheticRun.Machine).NextPairs(Plan(gates), SyntheticRun.Pairs(ratios)).Select(pair => pair.Index);

    private static Plan Plan(params IReadOnlyList<GateSettings> gates)
    {
        var plan = SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf(SyntheticRun.Id, gates));
        return plan with { Measure = plan.Measure with { Confirm = true } };
    }
}
