using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>Narrow windows, paper, and names that try to break the layout.</summary>
public sealed class LayoutTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    // A4 with the margins of the style sheet, in CSS pixels: (210 − 2 × 14) mm.
    private const int PaperWidth = 688;

    // What sticks out of the page, apart from what scrolls in a box of its own.
    private const string StickingOut = """
        () => {
          const width = document.documentElement.clientWidth;
          const scrolls = element => element.closest('.scroll') !== null && getComputedStyle(element.closest('.scroll')).overflowX === 'auto';
          return Array.from(document.body.querySelectorAll('*'))
            .filter(element => element.getClientRects().length > 0 && !scrolls(element) && element.getBoundingClientRect().right > width + 1)
            .map(element => `${element.tagName}.${element.className.baseVal ?? element.className}: ${element.textContent.trim().slice(0, 60)}`);
        }
        """;

    // Texts of charts that cross each other by more than the air that fonts have, or leave their drawing.
    private const string Colliding = """
        () => Array.from(document.querySelectorAll('svg')).filter(chart => chart.getClientRects().length > 0).flatMap(chart => {
          const frame = chart.getBoundingClientRect();
          const texts = Array.from(chart.querySelectorAll('text')).map(text => ({ said: text.textContent, box: text.getBoundingClientRect() }));
          const crosses = (one, other) => one.left < other.right && other.left < one.right && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > one.height / 3;
          return [
            ...texts.filter(text => text.box.left < frame.left - 1 || text.box.right > frame.right + 1).map(text => `${text.said} sticks out`),
            ...texts.flatMap((text, index) => texts.slice(index + 1).filter(other => crosses(text.box, other.box)).map(other => `${text.said} on ${other.said}`)),
          ];
        })
        """;

    [Fact]
    public async Task Odd_runs_fit_into_every_window()
    {
        await using var opened = await browser.OpenPageAsync("extremes");
        await opened.OpenDetailsAsync();
        foreach (var width in new[] { 400, 601, 700, 881, 1_600 })
        {
            await opened.Page.SetViewportSizeAsync(width, 900);

            Assert.True(await opened.Page.Locator("svg:visible").CountAsync() > 20);
            Assert.False(await opened.OverflowsAsync());
            Assert.Empty(await opened.Page.EvaluateAsync<string[]>(StickingOut));
            Assert.Empty(await opened.Page.EvaluateAsync<string[]>(Colliding));
        }

        Assert.Empty(opened.Complaints);
    }

    [Fact]
    public async Task Texts_on_each_other_are_seen()
    {
        await using var opened = await browser.OpenAsync("<body><svg width='200' height='50'><text x='0' y='20'>one</text><text x='5' y='22'>two</text><text x='190' y='20'>outside</text></svg></body>");

        Assert.Equal(["outside sticks out", "one on two"], await opened.Page.EvaluateAsync<string[]>(Colliding));
    }

    [Theory]
    [InlineData("matrix", 400)]
    [InlineData("matrix", 600)]
    [InlineData("matrix", 900)]
    [InlineData("matrix", 1_200)]
    [InlineData("matrix", 1_600)]
    [InlineData("sample", 400)]
    [InlineData("sample", 800)]
    [InlineData("sample", 1_600)]
    [InlineData("figures", 400)]
    [InlineData("frontier", 400)]
    [InlineData("frontier", 900)]
    [InlineData("frontier", 1_600)]
    [InlineData("hostile", 400)]
    [InlineData("wide", 400)]
    [InlineData("wide", 1_000)]
    [InlineData("trace", 400)]
    [InlineData("trace", 800)]
    [InlineData("trace", 1_600)]
    [InlineData("hostile trace", 400)]
    public async Task No_window_has_to_be_scrolled_sideways(string name, int width)
    {
        await using var opened = await browser.OpenPageAsync(name, new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = width, Height = 900 } });
        await opened.OpenDetailsAsync();

        Assert.False(await opened.OverflowsAsync());
        Assert.Empty(await opened.Page.EvaluateAsync<string[]>(StickingOut));
    }

    // What scrolls in a box of its own is cut off there for readers who do not see that it does.
    [Theory]
    [InlineData("trace", 420)]
    [InlineData("trace", 360)]
    [InlineData("hostile trace", 420)]
    public async Task No_table_on_a_trace_is_cut_off_in_a_narrow_window(string name, int width)
    {
        await using var opened = await browser.OpenPageAsync(name, new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = width, Height = 900 } });

        Assert.False(await opened.OverflowsAsync());
        Assert.Equal(2, await opened.Page.Locator("#advice > .scroll").CountAsync());
        var tables = opened.Page.Locator("section > .scroll");
        Assert.Empty(await tables.EvaluateAllAsync<string[]>("boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).map(box => box.getAttribute('aria-label'))"));
        // Each figure says what it is, and the headings are there for readers who hear the page.
        Assert.Equal("block Allocated", await opened.Page.Locator("#advice td").Nth(2).EvaluateAsync<string>("cell => `${getComputedStyle(cell).display} ${cell.dataset.label}`"));
        Assert.Equal(2, await opened.Page.Locator("#advice thead").CountAsync());
    }

    [Theory]
    [InlineData("matrix", 880)]
    [InlineData("matrix", 700)]
    [InlineData("matrix", 360)]
    public async Task The_table_of_ratios_is_not_cut_off_in_a_narrow_window(string name, int width)
    {
        await using var opened = await browser.OpenPageAsync(name, new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = width, Height = 900 } });

        var table = opened.Page.Locator(".scroll:has(> table.sortable)").First;
        Assert.False(await table.EvaluateAsync<bool>("box => box.scrollWidth > box.clientWidth"));
        Assert.Equal("Verdict", await table.Locator("td").First.EvaluateAsync<string>("cell => cell.dataset.label"));
    }

    [Theory]
    [InlineData("matrix")]
    [InlineData("figures")]
    [InlineData("frontier")]
    [InlineData("wide")]
    [InlineData("trace")]
    public async Task Paper_holds_all_of_it(string name)
    {
        await using var opened = await browser.OpenPageAsync(name, new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = PaperWidth, Height = 1_000 } });
        await opened.Page.EmulateMediaAsync(new PageEmulateMediaOptions { Media = Media.Print });

        Assert.Empty(await opened.Page.EvaluateAsync<string[]>(StickingOut));
        // Nothing is behind a summary, and nothing to click is left.
        Assert.Equal(0, await opened.Page.Locator("details > :not(summary):not(:visible)").CountAsync());
        Assert.Equal(0, await opened.Page.Locator("input:visible, select:visible, nav:visible").CountAsync());
    }

    [Fact]
    public async Task What_sticks_out_is_seen()
    {
        await using var opened = await browser.OpenAsync("<body><p style='width: 2000px' class='broad'>too wide</p></body>");

        Assert.True(await opened.OverflowsAsync());
        Assert.Equal(["P.broad: too wide"], await opened.Page.EvaluateAsync<string[]>(StickingOut));
    }

    [Fact]
    public async Task Hostile_names_are_read_as_text()
    {
        await using var opened = await browser.OpenPageAsync("hostile");

        Assert.Equal(0, await opened.Page.Locator("img, body script ~ script, main script").CountAsync());
        Assert.Contains("<script>alert(1)</script>", await opened.Page.Locator("header").InnerTextAsync(), StringComparison.Ordinal);
        Assert.Equal("ltr", await opened.Page.EvaluateAsync<string>("getComputedStyle(document.querySelector('h1')).direction"));
        await opened.Page.GetByRole(AriaRole.Searchbox).FillAsync("<script>");
        Assert.Equal("all 4 shown", await opened.Page.Locator("#ratios .status").TextContentAsync());
    }
}
