using System.Text.RegularExpressions;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What the README and the guide show as answers are those of three runs.</summary>
public partial class FirstFiguresTests
{
    [Fact]
    public void The_table_of_the_readme_is_that_of_the_smoke_run()
    {
        var table = Documents.Of("README.md").Blocks("text").Single(block => block.Text.StartsWith("comparison ", StringComparison.Ordinal));
        string[] lines = [.. table.Text.Split('\n').Skip(1).TakeWhile(line => line.Length > 0)];
        var results = PublishedRun.Results("smoke");
        Assert.Equal(results.Comparisons.Select(comparison => string.Join(" | ", Columns(comparison, results))), lines.SkipLast(1).Select(line => Gap().Replace(line.TrimEnd(), " | ")));
        // With several workers a time is elapsed time divided by all operations: a single one takes longer.
        Assert.StartsWith($"time: {ConditionWords.SharedTime} ", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public void The_answer_of_compare_is_that_of_its_run() =>
        Assert.Contains($"{Answer("compare")}; report: ", Documents.Of("docs/guide.md").Text, StringComparison.Ordinal);

    [Fact]
    public void The_recording_ends_with_the_answer_of_its_run()
    {
        var picture = XDocument.Load(Path.Combine(Repository.Root, "docs/session.svg"));
        var lines = picture.Descendants(picture.Root!.Name.Namespace + "text").Select(text => text.Value).ToList();
        Assert.Equal("$ asyncload compare bench.cs OldWay NewWay", lines.First(line => line.Contains("compare", StringComparison.Ordinal)));
        Assert.Contains(lines, line => line.StartsWith(Answer("session"), StringComparison.Ordinal));
    }

    [Fact]
    public void The_guide_explains_the_figures_that_it_shows()
    {
        var shown = Number().Matches(Figures.Ratio(Assert.Single(PublishedRun.Results("compare").Comparisons).Ratio!)).Select(match => match.Value).ToList();
        Assert.Contains($"takes {shown[0]} of the baseline's time; the true ratio lies between {shown[1]} and {shown[2]},", Documents.Of("docs/guide.md").Text, StringComparison.Ordinal);
    }

    private static string Answer(string run)
    {
        var comparison = Assert.Single(PublishedRun.Results(run).Comparisons);
        return $"{comparison.Candidate} {Mark.Of(comparison.Verdict).Word}: {Figures.Ratio(comparison.Ratio!)}, {PublishedRun.Bytes(comparison)}";
    }

    private static string[] Columns(ComparisonResult comparison, RunResults run) =>
    [
        $"{comparison.Candidate} vs {comparison.Baseline}",
        $"{comparison.Workload}, {comparison.Load}, {comparison.Pressure}{Letters(comparison, run)}",
        $"{Mark.Of(comparison.Verdict).Glyph} {Mark.Of(comparison.Verdict).Word}",
        Figures.Ratio(comparison.Ratio!),
        $"±{Two(comparison.HalfWidth!.Value * 100)} %",
        PublishedRun.Number(comparison.Ratio!.Pairs, "0"),
        Figures.TimeChange(comparison.Metrics.Baseline!.NsPerOperation, comparison.Metrics.Candidate!.NsPerOperation),
        PublishedRun.Bytes(comparison),
    ];

    private static string Letters(ComparisonResult comparison, RunResults run)
    {
        var kinds = run.Warnings!.Where(warning => warning.Id is not null).Select(warning => warning.Id!).Distinct(StringComparer.Ordinal).ToList();
        return comparison.Warnings.Count == 0 ? "" : $" [{string.Concat(comparison.Warnings.Select(id => (char)('a' + kinds.IndexOf(id))))}]";
    }

    // Two digits that count.
    private static string Two(double percent) => PublishedRun.Number(percent, percent >= 9.95 ? "0" : "0.0");

    [GeneratedRegex(@"\d+\.\d+")]
    private static partial Regex Number();

    [GeneratedRegex("  +")]
    private static partial Regex Gap();
}
