using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting;

/// <summary>A report for a pull request or a step summary: the same words and tables as the page, in GitHub's Markdown, kept under 1 MiB.</summary>
public static class MarkdownPage
{
    // GitHub drops a step summary above 1 MiB, so sections that would exceed this are only named.
    private const int MostBytes = 1_000_000;

    // More of one warning are in the page, and results.json has all of them.
    private const int FewLines = 4;

    // Longer tables would push what follows them off the screen.
    private const int MostOpenRows = 20;

    public static void Write(ReportPage page, TextWriter writer)
    {
        var head = Head(page).Written;
        var used = Encoding.UTF8.GetByteCount(head);
        writer.Write(head);
        foreach (var (index, section) in page.Sections.Index())
        {
            var text = (section.StaysOpen || index < (page.FirstScreen ?? page.Sections.Count) ? Section(section) : Folded(section.Title, Content(section, int.MaxValue))).Written;
            var size = Encoding.UTF8.GetByteCount(text);
            if (used + size > MostBytes) text = MarkdownText.Of($"\n## {section.Title}\n\nToo large for this file: {page.Elsewhere}.\n").Written;
            else used += size;
            writer.Write(text);
        }
    }

    private static MarkdownText Head(ReportPage page)
    {
        var lead = page.Lead is { } text ? MarkdownText.Of($"{text}\n\n") : default;
        var tiles = page.Tiles is { } some ? MarkdownText.Of($"{Join($" · ", some.Items.Select(tile => MarkdownText.Of($"{Mark(tile.Mark)}: {tile.Figure}")))}\n\n") : default;
        var subject = Join($"", page.Subject.Select(block => MarkdownText.Of($"{Block(block, MostOpenRows)}\n")));
        var cautions = page.Cautions is { } warnings ? Section(warnings) : default;
        return MarkdownText.Of($"# AsyncLoad: {page.Title}\n\n{subject}**{page.Headline}**\n\n{lead}{tiles}{page.Subtitle}\n{cautions}");
    }

    private static MarkdownText Section(ReportSection section) => MarkdownText.Of($"\n## {section.Title}\n{Content(section, MostOpenRows)}");

    private static MarkdownText Content(ReportSection section, int rows)
    {
        var lead = section.Lead is { } text ? MarkdownText.Of($"\n{text}\n") : default;
        return MarkdownText.Of($"{lead}{Join($"", section.Blocks.Select(block => MarkdownText.Of($"\n{Block(block, rows)}")))}");
    }

    // Empty lines let Markdown begin again inside markup.
    private static MarkdownText Folded(string title, MarkdownText content) =>
        MarkdownText.Of($"\n<details><summary>{MarkdownText.EncodeInMarkup(title)}</summary>\n{content}\n</details>\n");

    private static MarkdownText Block(ReportBlock block, int rows) => block switch
    {
        ReportBlock.Forest forest => Table(forest.Values, rows),
        ReportBlock.Costs costs => Table(costs.Values, rows),
        ReportBlock.Heat heat => Table(heat.Values, rows),
        ReportBlock.Crossover crossover => MarkdownText.Of($"{crossover.Data.Description}\n\n{Table(crossover.Values, rows)}"),
        ReportBlock.Frontier frontier => Table(frontier.Values, rows),
        ReportBlock.Trend trend => MarkdownText.Of($"{trend.Data.Description}\n\n{Table(trend.Values, rows)}"),
        ReportBlock.Percentiles percentiles => MarkdownText.Of($"{percentiles.Data.Description}\n\n{Table(percentiles.Values, rows)}"),
        ReportBlock.Timeline timeline => MarkdownText.Of($"{timeline.Data.Description}\n\n{Table(timeline.Values, rows)}"),
        ReportBlock.Stacks stacks => MarkdownText.Of($"*{stacks.Caption}*\n\n{Join($"", stacks.Items.Select(Stack))}"),
        ReportBlock.Details details => Folded(details.Summary, MarkdownText.Of($"\n{Join($"\n", details.Blocks.Select(inner => Block(inner, int.MaxValue)))}")),
        ReportBlock.Table table => Table(table, rows),
        ReportBlock.Notices notices => Join($"", notices.Items.Select(Notice)),
        ReportBlock.Facts facts => Facts(facts.Items),
        ReportBlock.Guide guide => MarkdownText.Of($"**{guide.Title}**\n\n{Facts(guide.Steps)}"),
        _ => throw new ArgumentException("unknown block", nameof(block)),
    };

