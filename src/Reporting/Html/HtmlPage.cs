namespace AsyncLoad.Reporting.Html;

/// <summary>
/// A report as one self-contained page: no script, no font, no image, nothing fetched. Readable offline, on paper, in light and dark, from 400 px up.
/// </summary>
internal static class HtmlPage
{
    // Nothing may be loaded or run; styles are the page's own.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    // What fits into a tile at full size on the narrowest page.
    private const int ShortFigure = 5;

    /// <summary>Writes the page.</summary>
    public static void Write(ReportPage page, TextWriter writer)
    {
        writer.Write("<!DOCTYPE html>\n");
        Tag.With("html", [("lang", "en")], Head(page), Body(page)).WriteTo(writer);
        writer.Write('\n');
    }

    private static HtmlNode Head(ReportPage page) => Tag.Of(
        "head",
        Tag.With("meta", [("charset", "utf-8")]),
        Tag.With("meta", [("http-equiv", "Content-Security-Policy"), ("content", Policy)]),
        Tag.With("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        Tag.With("meta", [("name", "color-scheme"), ("content", "light dark")]),
        Tag.With("meta", [("name", "referrer"), ("content", "no-referrer")]),
        Tag.Of("title", $"{page.Title} · AsyncLoad"),
        new HtmlNode.Style(Stylesheet.Css));

    private static HtmlNode Body(ReportPage page) => Tag.Of(
        "body",
        Tag.Of(
            "header",
            [
                Tag.Class("p", "brand", Tag.Of("strong", "AsyncLoad"), Tag.Text(" " + page.Title)),
                Tag.Of("h1", page.Headline),
                .. page.Lead is { } lead ? [Tag.Class("p", "lead", lead)] : Array.Empty<HtmlNode>(),
                Tag.Class("p", "subtitle", page.Subtitle),
            ]),
        Tag.Of("main", [.. page.Tiles is { } tiles ? [Tiles(tiles)] : Array.Empty<HtmlNode>(), .. page.Sections.Select(Section)]),
        Tag.Of("footer", Tag.Of("p", page.Footer)));

    private static HtmlNode Tiles(ReportTiles tiles) => Tag.With(
        "ul",
        [("class", "tiles"), ("aria-label", tiles.Label)],
        [.. tiles.Items.Select(Tile)]);

    private static HtmlNode Tile(ReportTile tile) => Tag.Class(
        "li",
        tile.Quiet ? $"tile none {HtmlBlocks.Tone(tile.Mark.Tone)}" : $"tile {HtmlBlocks.Tone(tile.Mark.Tone)}",
        Tag.Class("span", tile.Figure.Length > ShortFigure ? "count long" : "count", tile.Figure),
        HtmlBlocks.Mark(tile.Mark),
        Tag.Class("span", "note", tile.Note));

    private static HtmlNode Section(ReportSection section) => Tag.With(
        "section",
        [("id", section.Id), ("aria-labelledby", section.Id + "-title")],
        [
            Tag.With("h2", [("id", section.Id + "-title")], Tag.Text(section.Title)),
            .. section.Lead is { } lead ? [Tag.Class("p", "about-section", lead)] : Array.Empty<HtmlNode>(),
            .. section.Blocks.Select(HtmlBlocks.Render),
        ]);
}
