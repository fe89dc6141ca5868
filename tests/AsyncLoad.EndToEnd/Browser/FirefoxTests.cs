using System.Text.Json.Nodes;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>Reports in Firefox, from disk.</summary>
public sealed class FirefoxTests
{
    private const string Seen = """
        JSON.stringify({
          heading: document.querySelector('h1').getBoundingClientRect().height > 0,
          sortable: document.querySelectorAll('table.sortable').length,
          buttons: document.querySelectorAll('th button').length,
          charts: Array.from(document.querySelectorAll('svg')).filter(chart => chart.getBoundingClientRect().width > 100).length,
          overflows: document.documentElement.scrollWidth > document.documentElement.clientWidth,
          background: getComputedStyle(document.body).backgroundColor,
          requests: performance.getEntriesByType('resource').length
        })
        """;

    [Theory]
    [InlineData(false, "rgb(253, 253, 252)")]
    [InlineData(true, "rgb(20, 23, 27)")]
    public async Task Reports_open_from_disk_at_every_width(bool isDark, string background)
    {
        await using var firefox = await FirefoxWindow.OpenAsync(isDark);
        foreach (var name in new[] { "matrix", "sample", "trace" })
        {
            await firefox.GoToAsync(ReportPages.Html(name));
            foreach (var width in new[] { 400, 900, 1_600 })
            {
                await firefox.ResizeAsync(width);
                var seen = JsonNode.Parse(await firefox.EvaluateAsync(Seen))!;

                Assert.True(seen["heading"]!.GetValue<bool>());
                // The script ran, so the page's policy lets it.
                Assert.Equal(seen["sortable"]!.GetValue<int>() > 0, seen["buttons"]!.GetValue<int>() > 0);
                Assert.True(name != "matrix" || seen["sortable"]!.GetValue<int>() > 0, "nothing can be sorted");
                Assert.True(seen["charts"]!.GetValue<int>() > 0, $"{name} has no chart at {width}");
                Assert.False(seen["overflows"]!.GetValue<bool>(), $"{name} is wider than {width}");
                Assert.Equal(background, seen["background"]!.GetValue<string>());
                Assert.Equal(0, seen["requests"]!.GetValue<int>());
            }
        }
    }
}