    // What comes after the first rows is folded.
    private static MarkdownText Table(ReportBlock.Table table, int rows)
    {
        var all = table.Groups.Sum(group => group.Rows.Count);
        var caption = MarkdownText.Of($"*{table.Caption}*\n\n");
        return all <= rows
            ? MarkdownText.Of($"{caption}{Grid(table)}")
            : MarkdownText.Of($"{caption}{Grid(Part(table, 0, rows))}{Folded(Figures.Plural(all - rows, "more row"), MarkdownText.Of($"\n{Grid(Part(table, rows, all))}"))}");
    }

    private static ReportBlock.Table Part(ReportBlock.Table table, int from, int count) => table with
    {
        Groups =
        [
            .. table.Groups.SelectMany(group => group.Rows.Select(row => (Group: group, Row: row))).Skip(from).Take(count)
                .GroupBy(entry => entry.Group, entry => entry.Row).Select(group => group.Key with { Rows = [.. group] }),
        ],
    };

    private static MarkdownText Grid(ReportBlock.Table table)
    {
        var titles = Row(table.Columns.Select(column => MarkdownText.Encode(column.Title)));
        var rule = Row(table.Columns.Select(column => column.Numeric ? MarkdownText.Of($"--:") : MarkdownText.Of($"---")));
        return MarkdownText.Of($"{titles}{rule}{Join($"", table.Groups.Select(group => Group(group, table.Columns)))}");
    }

    private static MarkdownText Group(ReportGroup group, IReadOnlyList<ReportColumn> columns)
    {
        var heading = group.Title is { } title ? Row([MarkdownText.Of($"**{title}**"), .. columns.Skip(1).Select(_ => default(MarkdownText))]) : default;
        return MarkdownText.Of($"{heading}{Join($"", group.Rows.Select(row => Row(row.Select(Cell))))}");
    }

    private static MarkdownText Row(IEnumerable<MarkdownText> cells) => MarkdownText.Of($"| {Join($" | ", cells)} |\n");

    private static MarkdownText Cell(ReportCell cell) => Join($"<br>", Lines(cell).Concat(cell.Also.SelectMany(Lines)).Where(line => line.Written.Length > 0));

    private static IEnumerable<MarkdownText> Lines(ReportCell cell) =>
        [cell.Mark is { } mark ? Mark(mark) : default, MarkdownText.Encode(cell.Text), cell.Note is { } note ? MarkdownText.Of($"<sub>{note}</sub>") : default];

    // In front of a word, an equals sign is not a rule below a heading.
    private static MarkdownText Mark(Mark mark) => mark.Glyph == "=" ? MarkdownText.Of($"= {mark.Word}") : MarkdownText.Encode($"{mark.Glyph} {mark.Word}");

    private static MarkdownText Facts(IEnumerable<Fact> facts) => Join($"", facts.Select(fact => MarkdownText.Of($"- **{fact.Name}**: {fact.Value}\n")));

    private static MarkdownText Stack(StackText stack)
    {
        var more = stack.Omitted > 0 ? MarkdownText.Of($"  - … {Figures.Count(stack.Omitted)} more\n") : default;
        return MarkdownText.Of($"- **{stack.Title}**: {stack.Figure}\n{Points(stack.Frames)}{more}");
    }

    private static MarkdownText Notice(Notice notice)
    {
        var remedy = notice.Remedy is { } what ? MarkdownText.Of($" *What to do:* {what}") : default;
        var where = notice.Where is { } rows ? MarkdownText.Of($" *Where:* {rows}.") : default;
        return MarkdownText.Of($"- **{Mark(notice.Mark)} {notice.Title}**: {notice.Message}{remedy}{where}\n{(notice.About.Count > FewLines && notice.Where is not null ? default : Points(notice.About))}");
    }

    private static MarkdownText Points(IEnumerable<string> texts) => Join($"", texts.Select(text => MarkdownText.Of($"  - {text}\n")));

    private static MarkdownText Join(MarkdownText.Template separator, IEnumerable<MarkdownText> parts) => MarkdownText.Join(MarkdownText.Of(separator), parts);
}
