using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Html;

/// <summary>
/// A report as one self-contained page: no font, no image, nothing fetched. The only script sorts tables, where there is one to sort. Readable without
/// it, offline, on paper, in light and dark, from 400 px up.
/// </summary>
public static class HtmlPage
{
    // Fewer sections need no table of contents.
    private const int WorthContents = 4;

    // What fits into a tile at full size on the narrowest page.
    private const int ShortFigure = 5;

    // More than three lines at full size.
    private const int LongHeadline = 110;

    public static void Write(ReportPage page, TextWriter writer)
    {
        writer.Write("<!DOCTYPE html>\n");
        Tag.With("html", [("lang", "en")], Head(page), Body(page)).WriteTo(writer);
        writer.Write('\n');
    }

    private static HtmlNode Head(ReportPage page) => Tag.Of(
        "head",
        Tag.With("meta", [("charset", "utf-8")]),
        Tag.With("meta", [("http-equiv", "Content-Security-Policy"), ("content", Policy(page))]),
        Tag.With("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        Tag.With("meta", [("name", "color-scheme"), ("content", "light dark")]),
        Tag.With("meta", [("name", "referrer"), ("content", "no-referrer")]),
        Tag.Of("title", $"{page.Title} · AsyncLoad"),
        new HtmlNode.Constant("style", PageCode.Style));

    // Nothing may be loaded, sent or run except the page's own style sheet and, where it is needed, its own script.
    private static string Policy(ReportPage page) =>
        $"default-src 'none'; base-uri 'none'; form-action 'none'; style-src '{PageCode.HashOf(PageCode.Style)}'" + (HasScript(page) ? $"; script-src '{PageCode.HashOf(PageCode.Script)}'" : "");

    private static bool HasScript(ReportPage page) => page.Sections.SelectMany(section => section.Blocks).Any(HtmlBlocks.IsSortable);

    private static HtmlNode Body(ReportPage page) => Tag.Of(
        "body",
        [
            Header(page),
            Tag.Of(
                "main",
                [
                    .. page.Cautions is { } cautions ? [Section(cautions)] : Array.Empty<HtmlNode>(),
                    .. page.Sections.Take(page.FirstScreen ?? 0).Select(Section),
                    .. page.Tiles is { } tiles ? [Tiles(tiles)] : Array.Empty<HtmlNode>(),
                    .. page.Sections.Count < WorthContents ? Array.Empty<HtmlNode>() : [Contents(page)],
                    .. page.Sections.Skip(page.FirstScreen ?? 0).Select(Section),
                ]),
            Tag.Of("footer", [Tag.Of("p", page.Footer)]),
            .. HasScript(page) ? [new HtmlNode.Constant("script", PageCode.Script)] : Array.Empty<HtmlNode>(),
        ]);

    private static HtmlNode Header(ReportPage page) => Tag.Of(
        "header",
        [
            Tag.Class("p", "brand", Tag.Of("strong", "AsyncLoad"), Tag.Text(" " + page.Title)),
            .. page.Subject.Count == 0 ? Array.Empty<HtmlNode>() : [Tag.Class("div", "subject", [.. page.Subject.Select(HtmlBlocks.Render)])],
            page.Headline.Length > LongHeadline ? Tag.Class("h1", "many", page.Headline) : Tag.Of("h1", page.Headline),
            .. page.Lead is { } lead ? [Tag.Class("p", "lead", lead)] : Array.Empty<HtmlNode>(),
            Tag.Class("p", "subtitle", page.Subtitle),
        ]);

    private static HtmlNode Contents(ReportPage page) => Tag.With(
        "nav",
        [("aria-label", "Sections")],
        Tag.Of("ul", [.. page.Sections.Select(section => Tag.Of("li", Tag.With("a", [("href", "#" + section.Id)], Tag.Text(section.Title))))]));

    private static HtmlNode Tiles(ReportTiles tiles) => Tag.With(
        "ul",
        [("class", "tiles"), ("aria-label", tiles.Label)],
        [.. tiles.Items.Select(tile => Tile(tile, tiles.Items.Any(one => one.Figure.Length > ShortFigure) ? "count long" : "count"))]);

    // One size for all figures of a row, so that their words stand in one line.
    private static HtmlNode Tile(ReportTile tile, string size) => Tag.Class(
        "li",
        tile.Quiet ? $"tile none {tile.Mark.CssClass}" : $"tile {tile.Mark.CssClass}",
        Tag.Class("span", size, tile.Figure),
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

/// <summary>
/// The look of a page, and the script that sorts and filters its tables: constants of the program, allowed only by their hashes. The script
/// makes its own controls, so that a page without scripts shows none, and writes text only, so that names stay names.
/// </summary>
internal static class PageCode
{
    /// <summary>The style sheet.</summary>
    public static string Style { get; } = EmbeddedText.Read(typeof(PageCode).Assembly, "report.css");

    /// <summary>The script, without characters that are markup.</summary>
    public static string Script { get; } = EmbeddedText.Read(typeof(PageCode).Assembly, "report.js");

    /// <summary>The hash of a script or a style sheet, as policies spell it: <c>sha256-…</c>.</summary>
    public static string HashOf(string text) => $"sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}";
}
