using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>The table of comparisons, by mouse and by keyboard.</summary>
public sealed class SortingTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    private const string Ratio = "#ratios th:nth-child(3)";

    [Fact]
    public async Task A_click_sorts_a_second_one_turns_and_a_third_one_restores()
    {
        await using var opened = await browser.OpenPageAsync("matrix");
        var planned = await RatiosAsync(opened.Page);
        Assert.NotEqual(planned.Order(), planned);

        await opened.Page.Locator($"{Ratio} button").ClickAsync();
        Assert.Equal(planned.Order(), await RatiosAsync(opened.Page));
        Assert.Equal("ascending", await SortAsync(opened.Page));

        await opened.Page.Locator($"{Ratio} button").ClickAsync();
        Assert.Equal(planned.OrderDescending(), await RatiosAsync(opened.Page));
        Assert.Equal("descending", await SortAsync(opened.Page));

        await opened.Page.Locator($"{Ratio} button").ClickAsync();
        Assert.Equal(planned, await RatiosAsync(opened.Page));
        Assert.Equal("none", await SortAsync(opened.Page));
    }

    [Fact]
    public async Task The_keyboard_does_all_of_it()
    {
        await using var opened = await browser.OpenPageAsync("matrix");
        var keyboard = opened.Page.Keyboard;
        var planned = await RatiosAsync(opened.Page);

        // From the search field on: the verdict, the table that scrolls, its headings one by one.
        await Find(opened.Page).FocusAsync();
        await keyboard.TypeAsync("parallelfor");
        Assert.Equal("8 of 38 shown", await StatusAsync(opened.Page));
        await keyboard.PressAsync("Tab");
        await keyboard.TypeAsync("wins");
        Assert.Equal("wins", await Verdict(opened.Page).InputValueAsync());
        for (var stop = 0; stop < 4; stop++) await keyboard.PressAsync("Tab");
        Assert.Equal("Ratio [interval]", await opened.Page.EvaluateAsync<string>("document.activeElement.textContent"));

        await keyboard.PressAsync("Enter");
        Assert.Equal(planned.Order(), await RatiosAsync(opened.Page));
        await keyboard.PressAsync("Space");
        Assert.Equal(planned.OrderDescending(), await RatiosAsync(opened.Page));
    }

    [Fact]
    public async Task Words_and_verdicts_filter_together_and_the_count_is_announced()
    {
        await using var opened = await browser.OpenPageAsync("matrix");
        Assert.Equal("all 38 shown", await StatusAsync(opened.Page));

        await Find(opened.Page).FillAsync("openLoop churn");
        Assert.Equal("2 of 38 shown", await StatusAsync(opened.Page));
        Assert.All(await VisibleAsync(opened.Page), row => Assert.Contains("churn", row, StringComparison.Ordinal));

        await Find(opened.Page).FillAsync("");
        await Verdict(opened.Page).SelectOptionAsync("loses");
        var losing = await VisibleAsync(opened.Page);
        Assert.NotEmpty(losing);
        Assert.All(losing, row => Assert.Contains("loses", row, StringComparison.Ordinal));

        await Find(opened.Page).FillAsync("nothing is called this");
        Assert.Equal("0 of 38 shown", await StatusAsync(opened.Page));
        Assert.Equal("status", await opened.Page.Locator("#ratios .status").GetAttributeAsync("role"));
    }

    [Fact]
    public async Task What_is_missing_comes_last_in_either_direction()
    {
        await using var opened = await browser.OpenPageAsync("unmeasured");
        await opened.Page.Locator($"{Ratio} button").ClickAsync();
        Assert.Contains("n/a", (await RowsAsync(opened.Page))[^1], StringComparison.Ordinal);
        await opened.Page.Locator($"{Ratio} button").ClickAsync();
        Assert.Contains("n/a", (await RowsAsync(opened.Page))[^1], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("matrix")]
    [InlineData("trace")]
    public async Task Without_scripts_all_of_it_is_there_and_no_control_that_does_nothing(string name)
    {
        await using var opened = await browser.OpenPageAsync(name, new BrowserNewContextOptions { JavaScriptEnabled = false });

        Assert.Empty(opened.Complaints);
        Assert.Equal(0, await opened.Page.Locator("button, input, select").CountAsync());
        Assert.All(await opened.Page.Locator("h2").AllAsync(), heading => Assert.True(heading.IsVisibleAsync().GetAwaiter().GetResult()));
        // Tables that are folded are looked at below.
        var rows = opened.Page.Locator("table:not(details table)").First.Locator("tbody tr");
        Assert.Equal(await rows.CountAsync(), await rows.Locator("visible=true").CountAsync());
        var summaries = await opened.Page.Locator("summary").AllAsync();
        foreach (var summary in summaries) await summary.ClickAsync();
        Assert.Equal(summaries.Count, await opened.Page.Locator("details[open]").CountAsync());
    }

    // By what a screen reader calls them.
    private static ILocator Find(IPage page) => page.GetByRole(AriaRole.Searchbox, new PageGetByRoleOptions { Name = "Find" });

    private static ILocator Verdict(IPage page) => page.GetByRole(AriaRole.Combobox, new PageGetByRoleOptions { Name = "Verdict" });

    private static async Task<IReadOnlyList<double>> RatiosAsync(IPage page) =>
        await page.Locator("#ratios tbody tr td:nth-child(3)").EvaluateAllAsync<double[]>("cells => cells.map(cell => Number(cell.dataset.sort))");

    private static async Task<IReadOnlyList<string>> RowsAsync(IPage page) => await page.Locator("#ratios tbody tr").AllTextContentsAsync();

    private static async Task<IReadOnlyList<string>> VisibleAsync(IPage page) => await page.Locator("#ratios tbody tr:visible").AllTextContentsAsync();

    private static async Task<string?> SortAsync(IPage page) => await page.Locator(Ratio).GetAttributeAsync("aria-sort");

    private static async Task<string?> StatusAsync(IPage page) => await page.Locator("#ratios .status").TextContentAsync();
}
