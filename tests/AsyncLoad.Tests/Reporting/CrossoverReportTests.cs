using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Tests.Analysis.Crossovers;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class CrossoverReportTests
{
    [Theory]
    [InlineData("report.html")]
    [InlineData("report.md")]
    [InlineData("results.json")]
    public void Each_output_of_a_run_with_sweeps_is_as_approved(string file) =>
        Approval.Matches(Rendered.All(Create())[file], file.Replace(".", ".crossovers.", StringComparison.Ordinal));

    [Fact]
    public void Every_null_of_a_crossover_is_named_with_its_reason() =>
        Assert.All(JsonNode.Parse(Rendered.All(Create())["results.json"])!["crossovers"]!.AsArray(), entry => Assert.Equal(
            entry!.AsObject().Where(member => member.Value is null).Select(member => member.Key).Order(StringComparer.Ordinal),
            entry["missing"]!.AsObject().Select(member => member.Key).Order(StringComparer.Ordinal)));

    [Fact]
    public void A_sweep_whose_levels_were_not_all_measured_is_not_said_to_win_throughout()
    {
        var sweep = SweptRun.LiveSet(0, 200, 400, 600, 800);
        var measured = SweptRun.Pairs(sweep, _ => 0.45).Where(pair => pair.Comparison == sweep.Steps[0].Comparison || pair.Comparison == sweep.Steps[1].Comparison);
        var report = Rendered.All(SweptRun.Analyze(SweptRun.PlanOf(sweep), [.. measured]))["report.md"];
        Assert.Contains("some steps have fewer than 2 pairs", report, StringComparison.Ordinal);
        Assert.DoesNotContain("wins throughout", report, StringComparison.Ordinal);
    }

    // One of each outcome: a crossing, none, ups and downs, too few pairs.
    private static RunAnalysis Create()
    {
        const double Megabyte = 1 << 20;
        var heap = SweptRun.LiveSet(0, 200, 300, 400, 600, 800);
        var never = SweptRun.Probability("never", 0, 0.5, 1);
        var twice = SweptRun.Probability("twice", 0, 0.25, 0.5, 0.75, 1);
        var open = SweptRun.Probability("open", 0, 0.5, 1);
        return SweptRun.Analyze(
            SweptRun.PlanOf(heap, never, twice, open),
            [
                .. SweptRun.Pairs(heap, bytes => Math.Exp((320 - (bytes / Megabyte)) / 2_000)),
                .. SweptRun.Pairs(never, _ => 0.5),
                .. SweptRun.Pairs(twice, step => Math.Exp(Math.Cos(step * Math.Tau) / 5)),
                .. SweptRun.Pairs(open, step => 1.02 - (0.03 * step)),
            ]);
    }
}
