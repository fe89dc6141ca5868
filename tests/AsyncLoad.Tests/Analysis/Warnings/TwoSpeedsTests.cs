using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Warnings;

/// <summary>What is said where processes run at one of two levels. How often it is said is simulated elsewhere.</summary>
public sealed class TwoSpeedsTests
{
    private static readonly double[] Level = [100, 138, 101, 137, 100, 138, 100, 99];

    [Fact]
    public void Both_levels_are_told_with_how_many_processes_are_at_each()
    {
        var comparison = Judged(Pairs(Level, [110, 111, 109, 110, 110, 112, 110, 109]));

        Assert.Equal(Verdict.Inconclusive, comparison.Verdict.Value);
        var warning = Assert.Single(comparison.Warnings, warning => warning.Id == "two-levels");
        Assert.StartsWith("baseline await-task runs at one of two levels: 5 processes at about 99.998 ns/op, 3 at about 137.667 (38 % apart). ", warning.Message, StringComparison.Ordinal);
        Assert.Contains("5 processes at about 99.998 ns/op, 3 at about 137.667", comparison.WouldHelp, StringComparison.Ordinal);
        Assert.Null(comparison.Levels!.Candidate);
        Assert.Equal((5, 3), (comparison.Levels.Baseline!.AtLow, comparison.Levels.Baseline.AtHigh));
    }

    [Fact]
    public void What_the_interval_would_have_called_a_loss_is_none()
    {
        // The candidate drew the slow level five times, the baseline never: by its interval alone it loses.
        var pairs = Pairs([100, 101, 100, 99, 100, 101, 99, 100], [138, 137, 101, 138, 101, 138, 137, 102]);
        Assert.True(Judged(pairs).Ratio.Value!.Low > 1);
        Assert.Equal(Verdict.Inconclusive, Judged(pairs).Verdict.Value);
    }

    [Fact]
    public void A_candidate_outside_both_levels_wins_all_the_same()
    {
        var comparison = Judged(Pairs(Level, [80, 81, 79, 80, 80, 81, 80, 80]));
        Assert.Equal(Verdict.Wins, comparison.Verdict.Value);
        Assert.Contains("The verdict holds: every pair agrees", Assert.Single(comparison.Warnings, warning => warning.Id == "two-levels").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_machine_at_two_speeds_takes_both_sides_along()
    {
        var comparison = Judged(Pairs(Level, [.. Level.Select((time, index) => time * (0.8 + (0.002 * index)))]));
        Assert.Null(comparison.Levels);
        Assert.Equal(Verdict.Wins, comparison.Verdict.Value);
    }

    [Fact]
    public void Levels_of_the_pairs_alone_are_told_as_ratios()
    {
        double[] drifting = [100, 112, 125, 140, 157, 176, 197, 220];
        var comparison = Judged(Pairs(drifting, [.. drifting.Select((time, index) => time * (index % 2 == 0 ? 1 : 1.38) * (1 + (0.001 * index)))]));
        Assert.Equal(Verdict.Inconclusive, comparison.Verdict.Value);
        Assert.Matches(@"^4 pairs have a ratio of about 1\.00[0-9], 4 of about 1\.38[0-9]\. ", Assert.Single(comparison.Warnings, warning => warning.Id == "two-levels").Message);
    }

    [Fact]
    public void More_pairs_are_not_measured_since_they_change_nothing()
    {
        var plan = SyntheticRun.PlanOf([8, 12], SyntheticRun.ComparisonOf());
        Assert.Empty(PairSteering.NextPairs(plan, Pairs(Level, [110, 111, 109, 110, 110, 112, 110, 109])));
        Assert.NotEmpty(PairSteering.NextPairs(plan, Pairs([100, 138, 120, 90, 100, 110, 95, 130], [110, 111, 109, 110, 110, 112, 110, 109])));
    }

    [Fact]
    public void Results_hold_the_levels_and_none_where_there_are_none()
    {
        using var text = new StringWriter();
        ResultsJson.Write(ResultsBuilder.Build(Run(Pairs(Level, [110, 111, 109, 110, 110, 112, 110, 109]))), text);
        Assert.Matches(@"""levels"": \{\s+""baseline"": \{\s+""low"": 99\.99[0-9]+,\s+""high"": 137\.66[0-9]+,\s+""atLow"": 5,\s+""atHigh"": 3\s+\}", text.ToString());

        using var none = new StringWriter();
        ResultsJson.Write(ResultsBuilder.Build(Run(SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4, 0.4, 0.41))), none);
        Assert.DoesNotContain("levels", none.ToString(), StringComparison.Ordinal);
    }

    private static ComparisonAnalysis Judged(IReadOnlyList<JournalEntry.Pair> pairs) => Run(pairs).Comparisons[0];

    private static RunAnalysis Run(IReadOnlyList<JournalEntry.Pair> pairs) =>
        RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(SyntheticRun.PlanOf([8], SyntheticRun.ComparisonOf()), [.. pairs]));

    // Operations of slices of 10 ms, from ns per operation.
    private static IReadOnlyList<JournalEntry.Pair> Pairs(double[] baseline, double[] candidate) =>
        [.. baseline.Zip(candidate, (one, other) => (SyntheticRun.Side((long)(1e7 / one)), SyntheticRun.Side((long)(1e7 / other)))).Select((sides, index) => SyntheticRun.PairOf(index + 1, sides.Item1, sides.Item2))];
}
