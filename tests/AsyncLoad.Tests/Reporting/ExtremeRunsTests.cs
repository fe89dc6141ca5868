using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Tests.Reporting.Charts;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>What holds for every page, shown by runs at the edges of what a page has to hold.</summary>
public sealed partial class ExtremeRunsTests
{
    public static TheoryData<string> Names => [.. SampleExtremes.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Texts_of_charts_stand_apart_and_inside(string name)
    {
        using var html = new StringWriter();
        HtmlPage.Write(ReportDocument.From(SampleExtremes.All[name]()).Page, html);
        foreach (Match found in Drawings.Matches(html.ToString()))
        {
            var drawing = XElement.Parse(found.Value);
            Drawing.AssertTextsStandApart(drawing, double.Parse(drawing.Attribute("viewBox")!.Value.Split(' ')[2], CultureInfo.InvariantCulture));
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void No_heading_has_nothing_below_it(string name) => Assert.All(ReportDocument.From(SampleExtremes.All[name]()).Page.Sections, section =>
    {
        Assert.NotEmpty(section.Blocks);
        Assert.All(section.Blocks.OfType<ReportBlock.Table>(), table => Assert.Contains(table.Groups, group => group.Rows.Count > 0));
        Assert.All(section.Blocks.OfType<ReportBlock.Forest>(), forest => Assert.Contains(forest.Data.Rows, row => row.Interval is not null));
    });

    [Fact]
    public void No_label_of_many_comparisons_is_cut()
    {
        using var html = new StringWriter();
        HtmlPage.Write(ReportDocument.From(SampleExtremes.Forty()).Page, html);
        var texts = Drawings.Matches(html.ToString()).SelectMany(found => Drawing.Texts(XElement.Parse(found.Value))).Select(text => text.Value).ToList();

        // Three drawings of two charts, and maps.
        Assert.True(texts.Count > 40 * 3 * 2);
        Assert.DoesNotContain(texts, text => text.Contains('…', StringComparison.Ordinal));
    }

    [Fact]
    public void Text_of_charts_is_never_larger_than_that_of_the_page()
    {
        const double PageText = 16;
        double Number(Regex pattern) => double.Parse(pattern.Match(PageCode.Style).Groups[1].Value, CultureInfo.InvariantCulture);
        // A drawing grows with its page up to this width.
        Assert.InRange(Number(ChartTextSize) * Number(NarrowWidth) * PageText / ChartSize.Narrow.Width, 1, PageText);
        Assert.InRange(Number(ChartTextSize) * Number(MediumWidth) * PageText / ChartSize.Medium.Width, 1, PageText);
        Assert.InRange(Number(ChartTextSize) * Number(PageWidth) * PageText / ChartSize.Wide.Width, 1, PageText);
    }

    [GeneratedRegex("<svg .*?</svg>", RegexOptions.Singleline)]
    private static partial Regex Drawings { get; }

    [GeneratedRegex(@"svg text \{[^}]*font: 400 ([\d.]+)px")]
    private static partial Regex ChartTextSize { get; }

    [GeneratedRegex(@"\.narrow \{[^}]*max-width: ([\d.]+)rem")]
    private static partial Regex NarrowWidth { get; }

    [GeneratedRegex(@"\.medium \{[^}]*max-width: ([\d.]+)rem")]
    private static partial Regex MediumWidth { get; }

    [GeneratedRegex(@"body \{[^}]*max-width: ([\d.]+)rem")]
    private static partial Regex PageWidth { get; }
}
