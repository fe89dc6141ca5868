using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>What a browser makes of a report: no complaint, no network, and every chart in words too.</summary>
public sealed class QuietPageTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    [Theory]
    [InlineData("matrix")]
    [InlineData("sample")]
    [InlineData("figures")]
    [InlineData("hostile")]
    [InlineData("trace")]
    [InlineData("hostile trace")]
    public async Task It_is_shown_without_complaint_and_without_the_network(string name)
    {
        await using var opened = await browser.OpenPageAsync(name);
        await opened.OpenDetailsAsync();

        Assert.Empty(opened.Complaints);
        Assert.StartsWith("file:", Assert.Single(opened.Requests), StringComparison.Ordinal);
        Assert.True(await opened.Page.Locator("h1").IsVisibleAsync());
    }

    [Fact]
    public async Task The_browser_tells_what_a_report_must_not_do()
    {
        await using var opened = await browser.OpenAsync("""<html><img src="http://127.0.0.1:9/x.png"><script>console.error("told")</script></html>""");

        Assert.Contains("error: told", opened.Complaints);
        Assert.Equal(["http://127.0.0.1:9/x.png"], opened.Requests.Skip(1));
    }

    [Fact]
    public async Task A_script_that_is_not_the_reports_own_does_not_run()
    {
        var page = ReportPages.Html("sample").Replace("</body>", "<script>document.title = 'taken over'</script></body>", StringComparison.Ordinal);
        await using var opened = await browser.OpenAsync(page);

        Assert.Equal("smoke · AsyncLoad", await opened.Page.TitleAsync());
        Assert.Contains(opened.Complaints, complaint => complaint.Contains("Content Security Policy", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("matrix", 5)]
    [InlineData("trace", 1)]
    public async Task Every_chart_has_a_title_a_text_alternative_and_a_data_table(string name, int least)
    {
        await using var opened = await browser.OpenPageAsync(name);
        await opened.OpenDetailsAsync();

        var charts = await opened.Page.Locator("svg:visible").AllAsync();
        Assert.True(charts.Count >= least, $"{charts.Count} charts are visible");
        foreach (var chart in charts)
        {
            var (title, text) = (await chart.Locator("> title").TextContentAsync(), await chart.Locator("> desc").TextContentAsync());
            Assert.NotEqual("", title);
            // As the accessibility tree has it, which is what screen readers get.
            Assert.True(await opened.Page.GetByRole(AriaRole.Img, new PageGetByRoleOptions { Name = title }).CountAsync() > 0, title);
            Assert.True(text!.Length > 30, text);
            Assert.True(await chart.Locator("xpath=..").Locator("tbody tr").CountAsync() > 0, title);
        }
    }
}
