using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>Everything that can be done with a mouse can be reached by Tab, shows where it is, and has a name.</summary>
public sealed class KeyboardTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    // Marks what can be used, and says how many that is.
    private const string Mark = """
        () => {
          const usable = Array.from(document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')).filter(element => element.checkVisibility());
          usable.forEach((element, index) => element.dataset.stop = index);
          return usable.length;
        }
        """;

    // What has the focus; nothing once it has left the page.
    private const string Focused = """
        () => {
          const element = document.activeElement;
          if (element === null || element === document.body || element === document.documentElement) return null;
          const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
          return { stop: Number(element.dataset.stop ?? -1), isOutlined: getComputedStyle(element).outlineStyle !== 'none', name: (name ?? '').trim() };
        }
        """;

    [Theory]
    [InlineData("matrix")]
    [InlineData("sample")]
    [InlineData("trace")]
    public async Task Tab_reaches_everything_in_the_order_of_reading(string name)
    {
        await using var opened = await browser.OpenPageAsync(name);
        var usable = await opened.Page.EvaluateAsync<int>(Mark);

        var stops = await StopsAsync(opened.Page, usable);

        Assert.True(usable > 5, $"only {usable} elements can be used");
        Assert.Equal(Enumerable.Range(0, usable), stops.Select(stop => stop.Stop));
        Assert.Empty(stops.Where(stop => !stop.IsOutlined).Select(stop => stop.Name));
        Assert.DoesNotContain(stops, stop => stop.Name.Length == 0);
    }

    [Fact]
    public async Task What_cannot_be_reached_is_noticed()
    {
        await using var opened = await browser.OpenAsync("<body><button>one</button><button tabindex='-1'>two</button></body>");
        var usable = await opened.Page.EvaluateAsync<int>(Mark);

        Assert.Equal(2, usable);
        Assert.Equal([0], (await StopsAsync(opened.Page, usable)).Select(stop => stop.Stop));
    }

    private static async Task<IReadOnlyList<TabStop>> StopsAsync(IPage page, int usable)
    {
        var stops = new List<TabStop>();
        // One more than there are: a focus that goes round would be seen.
        for (var pressed = 0; pressed <= usable; pressed++)
        {
            await page.Keyboard.PressAsync("Tab");
            if (await page.EvaluateAsync<TabStop?>(Focused) is not { } stop || stops.Contains(stop)) break;
            stops.Add(stop);
        }

        return stops;
    }

    private sealed record TabStop
    {
        public int Stop { get; init; }

        public bool IsOutlined { get; init; }

        public string Name { get; init; } = "";
    }
}
