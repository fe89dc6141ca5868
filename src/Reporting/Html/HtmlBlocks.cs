using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Html;

/// <summary>Renders the blocks of a section.</summary>
internal static class HtmlBlocks
{
    private const int FewLines = 6;

    public static HtmlNode Render(ReportBlock block) => block switch
    {
        ReportBlock.Forest forest => Chart(Caption(forest.Data), size => ForestPlot.Draw(forest.Data, size), Table(forest.Values)),
        ReportBlock.Costs costs => Chart(Caption(costs.Data.Title, Joined(costs.Data.Subject, costs.Data.Shared)), size => CostBars.Draw(costs.Data, size), Table(costs.Values)),
        ReportBlock.Heat heat => Chart(Caption(heat.Data.Title), size => HeatMap.Draw(heat.Data, size), Behind(heat.Values)),
        ReportBlock.Crossover crossover => Chart(Caption(crossover.Data.Title, crossover.Data.Description), size => CrossoverPlot.Draw(crossover.Data, size), Table(crossover.Values)),
        ReportBlock.Trend trend => Chart(Caption(trend.Data.Title, trend.Data.Description), size => TrendPlot.Draw(trend.Data, size), Behind(trend.Values)),
        ReportBlock.Frontier frontier => Chart(Caption(frontier.Data.Title), size => FrontierPlot.Draw(frontier.Data, size), Table(frontier.Values)),
        ReportBlock.Percentiles percentiles =>
            Chart(Caption(percentiles.Data.Title, percentiles.Data.Description), size => PercentilePlot.Draw(percentiles.Data, size), Behind(percentiles.Values)),
        ReportBlock.Timeline timeline => Chart(Caption(timeline.Data.Title, timeline.Data.Description), size => GcTimeline.Draw(timeline.Data, size), Table(timeline.Values)),
        ReportBlock.Stacks stacks => HtmlStacks.Render(stacks),
        ReportBlock.Details details => Tag.Of("details", [Tag.Of("summary", details.Summary), .. details.Blocks.Select(Render)]),
        ReportBlock.Table table => Table(table),
        ReportBlock.Notices notices => Tag.Class("div", "notices", [.. notices.Items.Select(Notice)]),
        ReportBlock.Facts facts => Facts(facts.Items),
        ReportBlock.Guide guide => Tag.Class("div", "guide", Tag.Of("h3", guide.Title), Facts(guide.Steps)),
        _ => throw new ArgumentException("unknown block", nameof(block)),
    };

    /// <summary>Whether it holds a table that readers may sort.</summary>
    public static bool IsSortable(ReportBlock block) => block is ReportBlock.Table { IsSortable: true } or ReportBlock.Forest { Values.IsSortable: true };

    /// <summary>A sign and a word in the tone's colour; the sign is for the eye only, the word says the same.</summary>
    public static HtmlNode Mark(Mark mark) => Tag.Class(
        "span",
        $"mark {mark.CssClass}",
        Tag.With("span", [("class", "glyph"), ("aria-hidden", "true")], Tag.Text(mark.Glyph)),
        Tag.Text(" " + mark.Word));

    // Drawn for wide, medium and narrow pages; the style sheet shows one of them, and only that one is read aloud.
    private static HtmlNode Chart(IReadOnlyList<HtmlNode> caption, Func<ChartSize, HtmlNode> draw, HtmlNode values) =>
        Tag.Class("figure", "chart", [.. caption, .. ChartSize.All.Select(draw), values]);

    private static IReadOnlyList<HtmlNode> Caption(string title, string? text = null) =>
        [Tag.Of("figcaption", [Tag.Of("strong", title), .. text is null ? Array.Empty<HtmlNode>() : [Tag.Text(" " + text)]])];

    private static string? Joined(params string?[] parts) => parts.OfType<string>().ToList() is { Count: > 0 } told ? string.Join(", ", told) : null;

    // What all rows share is said once.
    private static IReadOnlyList<HtmlNode> Caption(ForestData data) => (data.Subject, data.Shared) switch
    {
        ({ } subject, var shared) => Caption(subject, shared),
        (null, { } shared) => [Tag.Of("figcaption", shared)],
        _ => [],
    };

    // For charts that print their figures themselves.
    private static HtmlNode Behind(ReportBlock.Table values) => Tag.Class("details", "values", Tag.Of("summary", "As a table"), Table(values));

    private static HtmlNode Table(ReportBlock.Table table) => Tag.With(
        "div",
        [("class", "scroll"), ("role", "group"), ("tabindex", "0"), ("aria-label", table.Caption)],
        Tag.With(
            "table",
            (table.IsSortable, table.IsStacked) switch
            {
                (true, true) => [("class", "sortable stacked")],
                (true, false) => [("class", "sortable")],
                (false, true) => [("class", "stacked")],
                _ => [],
            },
            [
                Tag.Of("caption", Tag.Class("span", "stay", table.Caption)),
                Tag.Of("thead", Tag.Of("tr", [.. table.Columns.Select(Heading)])),
                .. table.Groups.Select(group => Group(group, table)),
            ]));

    private static HtmlNode Heading(ReportColumn column) =>
        Tag.With("th", [("scope", "col"), .. Align(column)], Tag.Text(column.Title));

