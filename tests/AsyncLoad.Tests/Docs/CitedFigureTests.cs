using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Figures of <c>docs/when-value-task-wins.md</c> stand in the results of its run, or on the page that a paragraph links to.</summary>
public partial class CitedFigureTests
{
    private static readonly Document Page = Documents.Of("docs/when-value-task-wins.md");

    private static readonly RunResults Results = PublishedRun.Results("value-task");

    private static IReadOnlyList<string> Rows { get; } = [.. Results.Comparisons.Select(Row)];

    [Fact]
    public void Every_comparison_of_the_run_is_a_row_of_the_page() =>
        Assert.All(Rows, row => Assert.True(Page.Text.Contains(row, StringComparison.Ordinal), $"docs/when-value-task-wins.md lacks this row, or has it with other figures:\n{row}"));

    [Fact]
    public void Every_figure_in_a_paragraph_stands_in_a_row_or_on_a_page_that_it_links_to()
    {
        var paragraphs = Page.Text.Split('\n').Where(line => line.Length > 0 && !line.StartsWith('|') && !line.StartsWith('#')).ToList();
        Assert.True(paragraphs.Count > 5);
        foreach (var paragraph in paragraphs)
        {
            var sources = Link().Matches(paragraph).Select(link => Documents.Of($"docs/{link.Groups[1].Value}").Text).Concat(Rows).Append(Results.Runtime).ToList();
            foreach (var figure in Figure().Matches(Link().Replace(paragraph, "")).Select(match => match.Value))
                Assert.True(sources.Exists(source => Figure().Matches(source).Any(match => match.Value == figure)), $"{figure} is in no source of: {paragraph}");
        }
    }

    [Fact]
    public void The_machine_of_the_run_is_named() =>
        Assert.All(new[] { Results.Machine.Processor!, Results.Runtime }, named => Assert.Contains(named, Page.Text, StringComparison.Ordinal));

    private static string Row(ComparisonResult comparison)
    {
        var (before, after) = (comparison.Metrics.Baseline!, comparison.Metrics.Candidate!);
        var parameters = string.Join(", ", comparison.Parameters.Select(parameter => $"{parameter.Key} {parameter.Value}"));
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {comparison.Experiment} | {parameters} | {comparison.Load}, {comparison.Pressure} | {Mark.Of(comparison.Verdict).Glyph} {comparison.Ratio!.Estimate:0.00} [{comparison.Ratio.Low:0.00}, {comparison.Ratio.High:0.00}] | {before.BytesPerOperation:0.#} → {after.BytesPerOperation:0.#} |");
    }

    // A number that is measured: of two digits or with a fraction. Versions, dates and small words of counting are none.
    [GeneratedRegex(@"(?<![\w./-])\d+(?:[.,]\d+)+(?![\w./-])|(?<![\w./-])\d{2,}(?![\w./-])")]
    private static partial Regex Figure();

    [GeneratedRegex(@"\]\(([a-z/-]+\.md)(?:#[a-z-]*)?\)")]
    private static partial Regex Link();
}
