using System.Text;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting;

/// <summary>A report for a pull request or a step summary: the same words and tables as the page, in GitHub's Markdown, kept under 1 MiB.</summary>
public static class MarkdownPage
{
    // A step summary above 1 MiB is dropped whole, so sections that would exceed this are named instead.
    private const int MostBytes = 1_000_000;

    public static void Write(ReportPage page, TextWriter writer)
    {
        ArgumentNullException.ThrowIfNull(page);
        ArgumentNullException.ThrowIfNull(writer);
        var head = Head(page);
        var used = Encoding.UTF8.GetByteCount(head);
        writer.Write(head);
        foreach (var section in page.Sections)
        {
            var text = Section(section);
            var size = Encoding.UTF8.GetByteCount(text);
            if (used + size > MostBytes) text = $"\n## {MarkdownText.Encode(section.Title)}\n\nToo large for this file: {MarkdownText.Encode(page.Elsewhere)}.\n";
            else used += size;
            writer.Write(text);
        }
    }

    private static string Head(ReportPage page)
    {
        var text = new StringBuilder();
        text.Append("# AsyncLoad: ").Append(MarkdownText.Encode(page.Title)).Append("\n\n");
        text.Append("**").Append(MarkdownText.Encode(page.Headline)).Append("**\n\n");
        if (page.Lead is { } lead) text.Append(MarkdownText.Encode(lead)).Append("\n\n");
        if (page.Tiles is { } tiles) text.AppendJoin(" · ", tiles.Items.Select(tile => $"{Mark(tile.Mark)}: {MarkdownText.Encode(tile.Figure)}")).Append("\n\n");
        text.Append(MarkdownText.Encode(page.Subtitle)).Append('\n');
        return text.ToString();
    }

    private static string Section(ReportSection section)
    {
        var text = new StringBuilder();
        text.Append("\n## ").Append(MarkdownText.Encode(section.Title)).Append('\n');
        if (section.Lead is { } lead) text.Append('\n').Append(MarkdownText.Encode(lead)).Append('\n');
        foreach (var block in section.Blocks) text.Append('\n').Append(Block(block));
        return text.ToString();
    }

    private static string Block(ReportBlock block) => block switch
    {
        ReportBlock.Forest forest => Table(forest.Values),
        ReportBlock.Heat heat => Table(heat.Values),
        ReportBlock.Crossover crossover => $"{MarkdownText.Encode(crossover.Data.Description)}\n\n{Table(crossover.Values)}",
        ReportBlock.Percentiles percentiles => $"{MarkdownText.Encode(percentiles.Data.Description)}\n\n{Table(percentiles.Values)}",
        ReportBlock.Timeline timeline => $"{MarkdownText.Encode(timeline.Data.Description)}\n\n{Table(timeline.Values)}",
        ReportBlock.Stacks stacks => Stacks(stacks),
        ReportBlock.Details details => $"### {MarkdownText.Encode(details.Summary)}\n\n{string.Join('\n', details.Blocks.Select(Block))}",
        ReportBlock.Table table => Table(table),
        ReportBlock.Notices notices => string.Concat(notices.Items.Select(Notice)),
        ReportBlock.Facts facts => Facts(facts.Items),
        ReportBlock.Guide guide => $"**{MarkdownText.Encode(guide.Title)}**\n\n{Facts(guide.Steps)}",
        _ => throw new ArgumentException("unknown block", nameof(block)),
    };

    private static string Table(ReportBlock.Table table)
    {
        var text = new StringBuilder();
        text.Append('*').Append(MarkdownText.Encode(table.Caption)).Append("*\n\n");
        Row(text, table.Columns.Select(column => MarkdownText.Encode(column.Title)));
        Row(text, table.Columns.Select(column => column.Numeric ? "--:" : "---"));
        foreach (var group in table.Groups)
        {
            if (group.Title is { } title) Row(text, [$"**{MarkdownText.Encode(title)}**", .. table.Columns.Skip(1).Select(_ => "")]);
            foreach (var row in group.Rows) Row(text, row.Select(Cell));
        }

        return text.ToString();
    }

