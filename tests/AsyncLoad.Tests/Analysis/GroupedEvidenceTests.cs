using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

/// <summary>What is stated of comparisons whose pairs share processes of their baseline.</summary>
public sealed class GroupedEvidenceTests
{
    private static readonly Plan Plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));

    [Fact]
    public void Reports_are_those_of_separate_pairs_with_the_same_figures()
    {
        double[] ratios = [0.51, 0.5, 0.52, 0.49, 0.5, 0.51];
        var separate = ratios.SelectMany((ratio, index) => new[] { SyntheticRun.PairOf(index + 1, ratio, "a"), SyntheticRun.PairOf(index + 1, 2 * ratio, "b") }).ToList();
        // Half the time each, both at the same time.
        var grouped = separate.Select(pair => pair.Index == 1 ? pair : pair with { Sharing = 2, Started = pair.Started.AddHours(pair.Index), Took = new Nanoseconds(pair.Took.Value / 2) });

        Assert.Equal(Text(separate), Text([.. grouped]));
    }

    [Theory]
    [InlineData(20_000_000, 10_000_000, 2, " used 0.000 core and await-task 0.000, and candidates of other comparisons beside them 0.200. That slowed the baseline: the ratio is about 13.3 % too low.")]
    [InlineData(20_000_000, 20_000_000, 2, null)]
    [InlineData(20_000_000, 10_000_000, null, null)]
    public void A_candidate_that_works_while_it_is_held_is_warned_of_beside_it_where_one_side_loses_more(int baselineNs, int candidateNs, int? sharing, string? expected)
    {
        var busy = Using(20_000_000).WithSlices(slice => slice with { Held = new HeldUsage(slice.Elapsed, new Nanoseconds(2_000_000)) });
        JournalEntry.Pair[] pairs =
        [
            .. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Using(baselineNs), Using(candidateNs), "a")),
            .. Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Using(baselineNs), busy, "b")),
        ];

        var comparisons = RunAnalyzer.Analyze(SyntheticRun.Evidence(Plan, [.. pairs.Select(pair => pair with { Sharing = sharing })]), SyntheticRun.Trace).Comparisons;

        var found = comparisons[0].Warnings.SingleOrDefault(warning => warning.Id == "held-busy");
        if (expected is null) Assert.Null(found);
        else Assert.EndsWith(expected, found?.Message, StringComparison.Ordinal);
        Assert.EndsWith("used 0.200 core and await-task 0.000. That slowed the baseline: the ratio is about 13.3 % too low.", Assert.Single(comparisons[1].Warnings, warning => warning.Id == "held-busy").Message, StringComparison.Ordinal);
    }

    private static SideMeasurement Using(long cpuNs) => SyntheticRun.Side(100_000).WithSlices(slice => SyntheticRun.Slice(slice.Operations, cpuNs: cpuNs));

    private static (string Results, string Report) Text(IReadOnlyList<JournalEntry.Pair> pairs)
    {
        // Time is shared in a group: a comparison took half as long there.
        var analyzed = RunAnalyzer.Analyze(SyntheticRun.Evidence(Plan, [.. pairs]), SyntheticRun.Trace);
        var run = analyzed with { Comparisons = [.. analyzed.Comparisons.Select(comparison => comparison with { Seconds = null })] };
        using var results = new StringWriter();
        ResultsJson.Write(ResultsBuilder.Build(run), results);
        using var report = new StringWriter();
        MarkdownPage.Write(ReportDocument.From(run).Page, report);
        return (results.ToString(), report.ToString());
    }
}
