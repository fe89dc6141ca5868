using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>A verdict stands beside the ratio that it is on, whatever cost <c>measure.metric</c> names.</summary>
public sealed class JudgedMetricTests
{
    [Fact]
    public void The_ratio_beside_a_verdict_is_that_of_the_cost_that_verdicts_compare()
    {
        var document = ReportDocument.From(OnPeak());

        Assert.All(document.Comparisons, row => Assert.Equal("1.03 [1.03, 1.04]", row.Ratio.Text));
        Assert.Equal("await-value-task loses: peak ratio 1.03 [1.03, 1.04], 504 → 0 B/op", document.Comparisons[1].Sentence);
        Assert.StartsWith("Peak memory: 1.03 to 1.03 of the baseline's.", document.Allocation, StringComparison.Ordinal);
        Assert.All(document.Maps.SelectMany(map => map.Cells), cell => Assert.Equal(("1.03", 1), (cell.Ratio, cell.Shade)));
        Assert.All(document.Maps, map => Assert.Equal("candidate ÷ baseline of peak memory; below 1 the candidate takes less", map.Explained));
        Assert.Contains(document.Counts, count => count.Meaning.StartsWith("more by 3 % or more", StringComparison.Ordinal));
    }

    [Fact]
    public void No_page_calls_a_candidate_faster_that_takes_less_memory()
    {
        var pages = Rendered.All(OnPeak());
        foreach (var page in new[] { pages["report.html"], pages["report.md"] })
        {
            Assert.DoesNotContain("candidate is faster", page, StringComparison.Ordinal);
            Assert.DoesNotContain("candidate faster", page, StringComparison.Ordinal);
            Assert.Contains("Peak memory of the candidate ÷ peak memory of the baseline", pages["report.html"], StringComparison.Ordinal);
            Assert.Contains("Wall ratio", page, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void An_analysis_knows_what_its_verdict_is_on()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf());
        var evidence = SyntheticRun.Evidence(plan with { Measure = plan.Measure with { Metric = VerdictMetric.Cpu } }, [.. SyntheticRun.Pairs([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])]);
        var comparison = Assert.Single(RunAnalyzer.Analyze(evidence, _ => throw new InvalidOperationException()).Comparisons);

        Assert.Equal(VerdictMetric.Cpu, comparison.Metric);
        Assert.Equal(comparison.Ratios[VerdictMetric.Cpu], comparison.Ratio);
    }

    private static RunAnalysis OnPeak()
    {
        var run = SampleRun.Create();
        return run with
        {
            Manifest = run.Manifest with { Plan = run.Manifest.Plan with { Measure = run.Manifest.Plan.Measure with { Metric = VerdictMetric.Peak } } },
            Comparisons = [.. run.Comparisons.Select(comparison => comparison with { Metric = VerdictMetric.Peak, Verdict = Verdict.Loses })],
        };
    }
}
