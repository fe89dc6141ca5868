using System.Text.RegularExpressions;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What the README and the guide show as answers are those of two runs.</summary>
public partial class FirstFiguresTests
{
    [Fact]
    public void The_table_of_the_readme_is_that_of_the_smoke_run()
    {
        var table = Documents.Of("README.md").Blocks("text").Single(block => block.Text.StartsWith("comparison ", StringComparison.Ordinal));
        var rows = table.Text.Split('\n').Skip(1).TakeWhile(line => line.Length > 0).Select(line => Gap().Replace(line.TrimEnd(), " | ")).ToList();
        Assert.Equal(PublishedRun.Results("smoke").Comparisons.Select(comparison => string.Join(" | ", Columns(comparison))), rows);
    }

    [Theory]
    [InlineData("README.md")]
    [InlineData("docs/guide.md")]
    public void The_answer_of_compare_is_that_of_its_run(string page)
    {
        var comparison = Assert.Single(PublishedRun.Results("compare").Comparisons);
        var answer = $"{comparison.Candidate} {Mark.Of(comparison.Verdict).Word}: {PublishedRun.Ratio(comparison)}, {PublishedRun.Bytes(comparison)}; report: ";
        Assert.Contains(answer, Documents.Of(page).Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_guide_explains_the_figures_that_it_shows()
    {
        var ratio = Assert.Single(PublishedRun.Results("compare").Comparisons).Ratio!;
        var (estimate, low, high) = (PublishedRun.Number(ratio.Estimate, "0.00"), PublishedRun.Number(ratio.Low, "0.00"), PublishedRun.Number(ratio.High, "0.00"));
        Assert.Contains($"takes {estimate} of the baseline's time; the true ratio lies between {low} and {high},", Documents.Of("docs/guide.md").Text, StringComparison.Ordinal);
    }

    private static string[] Columns(ComparisonResult comparison) =>
    [
        $"{comparison.Candidate} vs {comparison.Baseline}",
        $"{comparison.Load}, {comparison.Pressure}",
        $"{Mark.Of(comparison.Verdict).Glyph} {Mark.Of(comparison.Verdict).Word}",
        PublishedRun.Ratio(comparison),
        $"±{Two(comparison.HalfWidth!.Value * 100)} %",
        PublishedRun.Number(comparison.Ratio!.Pairs, "0"),
        $"{Three(comparison.Metrics.Baseline!)} → {Three(comparison.Metrics.Candidate!)} ns/op",
        PublishedRun.Bytes(comparison),
    ];

    // Two digits that count.
    private static string Two(double percent) => PublishedRun.Number(percent, percent >= 9.95 ? "0" : "0.0");

    // Three digits that count.
    private static string Three(SideResult side) => side.NsPerOperation!.Value switch
    {
        >= 99.95 and var ns => PublishedRun.Number(ns, "0"),
        >= 9.995 and var ns => PublishedRun.Number(ns, "0.0"),
        var ns => PublishedRun.Number(ns, "0.00"),
    };

    [GeneratedRegex("  +")]
    private static partial Regex Gap();
}
