using System.Net;
using System.Text.RegularExpressions;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>Whatever text goes into a Markdown report is only read there: it is no markup, no cell, no line and no command.</summary>
[Fault(22)]
public sealed partial class MarkdownTargetTests
{
    private const int TextsOfAPage = 10;

    private static readonly string[] Ordinary = [.. Enumerable.Range(0, TextsOfAPage).Select(index => $"ordinary-{index}-text")];

    // What stands in a page of ordinary texts: markup of the program, line by line.
    private static readonly string[] Skeleton = Lines(PageOf(Ordinary));

    [Fact]
    public void No_text_adds_markup_a_cell_or_a_line() => Assert.All(HostileTexts.All.Chunk(TextsOfAPage), texts =>
    {
        var page = PageOf(texts);
        Assert.Empty(Raw.In(page));
        Assert.Equal(Skeleton.Select(line => Ordinary.Zip(texts).Aggregate(line, (shown, text) => shown.Replace(text.First, VisibleText.Escape(text.Second), StringComparison.Ordinal))), Lines(page));
    });

    // As a renderer shows it to its reader, markup of the program included: escapes resolved, comments gone.
    private static string[] Lines(string page) =>
        [.. page.Split('\n').Select(line => WebUtility.HtmlDecode(Escaped().Replace(line.Replace("<!-- -->", "", StringComparison.Ordinal), match => Encoded(match.Groups[1].Value))))];

    // So that an entity that is spelled with escapes is none.
    private static string Encoded(string character) => $"&#{(int)character[0]};";

    private static string PageOf(string[] texts)
    {
        var next = 0;
        var mark = Mark.Of(WarningSeverity.Warning);
        var cell = new ReportCell(Text(), Text()) { Also = [new ReportCell(Text(), Text())] };
        var table = new ReportBlock.Table(Text(), [new ReportColumn(Text()), new ReportColumn(Text())], new ReportGroup(Text(), [[cell, cell]]));
        ReportSection[] sections =
        [
            new(
                "a",
                Text(),
                Text(),
                table,
                new ReportBlock.Stacks(Text(), [new StackText(Text(), Text(), [Text(), Text()], 3)]),
                new ReportBlock.Details(Text(), [table]),
                new ReportBlock.Notices(new Notice(mark, Text(), Text(), Text(), Text(), Text())),
                new ReportBlock.Facts(new Fact(Text(), Text())),
                new ReportBlock.Guide(Text(), new Fact(Text(), Text()))),
        ];
        using var writer = new StringWriter();
        MarkdownPage.Write(new ReportPage(Text(), Text(), Text(), Text(), new ReportTiles("", [new ReportTile(Text(), mark, "")]), sections, "", Text()), writer);
        return writer.ToString();

        string Text() => texts[next++ % texts.Length];
    }

    [GeneratedRegex(@"\\([!-/:-@\[-`{-~])")]
    private static partial Regex Escaped();
}
