using AsyncLoad.EndToEnd.Browser;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a browser makes of the report of a real run; what reports look like in general is in <see cref="QuietPageTests"/> and its neighbours.</summary>
[Collection(typeof(CompleteRunReaders))]
public class HtmlReportTests(CompleteRun run, ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    [Fact]
    public async Task A_browser_shows_it_without_complaint_and_without_the_network()
    {
        await using var opened = await browser.OpenAsync(run.Folder.Text("report.html"));

        Assert.Empty(opened.Complaints);
        Assert.Single(opened.Requests);
        Assert.Contains("504 → 0 B/op", await opened.Page.Locator("main").InnerTextAsync(), StringComparison.Ordinal);
        Assert.Equal("all 4 shown", await opened.Page.Locator("#ratios .status").TextContentAsync());
        Assert.False(await opened.OverflowsAsync());
    }
}