    private static void Row(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");

    private static string Cell(ReportCell cell) => string.Join("<br>", Lines(cell).Concat(cell.Also.SelectMany(Lines)).Where(line => line.Length > 0));

    private static IEnumerable<string> Lines(ReportCell cell) =>
        [cell.Mark is { } mark ? Mark(mark) : "", MarkdownText.Encode(cell.Text), cell.Note is { } note ? Quiet(note) : ""];

    private static string Quiet(string note) => $"<sub>{MarkdownText.Encode(note)}</sub>";

    private static string Mark(Mark mark) => MarkdownText.Encode($"{mark.Glyph} {mark.Word}").Replace("\\= ", "= ", StringComparison.Ordinal);

    private static string Facts(IReadOnlyList<Fact> facts) =>
        string.Concat(facts.Select(fact => $"- **{MarkdownText.Encode(fact.Name)}**: {MarkdownText.Encode(fact.Value)}\n"));

    private static string Stacks(ReportBlock.Stacks stacks)
    {
        var text = new StringBuilder();
        text.Append('*').Append(MarkdownText.Encode(stacks.Caption)).Append("*\n\n");
        foreach (var stack in stacks.Items)
        {
            text.Append("- **").Append(MarkdownText.Encode(stack.Title)).Append("**: ").Append(MarkdownText.Encode(stack.Figure)).Append('\n');
            foreach (var frame in stack.Frames) text.Append("  - ").Append(MarkdownText.Encode(frame)).Append('\n');
            if (stack.Omitted > 0) text.Append("  - … ").Append(Figures.Count(stack.Omitted)).Append(" more\n");
        }

        return text.ToString();
    }

    private static string Notice(Notice notice)
    {
        var text = new StringBuilder();
        text.Append("- **").Append(Mark(notice.Mark)).Append(' ').Append(MarkdownText.Encode(notice.Title)).Append("**: ").Append(MarkdownText.Encode(notice.Message));
        if (notice.Remedy is { } remedy) text.Append(" *What to do:* ").Append(MarkdownText.Encode(remedy));
        text.Append('\n');
        foreach (var about in notice.About) text.Append("  - ").Append(MarkdownText.Encode(about)).Append('\n');
        return text.ToString();
    }
}

/// <summary>Encodes text for GitHub's Markdown, so that nothing in it is markup, a mention, a reference or a link.</summary>
internal static class MarkdownText
{
    // Splits what a renderer would link by itself; invisible once rendered.
    private const string Break = "<!-- -->";

    public static string Encode(string text)
    {
        var visible = VisibleText.Escape(text);
        var encoded = new StringBuilder(visible.Length + 16);
        for (var i = 0; i < visible.Length; i++) encoded.Append(Encode(visible, i));
        return encoded.ToString();
    }

    private static string Encode(string text, int index) => text[index] switch
    {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '@' => "@" + Break,
        '#' => "\\#" + Break,
        '/' when index > 0 && text[index - 1] == ':' => Break + "/",
        '.' when EndsWord(text, index, "www") => Break + ".",
        '.' or ')' when index > 0 && text.AsSpan(0, index).ContainsOnlyDigits() && (index + 1 == text.Length || text[index + 1] == ' ') => "\\" + text[index],
        '-' or '+' or '=' or '~' when index == 0 => "\\" + text[index],
        '\\' or '`' or '*' or '_' or '[' or ']' or '|' or '~' or '$' => "\\" + text[index],
        var plain => plain.ToString(),
    };

    private static bool EndsWord(string text, int index, string word) =>
        index >= word.Length && text.AsSpan(index - word.Length, word.Length).Equals(word, StringComparison.OrdinalIgnoreCase);

    private static bool ContainsOnlyDigits(this ReadOnlySpan<char> text) => !text.ContainsAnyExceptInRange('0', '9');
}
