using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>Whether all text stands out from what is behind it, by the styles that the browser computed.</summary>
public sealed class ContrastTests(ReportBrowser browser) : IClassFixture<ReportBrowser>
{
    // WCAG 2 AA, for text of any size.
    private const double Least = 4.5;

    // For each piece of text in view: what it says, and its contrast to the shapes below the middle of its first line.
    private const string Contrasts = """
        () => {
          const rgba = color => {
            const parts = color.match(/[\d.]+/g).map(Number);
            return color === 'none' ? [0, 0, 0, 0] : parts.length > 3 ? parts : [...parts, 1];
          };
          const over = (above, below) => [0, 1, 2].map(i => above[i] * above[3] + below[i] * (1 - above[3]));
          const luminance = color => {
            const [r, g, b] = color.map(part => part / 255).map(part => part > 0.04045 ? ((part + 0.055) / 1.055) ** 2.4 : part / 12.92);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const paint = element => {
            const style = getComputedStyle(element);
            const isShape = element instanceof SVGGeometryElement;
            const color = isShape ? (style.fill === 'none' ? 'rgba(0, 0, 0, 0)' : style.fill) : element instanceof SVGElement ? 'rgba(0, 0, 0, 0)' : style.backgroundColor;
            const [r, g, b, alpha] = rgba(color);
            return [r, g, b, alpha * Number(style.opacity) * (isShape ? Number(style.fillOpacity) : 1)];
          };
          const canvas = rgba(getComputedStyle(document.body).backgroundColor);
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const found = [];
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const text = node.textContent.trim();
            const element = node.parentElement;
            if (text === '' || ['SCRIPT', 'STYLE', 'title', 'desc'].includes(element.tagName)) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const box = range.getClientRects()[0];
            if (box === undefined || box.width === 0) continue;
            const style = getComputedStyle(element);
            const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            const at = stack.findIndex(other => other === element || other.contains(element));
            if (at < 0) continue;
            const halo = style.paintOrder.startsWith('stroke') && style.stroke !== 'none';
            const behind = halo ? rgba(style.stroke) : stack.slice(at).reverse().reduce((below, other) => [...over(paint(other), below), 1], canvas);
            const ink = over(rgba(element instanceof SVGElement ? style.fill : style.color), behind);
            const [high, low] = [luminance(ink), luminance(behind.slice(0, 3))].sort((a, b) => b - a);
            found.push({ text: `${element.tagName}.${element.className.baseVal ?? element.className}: ${text.slice(0, 40)}`, contrast: (high + 0.05) / (low + 0.05) });
          }
          return found;
        }
        """;

    [Theory]
    [InlineData("matrix", ColorScheme.Light)]
    [InlineData("matrix", ColorScheme.Dark)]
    [InlineData("sample", ColorScheme.Light)]
    [InlineData("sample", ColorScheme.Dark)]
    [InlineData("trace", ColorScheme.Light)]
    [InlineData("trace", ColorScheme.Dark)]
    public async Task All_text_stands_out_from_what_is_behind_it(string name, ColorScheme theme)
    {
        await using var opened = await browser.OpenPageAsync(name, View(theme));
        await opened.OpenDetailsAsync();

        var seen = await opened.Page.EvaluateAsync<Piece[]>(Contrasts);

        Assert.True(seen.Length > 300, $"only {seen.Length} pieces of text were seen");
        Assert.Empty(seen.Where(text => text.Contrast < Least).Select(text => text.ToString()));
    }

    [Theory]
    [InlineData("color: #999; background: #fff", 2.85)]
    [InlineData("color: #000; background: #fff", 21)]
    public async Task Contrast_is_that_of_the_standard(string style, double expected)
    {
        await using var opened = await browser.OpenAsync($"<body style='{style}'><p>text</p></body>");

        Assert.Equal(expected, Assert.Single(await opened.Page.EvaluateAsync<Piece[]>(Contrasts)).Contrast, 0.01);
    }

    // As high as the page, since only what is in the window can be looked through.
    private static BrowserNewContextOptions View(ColorScheme theme) => new() { ColorScheme = theme, ViewportSize = new ViewportSize { Width = 1_280, Height = 20_000 } };

    private sealed record Piece
    {
        public string Text { get; init; } = "";

        public double Contrast { get; init; }

        public override string ToString() => FormattableString.Invariant($"{Contrast:F2} {Text}");
    }
}
