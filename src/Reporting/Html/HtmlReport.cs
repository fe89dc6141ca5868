namespace AsyncLoad.Reporting.Html;

/// <summary>
/// The report as one self-contained page: no script, no font, no image, nothing fetched. Readable offline, on paper, in light and dark, from 400 px up.
/// </summary>
public static class HtmlReport
{
    // Nothing may be loaded or run; styles are the page's own.
    private const string Policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

    /// <summary>Writes the document.</summary>
    public static void Write(ReportDocument document, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(writer);
        writer.Write("<!DOCTYPE html>\n");
        Tag.With("html", [("lang", "en")], Head(document), Body(document)).WriteTo(writer);
        writer.Write('\n');
    }

    private static HtmlNode Head(ReportDocument document) => Tag.Of(
        "head",
        Tag.With("meta", [("charset", "utf-8")]),
        Tag.With("meta", [("http-equiv", "Content-Security-Policy"), ("content", Policy)]),
        Tag.With("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")]),
        Tag.With("meta", [("name", "color-scheme"), ("content", "light dark")]),
        Tag.With("meta", [("name", "referrer"), ("content", "no-referrer")]),
        Tag.Of("title", $"{document.Title} · AsyncLoad"),
        new HtmlNode.Style(Stylesheet.Css));

    private static HtmlNode Body(ReportDocument document) => Tag.Of(
        "body",
        Tag.Of(
            "header",
            [
                Tag.Class("p", "brand", Tag.Of("strong", "AsyncLoad"), Tag.Text(" " + document.Title)),
                Tag.Of("h1", document.Headline),
                .. document.Allocation is { } allocation ? [Tag.Class("p", "lead", allocation)] : Array.Empty<HtmlNode>(),
                Tag.Class("p", "subtitle", document.Subtitle),
            ]),
        Tag.Of("main", [.. document.IsJudged ? [Tiles(document.Counts)] : Array.Empty<HtmlNode>(), .. document.Sections.Select(Section)]),
        Tag.Of("footer", Tag.Of("p", (document.IsJudged ? "Ratio = candidate ÷ baseline; below 1 the candidate is faster. " : "") + "Figures without rounding are in results.json.")));

    private static HtmlNode Tiles(IReadOnlyList<VerdictCount> counts) => Tag.With(
        "ul",
        [("class", "tiles"), ("aria-label", "Verdicts")],
        [.. counts.Select(Tile)]);

    private static HtmlNode Tile(VerdictCount count) => Tag.Class(
        "li",
        count.Count == 0 ? $"tile none {HtmlBlocks.Tone(count.Mark.Tone)}" : $"tile {HtmlBlocks.Tone(count.Mark.Tone)}",
        Tag.Class("span", "count", Figures.Count(count.Count)),
        HtmlBlocks.Mark(count.Mark),
        Tag.Class("span", "note", count.Meaning));

    private static HtmlNode Section(ReportSection section) => Tag.With(
        "section",
        [("id", section.Id), ("aria-labelledby", section.Id + "-title")],
        [
            Tag.With("h2", [("id", section.Id + "-title")], Tag.Text(section.Title)),
            .. section.Lead is { } lead ? [Tag.Class("p", "about-section", lead)] : Array.Empty<HtmlNode>(),
            .. section.Blocks.Select(HtmlBlocks.Render),
        ]);
}