    private static HtmlNode Group(ReportGroup group, ReportBlock.Table table)
    {
        var rows = group.Rows.Select(row => Tag.Of("tr", [.. row.Select((cell, index) => Cell(cell, table, index))]));
        return group.Title is null
            ? Tag.Of("tbody", [.. rows])
            : Tag.Of("tbody", [Tag.Class("tr", "group", GroupHeading(group.Title, table.Columns.Count)), .. rows]);
    }

    private static HtmlNode GroupHeading(string title, int columns) =>
        Tag.With("th", [("scope", "rowgroup"), ("colspan", Figures.Exact(columns))], Tag.Class("span", "stay", title));

    private static HtmlNode Cell(ReportCell cell, ReportBlock.Table table, int index)
    {
        HtmlNode[] content = [.. Content(cell), .. cell.Also.Select(more => Tag.Class("span", "also", [.. Content(more)]))];
        var column = table.Columns[index];
        return index == 0
            ? Tag.With("th", [("scope", "row")], content)
            : Tag.With("td", [.. Align(column), .. table.IsSortable ? SortKey(cell, column) : [], .. table.IsStacked ? [("data-label", column.Title)] : Array.Empty<(string, string)>()], content);
    }

    // Empty where a figure is missing; words are their own keys.
    private static IEnumerable<(string Name, string Value)> SortKey(ReportCell cell, ReportColumn column) =>
        cell.SortKey is { } key && double.IsFinite(key) ? [("data-sort", Figures.Exact(key))] : column.Numeric ? [("data-sort", "")] : [];

    private static IEnumerable<HtmlNode> Content(ReportCell cell) =>
    [
        .. cell.Mark is { } mark ? [Mark(mark)] : Array.Empty<HtmlNode>(),
        .. cell is { Mark: not null, Text.Length: > 0 } ? [Tag.Text(" ")] : Array.Empty<HtmlNode>(),
        .. cell.Text.Length > 0 ? [Linked(cell)] : Array.Empty<HtmlNode>(),
        .. cell.Note is { } note ? [Tag.Class("span", "note", note)] : Array.Empty<HtmlNode>(),
    ];

    private static HtmlNode Linked(ReportCell cell) => cell.Link is { } path && HtmlText.LinkTo(path) is { } link
        ? Tag.With("a", [("href", link)], Tag.Text(cell.Text))
        : Tag.Text(cell.Text);

    private static IEnumerable<(string Name, string Value)> Align(ReportColumn column) => column.Numeric ? [("class", "num")] : [];

    private static HtmlNode Facts(IReadOnlyList<Fact> facts) =>
        Tag.Class("dl", "facts", [.. facts.Select(fact => Tag.Of("div", Tag.Of("dt", fact.Name), Tag.Of("dd", fact.Value)))]);

    private static HtmlNode Notice(Notice notice) => Tag.Class(
        "article",
        notice is { Remedy: null, About: [], Where: null } ? $"notice brief {notice.Mark.CssClass}" : $"notice {notice.Mark.CssClass}",
        [
            Tag.Of("h3", Mark(notice.Mark), Tag.Text(" " + notice.Title)),
            Tag.Of("p", notice.Message),
            .. notice.Where is { } where ? [Tag.Class("p", "where", Tag.Of("strong", "Where: "), Tag.Text(where)), .. Behind(notice)] : Open(notice),
        ]);

    private static IReadOnlyList<HtmlNode> Open(Notice notice) =>
    [
        .. Remedy(notice),
        .. About(notice.About),
    ];

    private static IReadOnlyList<HtmlNode> Behind(Notice notice) => notice is { Remedy: null, About: [] }
        ? []
        : [Tag.Class("details", "values", [Tag.Of("summary", "What to do"), .. Remedy(notice), .. notice.About.Count > 0 ? [List(notice.About)] : Array.Empty<HtmlNode>()])];

    private static IReadOnlyList<HtmlNode> Remedy(Notice notice) => notice.Remedy is { } remedy ? [Tag.Class("p", "remedy", Tag.Of("strong", "What to do: "), Tag.Text(remedy))] : [];

    private static HtmlNode List(IReadOnlyList<string> lines) => Tag.Class("ul", "about", [.. lines.Select(line => Tag.Of("li", line))]);

    // Up to this many lines are open, more are folded.
    private static IReadOnlyList<HtmlNode> About(IReadOnlyList<string> about)
    {
        if (about.Count == 0) return [];
        return about.Count <= FewLines ? [List(about)] : [Tag.Class("details", "values", Tag.Of("summary", Figures.Plural(about.Count, "line")), List(about))];
    }
}

/// <summary>Renders call stacks as a list of lists, which a screen reader can walk.</summary>
internal static class HtmlStacks
{
    public static HtmlNode Render(ReportBlock.Stacks stacks) => Tag.Class(
        "div",
        "stacks",
        Tag.Class("p", "caption", stacks.Caption),
        Tag.Of("ol", [.. stacks.Items.Select(Stack)]));

    private static HtmlNode Stack(StackText stack) => Tag.Class(
        "li",
        "stack",
        [
            Tag.Of("h3", stack.Title),
            Tag.Class("p", "figure", stack.Figure),
            Tag.Class("ol", "frames", [.. stack.Frames.Select(frame => Tag.Of("li", frame))]),
            .. stack.Omitted > 0 ? [Tag.Class("p", "note", $"{Figures.Plural(stack.Omitted, "more frame")} further out")] : Array.Empty<HtmlNode>(),
        ]);
}
