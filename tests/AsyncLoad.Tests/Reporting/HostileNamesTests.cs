using System.Globalization;
using System.Xml.Linq;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Findings;
using AsyncLoad.Analysis.Trace;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Reporting;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Fault 22: whatever a name holds, it stays a name in every output.</summary>
[Fault(22)]
public sealed class HostileNamesTests
{
    internal static readonly string[] Pieces =
    [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></style>", "]]>", "<!--", "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n",
        "\0", "\u001b[31m", "\u202Egnp.exe", "\u2066\u2069", "\u200B", "\uFEFF", "\uD800", "\uDC00", "\uFFFE", "\uFFFF", "\u2028", "\U000E0041", "😀", "|", "`", "](http://x.y)", "&amp;", "%0a", "'", "\"",
        "../../etc/passwd", "www.example.org", "#1", "@everyone", new string('x', 10_000), "ordinary",
    ];

    [Fact]
    public void A_hostile_name_is_inert_in_every_output()
    {
        var names = Gen.Elements(Pieces).ListOf(3).Select(string.Concat).ToArbitrary();
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
        var rows = Csv.Parse(Rendered.All(Named(name))["results.csv"]);
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
        AssertInert(Named(name), Named("ordinary"), cases: 4);
        AssertInert(Named(name, SampleFigures.Create()), Named("ordinary", SampleFigures.Create()), cases: 0);
        return true;
    }

    private static void AssertInert(RunAnalysis hostile, RunAnalysis harmless, int cases)
    {
        var ordinary = HtmlReportTests.Parse(Rendered.All(harmless)["report.html"]);
        var outputs = Rendered.All(hostile);
        var page = HtmlReportTests.Parse(outputs["report.html"]);
        Assert.Equal(Shape(ordinary), Shape(page));
        Assert.Equal(cases, XDocument.Parse(outputs["junit.xml"]).Descendants("testcase").Count());
        var rows = Csv.Parse(outputs["results.csv"]);
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

    private static RunAnalysis Named(string name) => Named(name, SampleRun.Create());

    private static RunAnalysis Named(string name, RunAnalysis run)
    {
        var parameters = new Dictionary<string, string> { [name] = name };
        return run with
        {
            Manifest = run.Manifest with { Runtime = name, Plan = run.Manifest.Plan with { ProfileName = name }, Warnings = [name] },
            Problems = [name],
            Catalogue = run.Catalogue with { Workloads = [.. run.Catalogue.Workloads.Select(Described)] },
            Comparisons = [.. run.Comparisons.Select(Renamed)],
            Gates = [.. run.Gates.Select(gate => gate with { Comparison = name, Metric = name, Variant = name, Reason = name })],
        };

        ComparisonAnalysis Renamed(ComparisonAnalysis entry) => entry with
        {
            Comparison = entry.Comparison with { Id = name, Baseline = Cell(entry.Comparison.Baseline), Candidate = Cell(entry.Comparison.Candidate) },
            Findings = [new Finding(name, FindingSeverity.Warning, name, name)],
            Traces = entry.Traces with { Baseline = entry.Traces.Baseline is { } trace ? Hostile(trace) : null },
            Missing = new Dictionary<string, string> { ["traces.candidate"] = name, [name] = name },
        };

        TraceAnalysis Hostile(TraceAnalysis trace) => trace with
        {
            File = name,
            Allocations = [trace.Allocations[0] with { Type = name }],
            Collections = [.. trace.Collections.Select(collection => collection with { Reason = name, Kind = name })],
            Stacks = [.. trace.Stacks.Select(stack => stack with { Type = name, Frames = [name, name] })],
            Advice = trace.Advice is not { } advice ? null : advice with
            {
                Methods = [.. advice.Methods.Select(found => found with { Method = name, Namespace = name, Assembly = name, Types = [name], Because = name, Remedy = name, Check = [name] })],
            },
        };

        // With the name of the cells, so that their published figures are found.
        WorkloadDescription Described(WorkloadDescription workload) => workload with
        {
            Id = name,
            Summary = name,
            Source = name,
            PublishedOn = name,
            Variants = [.. workload.Variants.Select(variant => variant with { Id = name })],
            Published = [.. workload.Published.Select(figure => figure with { Variant = name, Parameters = parameters, Table = name, Quoted = name })],
            Differences = [new Difference(name, name)],
        };

        Cell Cell(Cell cell) => cell with { Workload = name, Variant = name, Parameters = parameters };
    }
}
