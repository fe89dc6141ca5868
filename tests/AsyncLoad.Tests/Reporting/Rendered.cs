using AsyncLoad.Analysis;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Reporting.Exports;

namespace AsyncLoad.Tests.Reporting;

/// <summary>All outputs of a run as text, by file name.</summary>
internal static class Rendered
{
    public static IReadOnlyDictionary<string, string> All(RunAnalysis run)
    {
        var document = ReportDocument.From(run);
        var results = ResultsBuilder.Build(run);
        return new Dictionary<string, string>
        {
            ["results.json"] = Text(writer => ResultsJson.Write(results, writer)),
            ["results.csv"] = Text(writer => ResultsCsv.Write(results, writer)),
            ["report.html"] = Text(writer => HtmlPage.Write(document.Page, writer)),
            ["report.md"] = Text(writer => MarkdownPage.Write(document.Page, writer)),
            ["junit.xml"] = Text(writer => JUnitReport.Write(document, writer)),
            ["openmetrics.txt"] = Text(writer => ExportFile.Write(ExportFormat.OpenMetrics, run, writer)),
            ["benchmarkdotnet-report-full.json"] = Text(writer => ExportFile.Write(ExportFormat.BenchmarkDotNet, run.Measured(), writer)),
        };
    }

    private static string Text(Action<TextWriter> write)
    {
        using var writer = new StringWriter();
        write(writer);
        return writer.ToString();
    }
}
