using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Reporting;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>docs/reading-a-report.md</c> says of the parts of a report.</summary>
public sealed class ReadingPageTests
{
    [Fact]
    public void The_page_explains_the_parts_of_a_report_in_their_order()
    {
        var explained = Documents.Of("docs/reading-a-report.md").Text.Split('\n').Where(line => line.StartsWith("| **", StringComparison.Ordinal)).Select(line => line.Split("**")[1]).ToList();
        foreach (var run in new[] { SampleRun.Create(), SampleMatrix.Create(), FrontierRun.Create() })
        {
            var shown = ReportDocument.From(run).Sections.Select(section => section.Title).ToList();
            Assert.Equal(explained.Where(title => shown.Contains(title)), shown);
        }
    }
}
