using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using AsyncLoad.Fuzzing.Targets;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Reporting.Results;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>Whatever text goes into a file of a run is only read there, and read back by the rules of its format.</summary>
[Fault(22)]
public sealed partial class FileTargetTests
{
    private const int Batch = 500;

    [Fact]
    public void Html_is_text_in_elements_and_attributes() => Assert.All(HostileTexts.All.Chunk(Batch), texts =>
    {
        using var writer = new StringWriter();
        Tag.Of("ul", [.. texts.Select(text => Tag.With("li", [("title", text)], Tag.Text(text)))]).WriteTo(writer);

        Assert.Empty(Raw.In(writer.ToString()).Take(5));
        var items = XElement.Parse(writer.ToString(), LoadOptions.PreserveWhitespace).Elements("li").ToList();
        Assert.Equal(texts.Select(VisibleText.Escape), items.Select(item => item.Value));
        Assert.Equal(texts.Select(VisibleText.Escape), items.Select(item => (string?)item.Attribute("title")));
        Assert.All(items, item => Assert.False(item.HasElements));
    });

    [Fact]
    public void Xml_is_text_in_attributes() => Assert.All(HostileTexts.All.Chunk(Batch), texts =>
    {
        using var writer = new StringWriter();
        JUnitReport.Write(new ReportDocument(texts[0], "", "", null, [], [], [], [.. texts.Select(Gate)], [], [], []), writer);

        Assert.Empty(Raw.In(writer.ToString()).Take(5));
        using var strict = XmlReader.Create(new StringReader(writer.ToString()), new XmlReaderSettings { DtdProcessing = DtdProcessing.Prohibit, CheckCharacters = true });
        var cases = XDocument.Load(strict).Descendants("testcase").ToList();
        Assert.Equal(texts.Select(VisibleText.Escape), cases.Select(entry => (string?)entry.Attribute("name")));
        Assert.Equal(texts.Select(VisibleText.Escape), cases.Select(entry => (string?)entry.Attribute("classname")));
    });

    [Fact]
    public void Csv_is_one_field_and_no_formula()
    {
        var written = string.Concat(HostileTexts.All.Select(text => $"{CsvField.Text(text).Written},end\r\n"));
        var rows = CsvCheck.Rows(written);

        Assert.Empty(Raw.In(written).Take(5));
        Assert.Equal(HostileTexts.Count, rows.Count);
        Assert.All(HostileTexts.All.Zip(rows), entry =>
        {
            var (text, row) = entry;
            Assert.Equal("end", Assert.Single(row.Skip(1)));
            Assert.DoesNotContain(row[0].TrimStart().FirstOrDefault('x'), "=+-@\t\r＝＋－＠");
            Assert.Equal(VisibleText.Escape(text), row[0].StartsWith('\'') && !text.StartsWith('\'') ? row[0][1..] : row[0]);
        });
    }

    [Fact]
    public void Json_is_read_back_as_it_was_written()
    {
        var texts = HostileTexts.All;
        using var writer = new StringWriter();
        var run = new DiffedRun(texts[0], texts[1], texts[2], texts[3], texts[4], default, RunStatus.Complete);
        ResultsJson.Write(new RunDiff(1, run, run, VerdictMetric.Wall, 0.05, texts, null, [], [], []), writer);

        Assert.Empty(Raw.In(writer.ToString()).Take(5));
        using var read = JsonDocument.Parse(writer.ToString());
        Assert.Equal(
            texts.Select(text => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text))),
            read.RootElement.GetProperty("warnings").EnumerateArray().Select(text => text.GetString()));
    }

    // Read by the rules of OpenMetrics: a label ends at the first quote that no backslash stands before.
    [Fact]
    public void OpenMetrics_is_one_label()
    {
        var lines = HostileTexts.All.Select(text => $"m{{{new OpenMetricsLabel("a", text).Written},{new OpenMetricsLabel("b", "end").Written}}} 1").ToList();

        Assert.Empty(Raw.In(string.Join('\n', lines)).Take(5));
        Assert.All(HostileTexts.All.Zip(lines), entry =>
        {
            var label = LabelOfOpenMetrics().Match(entry.Second);
            Assert.True(label.Success, entry.Second);
            Assert.Equal(VisibleText.Escape(entry.First), Escaped().Replace(label.Groups[1].Value, escaped => escaped.Groups[1].Value == "n" ? "\n" : escaped.Groups[1].Value));
        });
    }

    [GeneratedRegex("""^m\{a="((?:[^"\\\n]|\\["\\n])*)",b="end"\} 1$""")]
    private static partial Regex LabelOfOpenMetrics();

    [GeneratedRegex(@"\\(.)")]
    private static partial Regex Escaped();

    private static GateRow Gate(string text) => new(text, text, text, GateState.Failed, Mark.Of(GateState.Failed), text, GateRow.FailsTheBuild);
}
