using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class HtmlReportTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void The_page_fetches_nothing_and_runs_nothing_but_its_own_script()
    {
        var page = Parse(Rendered.All(SampleRun.Create())["report.html"]);
        Assert.DoesNotContain(page.Descendants(), element => element.Name.LocalName is "link" or "iframe" or "object" or "img" or "base" or "form");
        Assert.DoesNotContain(page.Descendants().Attributes(), attribute => attribute.Name.LocalName is "src" or "style" || attribute.Name.LocalName.StartsWith("on", StringComparison.Ordinal));
        Assert.All(page.Descendants().Attributes("href"), link => Assert.True(link.Value.StartsWith("traces/", StringComparison.Ordinal) || link.Value.StartsWith('#'), link.Value));
        var style = page.Descendants("style").Single().Value;
        Assert.DoesNotContain("url(", style, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("@import", style, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(
            ["default-src 'none'", "base-uri 'none'", "form-action 'none'", $"style-src '{HashOf(style)}'", $"script-src '{HashOf(PageCode.Script)}'"],
            Policy(page));
        Assert.Equal(PageCode.Script, Assert.Single(page.Descendants("script")).Value);
    }

    [Fact]
    public void A_page_without_a_table_to_sort_has_no_script_and_allows_none()
    {
        var run = SampleRun.Create();
        Assert.All([SampleFigures.Create(), run with { Comparisons = [run.Comparisons[0]] }], some =>
        {
            var page = Parse(Rendered.All(some)["report.html"]);
            Assert.Empty(page.Descendants("script"));
            Assert.DoesNotContain(Policy(page), directive => directive.StartsWith("script-src", StringComparison.Ordinal));
        });
    }

    [Fact]
    public void Figures_to_sort_by_are_exact_and_what_is_missing_has_none()
    {
        var run = SampleRun.Create();
        var unmeasured = run.Comparisons[3].With(VerdictMetric.Wall, null) with { Verdict = null, HalfWidth = null, BytesDifference = null };
        var table = Parse(Rendered.All(run with { Comparisons = [run.Comparisons[2], unmeasured] })["report.html"]).Descendants("table").First(table => table.Attribute("class")?.Value == "sortable stacked");
        var rows = table.Elements("tbody").Elements("tr").Select(row => row.Elements().Skip(1).Select(cell => cell.Attribute("data-sort")?.Value).ToList()).ToList();
        Assert.Equal("0.2718", rows[0][1]);
        Assert.Equal("-504", rows[0][6]);
        Assert.Equal(["4", "", "", "", "6"], rows[1].Take(5));
    }

    [Fact]
    public void Every_chart_has_a_title_a_description_and_a_data_table()
    {
        var page = Parse(Rendered.All(SampleRun.Create())["report.html"]);
        var charts = page.Descendants(Svg + "svg").ToList();
        Assert.All(charts, chart =>
        {
            Assert.Equal("img", chart.Attribute("role")?.Value);
            string[] labels = [chart.Element(Svg + "title")!.Attribute("id")!.Value, chart.Element(Svg + "desc")!.Attribute("id")!.Value];
            Assert.Equal(string.Join(' ', labels), chart.Attribute("aria-labelledby")?.Value);
            Assert.NotEmpty(chart.Parent!.Descendants("tbody").Elements("tr"));
        });
        var forest = charts.Where(chart => chart.Element(Svg + "title")!.Value.StartsWith("Time of the candidate", StringComparison.Ordinal)).ToList();
        Assert.Equal(ChartSize.All.Count, forest.Count);
        Assert.All(forest, chart =>
        {
            Assert.Contains("0.27 [0.25, 0.30]", chart.Element(Svg + "desc")!.Value, StringComparison.Ordinal);
            Assert.Equal(4, chart.Parent!.Descendants("tbody").Elements("tr").Count());
        });
    }

    [Fact]
    public void Tables_have_captions_scopes_and_as_many_cells_as_columns()
    {
        var tables = new[] { SampleRun.Create(), SampleFigures.Create() }.SelectMany(run => Parse(Rendered.All(run)["report.html"]).Descendants("table")).ToList();
        Assert.All(tables, table =>
        {
            Assert.NotNull(table.Element("caption"));
            Assert.All(table.Descendants("th"), heading => Assert.NotNull(heading.Attribute("scope")));
            var columns = table.Element("thead")!.Descendants("th").Count();
            Assert.All(
                table.Elements("tbody").Elements("tr").Where(row => row.Attribute("class") is null),
                row => Assert.Equal(columns, row.Elements().Count()));
        });
    }

    [Fact]
    public void Ids_are_unique()
    {
        var ids = Parse(Rendered.All(SampleRun.Create())["report.html"]).Descendants().Attributes("id").Select(id => id.Value).ToList();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Theory]
    [InlineData(0.98, 1.02)]
    [InlineData(0.17, 1.04)]
    [InlineData(0.001, 3000)]
    [InlineData(1e-12, 1e12)]
    public void Labels_of_an_axis_never_overlap_and_always_include_one(double low, double high)
    {
        foreach (var size in ChartSize.All)
        {
            var axis = LogAxis.Around([low, high], size.PlotLeft, size.PlotRight);
            var ticks = axis.Ticks();
            Assert.Contains(1.0, ticks);
            Assert.All(ticks.Zip(ticks.Skip(1)), pair => Assert.True(
                axis.Position(pair.Second) - axis.Position(pair.First) > 8 + (Width(pair.First) + Width(pair.Second)) / 2));
        }

        static double Width(double tick) => ChartText.Width(Figures.Tick(tick), 12);
    }

    [Theory]
    [InlineData("traces/c001-a.nettrace", "traces/c001-a.nettrace")]
    [InlineData("traces/a b#?.nettrace", "traces/a%20b%23%3F.nettrace")]
    [InlineData("javascript:alert(1)", "javascript%3Aalert%281%29")]
    [InlineData("../outside", null)]
    [InlineData("/etc/passwd", null)]
    [InlineData("//host/share", null)]
    [InlineData("traces\\a", null)]
    public void A_link_stays_inside_the_run_folder(string path, string? link) => Assert.Equal(link, HtmlText.LinkTo(path));

    /// <summary>The directives of a page's policy.</summary>
    internal static IReadOnlyList<string> Policy(XElement page) =>
        page.Descendants("meta").Single(meta => meta.Attribute("http-equiv")?.Value == "Content-Security-Policy").Attribute("content")!.Value.Split("; ");

    private static string HashOf(string text) => $"sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}";

    internal static XElement Parse(string html)
    {
        using var reader = XmlReader.Create(new StringReader(html), new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        return XDocument.Load(reader).Root!;
    }
}
