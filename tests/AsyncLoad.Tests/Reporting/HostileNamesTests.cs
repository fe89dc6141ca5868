using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Fuzzing.Targets;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Fault 22: whatever a name holds, it stays a name in every output.</summary>
[Fault(22)]
public sealed class HostileNamesTests
{
    [Fact]
    public void A_hostile_name_is_inert_in_every_output()
    {
        var names = Gen.Elements(HostileRun.Pieces).ListOf(3).Select(string.Concat).ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(40).WithReplay(20_251_121, 7), Prop.ForAll(names, AssertInert));
    }

    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("  @x", "'  @x")]
    [InlineData("-5", "'-5")]
    [InlineData("\u00A0=1", "'\u00A0=1")]
    [InlineData("\tx", "'\\tx")]
    [InlineData("\rx", "'\\rx")]
    [InlineData("a=b", "a=b")]
    public void Text_that_a_spreadsheet_would_run_gets_an_apostrophe(string name, string field)
    {
        var rows = CsvCheck.Rows(Rendered.All(HostileRun.Of(name))["results.csv"]);
        Assert.Equal(field, rows[1][rows[0].IndexOf("workload")]);
    }

    [Theory]
    [InlineData("a\u202Eb", "a\\u202Eb")]
    [InlineData("\0\n", "\\u0000\\n")]
    [InlineData("\U000E0041", "\\U000E0041")]
    [InlineData("naïve 😀", "naïve 😀")]
    public void Invisible_characters_become_visible(string text, string expected)
    {
        Assert.Equal(expected, VisibleText.Escape(text));
        Assert.Equal(expected, VisibleText.Escape(expected));
    }

    [Theory]
    [InlineData("שיטה: 74.3 → 35.7 ns/op", "שיטה&#8206;: 74.3 → 35.7 ns/op")]
    [InlineData("مُ [0.38, 0.44]", "مُ&#8206; [0.38, 0.44]")]
    [InlineData("שלום עולם wins: 0.41", "שלום עולם wins: 0.41")]
    [InlineData("plain: 0.41", "plain: 0.41")]
    public void Figures_after_a_name_from_right_to_left_keep_their_order(string text, string expected)
    {
        using var html = new StringWriter();
        HtmlText.Write(text, html);
        Assert.Equal(expected, html.ToString());
        Assert.Equal(expected.Replace("&#8206;", "&lrm;", StringComparison.Ordinal), MarkdownText.Encode(text).Written.Replace("\\", "", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("GH-12", "GH<!-- -->-12")]
    [InlineData("high-rate", "high-rate")]
    public void An_issue_is_not_mentioned(string text, string expected) => Assert.Equal(expected, MarkdownText.Encode(text).Written);

    // Not in the theory above: a lone surrogate does not survive in an attribute.
    [Fact]
    public void A_lone_surrogate_becomes_visible() => Assert.Equal("\\uD800x\\uDC00", VisibleText.Escape("\uD800x\uDC00"));

    [Fact]
    public void A_long_name_keeps_its_head_and_its_tail()
    {
        var shown = VisibleText.Name("head" + new string('x', 10_000) + "tail");
        Assert.Equal(80, shown.Length);
        Assert.StartsWith("head", shown, StringComparison.Ordinal);
        Assert.Contains('…', shown);
        Assert.EndsWith("tail", shown, StringComparison.Ordinal);
    }

    private static bool AssertInert(string name)
    {
        AssertInert(HostileRun.Of(name), HostileRun.Of("ordinary"), cases: 4);
        AssertInert(HostileRun.Of(name, SampleFigures.Create()), HostileRun.Of("ordinary", SampleFigures.Create()), cases: 0);
        return true;
    }

    private static void AssertInert(RunAnalysis hostile, RunAnalysis harmless, int cases)
    {
        var ordinary = HtmlReportTests.Parse(Rendered.All(harmless)["report.html"]);
        var outputs = Rendered.All(hostile);
        var page = HtmlReportTests.Parse(outputs["report.html"]);
        Assert.Equal(Shape(ordinary), Shape(page));
        Assert.Equal(cases, XDocument.Parse(outputs["junit.xml"]).Descendants("testcase").Count());
        var rows = CsvCheck.Rows(outputs["results.csv"]);
        Assert.All(rows, row => Assert.Equal(rows[0].Count, row.Count));
        Assert.All(rows.Skip(1).SelectMany(row => row), field => Assert.True(field is "" || !"=+@\t\r".Contains(field[0]), field));
        Assert.All(outputs, output => Assert.DoesNotContain(output.Value, Misleads));
        AssertPlain(outputs["report.md"]);
        Assert.True(outputs["report.html"].Length < 400_000);
    }

    /// <summary>Fails where a name could have become markup, a mention or a row of its own in Markdown.</summary>
    internal static void AssertPlain(string markdown)
    {
        Assert.DoesNotContain("<script", markdown, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain("@everyone", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain(markdown, Misleads);
        Assert.All(markdown.Split('\n').Where(line => line.StartsWith('|')), line => Assert.EndsWith("|", line, StringComparison.Ordinal));
    }

    // Elements and attribute names: text may differ, structure may not. Links may turn into text.
    private static List<string> Shape(XElement page) => [.. page.Descendants().Select(element => element.Name.LocalName).Where(name => name != "a")];

    internal static bool Misleads(char character) =>
        character is not ('\n' or '\r') && CharUnicodeInfo.GetUnicodeCategory(character) is UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator;
}
