using Deque.AxeCore.Commons;
using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>What axe, a checker of accessibility, finds in a report: rules of WCAG 2 at level A and AA, and its best practices.</summary>
public sealed class AccessibilityTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    private const string Violations = """
        async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
          .flatMap(violation => violation.nodes.map(node => `${violation.id}: ${node.target.join(' ')}: ${node.html.slice(0, 120)}`))
        """;

    [Theory]
    [InlineData("matrix", ColorScheme.Light)]
    [InlineData("matrix", ColorScheme.Dark)]
    [InlineData("sample", ColorScheme.Light)]
    [InlineData("sample", ColorScheme.Dark)]
    [InlineData("figures", ColorScheme.Light)]
    [InlineData("hostile", ColorScheme.Light)]
    [InlineData("trace", ColorScheme.Light)]
    [InlineData("trace", ColorScheme.Dark)]
    public async Task Axe_finds_nothing(string name, ColorScheme theme)
    {
        await using var opened = await browser.OpenPageAsync(name, View(theme, 1_280));
        await opened.OpenDetailsAsync();

        Assert.Empty(await ViolationsAsync(opened.Page));
    }

    [Theory]
    [InlineData("matrix")]
    [InlineData("trace")]
    public async Task Nor_in_a_narrow_window(string name)
    {
        await using var opened = await browser.OpenPageAsync(name, View(ColorScheme.Light, 400));

        Assert.Empty(await ViolationsAsync(opened.Page));
    }

    [Fact]
    public async Task What_is_wrong_is_found()
    {
        await using var opened = await browser.OpenAsync("<html lang='en'><title>t</title><main><h1>t</h1><img src='data:,'><p style='color: #ccc'>pale</p></main></html>", View(ColorScheme.Light, 800));

        var found = await ViolationsAsync(opened.Page);

        Assert.Contains(found, violation => violation.StartsWith("image-alt: img", StringComparison.Ordinal));
        Assert.Contains(found, violation => violation.StartsWith("color-contrast: p", StringComparison.Ordinal));
    }

    private static async Task<string[]> ViolationsAsync(IPage page)
    {
        await page.EvaluateAsync(new BundledAxeScriptProvider().GetScript());
        return await page.EvaluateAsync<string[]>(Violations);
    }

    // The report lets no script run but its own.
    private static BrowserNewContextOptions View(ColorScheme theme, int width) => new() { BypassCSP = true, ColorScheme = theme, ViewportSize = new ViewportSize { Width = width, Height = 900 } };
}
