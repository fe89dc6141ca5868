using System.Globalization;
using System.Text;
using System.Xml.Linq;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Any text (UTF-16, broken surrogates included) written by every writer: what was written is read back by its format's own rules, and nothing in it acts.</summary>
internal sealed class TextTarget : FuzzTarget
{
    private static readonly string[] Words =
    [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "]]>", "<!--", "-->", "&amp;", "&#0;", "'", "\"", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n", "\n", "＝1", "\u00A0=1", "\v@x", "\0", "\u001b[31m",
        "\u202Egnp.exe", "\u2066\u2069", "\u200B", "\uFEFF", "\uD800", "\uDC00", "\uFFFE", "\uFFFF", "\u2028", "\u0085", "\U000E0041", "😀", "|", "`", "](http://x.y)", "https://x.y", "www.x.y", "@everyone", "#1", "\\", "**", "__", "~~",
        "1. ", "- ", "    ", "../../x", "javascript:", "//x", "%0a", "$1", "\u034F", "e\u0301", "a,b", ";", "\u3000=1", " =1",
    ];

    private readonly byte[][] seeds = [.. Words.Append("ordinary").Append("My.App.Shop+<PriceAsync>d__4").Append("c017-await-task/parallelFor/old-heap").Select(Encoding.Unicode.GetBytes)];
    private readonly ByteMutator bytes;

    public TextTarget() => bytes = new ByteMutator(seeds, seeds);

    public override string Name => "text";

    public override byte[] Make(Dice dice) => bytes.Mutate([.. dice.Of(seeds), .. dice.Of(seeds), .. dice.Of(seeds)], dice);

    public override Outcome Run(byte[] input)
    {
        var text = new string([.. Enumerable.Range(0, input.Length / 2).Select(at => (char)(input[2 * at] | (input[(2 * at) + 1] << 8)))]);
        var visible = VisibleText.Escape(text);
        Require(Shows(visible), "a control, format or broken character became an escape");
        Require(VisibleText.Escape(visible) == visible, "what was escaped stays as it is");
        Require(Shows(Printable.Text(text)), "what a terminal shows does not steer it");
        RequireHtml(text, visible);
        RequireCsv(text);
        RequireMarkdown(text);
        RequireJUnit(visible, text);
        return visible == text ? Read(Shape(visible)) : Refused("escaped " + Shape(visible));
    }

    private static void RequireHtml(string text, string visible)
    {
        using var writer = new StringWriter();
        Tag.With("p", [("title", text)], Tag.Text(text)).WriteTo(writer);
        var element = XElement.Parse(writer.ToString().TrimEnd('\n'), LoadOptions.PreserveWhitespace);
        Require(!element.HasElements && WithoutMarks(element.Value) == visible && WithoutMarks((string?)element.Attribute("title")) == visible, "HTML is read back as it was written");
        Require(HtmlText.LinkTo(text) is not { } link || (!link.Contains(':', StringComparison.Ordinal) && link[0] != '/' && !link.Split('/').Contains("..")), "a link stays inside the folder");
    }

    // Figures after a name from right to left have a mark before them, which shows nothing. In the text itself it would be an escape.
    private static string? WithoutMarks(string? text) => text?.Replace("\u200E", "", StringComparison.Ordinal);

    private static void RequireCsv(string text)
    {
        var rows = CsvCheck.Rows(CsvField.Text(text).Written + ",end\r\n");
        Require(rows is [[_, "end"]], "a text is one field of a CSV file");
        var first = rows[0][0].TrimStart().FirstOrDefault('x');
        Require(!"=+-@\t\r＝＋－＠".Contains(first, StringComparison.Ordinal), "no spreadsheet takes a text for a formula");
        Require(Shows(rows[0][0]), "no field holds what steers a terminal");
    }

    private static void RequireMarkdown(string text)
    {
        var encoded = MarkdownText.Encode(text).Written;
        Require(Shows(encoded), "Markdown is one line of visible characters");
        var bare = encoded.Replace("<!-- -->", "", StringComparison.Ordinal);
        Require(!bare.Contains('<', StringComparison.Ordinal), "no element stands in Markdown");
        for (var at = 0; at < bare.Length; at++)
        {
            if (bare[at] == '\\') at++;
            else Require(bare[at] is not ('|' or '`' or '*' or '_' or '[' or ']' or '#' or '~' or '$'), "what Markdown acts on stands behind a backslash");
        }

        Require(!encoded.Contains("://", StringComparison.Ordinal) && !encoded.Contains("www.", StringComparison.OrdinalIgnoreCase), "no link comes of itself");
    }

    private static void RequireJUnit(string visible, string text)
    {
        var gate = new GateRow(text, text, text, GateState.Failed, Mark.Of(GateState.Failed), text, GateRow.FailsTheBuild);
        using var writer = new StringWriter();
        JUnitReport.Write(new ReportDocument(text, "", "", null, [], [], [], [gate], [], [], []), writer);
        var found = XDocument.Parse(writer.ToString()).Descendants("testcase").ToList();
        Require(found is [var only] && (string?)only.Attribute("name") == visible && (string?)only.Element("failure")?.Attribute("message") == VisibleText.Escape($"{text}: {text}"), "JUnit is read back as it was written");
    }

    private static bool Shows(string text)
    {
        for (var at = 0; at < text.Length;)
        {
            if (!Rune.TryGetRuneAt(text, at, out var rune) || Hides(rune)) return false;
            at += rune.Utf16SequenceLength;
        }

        return true;
    }

    private static bool Hides(Rune rune) => Rune.GetUnicodeCategory(rune) is
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse;

    private static string Shape(string text) => string.Concat(text.Where(sign => sign < 0x7f && !char.IsAsciiLetterOrDigit(sign)).Distinct().Order());
}
