using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Reporting;

/// <summary>
/// Writes the judgement into a run folder. A reader never sees half a file, and a file that cannot be written does not stop the others.
/// </summary>
public static class ReportWriter
{
    private static readonly (string Name, Action<RunAnalysis, ReportDocument, TextWriter> Write)[] Outputs =
    [
        ("results.json", (run, _, writer) => ResultsJson.Write(ResultsBuilder.Build(run), writer)),
        ("results.csv", (run, _, writer) => ResultsCsv.Write(ResultsBuilder.Build(run), writer)),
        ("report.html", (_, document, writer) => HtmlPage.Write(document.Page, writer)),
        ("report.md", (_, document, writer) => MarkdownPage.Write(document.Page, writer)),
        ("junit.xml", (_, document, writer) => JUnitReport.Write(document, writer)),
    ];

    /// <summary>The files it writes, in this order.</summary>
    public static IReadOnlyList<string> Files { get; } = [.. Outputs.Select(output => output.Name)];

    /// <summary>Writes all files.</summary>
    /// <param name="run">What is known about the run.</param>
    /// <param name="folder">The run folder, which must exist.</param>
    /// <param name="exports">Formats of other programs to write too.</param>
    /// <returns>What could not be written; empty when all is well.</returns>
    public static IReadOnlyList<ReportProblem> Write(RunAnalysis run, ReportDocument document, string folder, params IReadOnlyList<ExportFormat> exports)
    {
        ArgumentException.ThrowIfNullOrEmpty(folder);
        return
        [
            .. Outputs.Select(output => Write(folder, output.Name, writer => output.Write(run, document, writer))).OfType<ReportProblem>(),
            .. exports.Select(format => Write(folder, ExportFile.Name(format), writer => ExportFile.Write(format, run, writer))).OfType<ReportProblem>(),
        ];
    }

    /// <summary>Writes one file; any exception of a writer becomes a problem.</summary>
    internal static ReportProblem? Write(string folder, string name, Action<TextWriter> write)
    {
        try
        {
            WholeFile.WriteText(Path.Combine(folder, name), write);
            return null;
        }
        catch (Exception problem)
        {
            return new ReportProblem(name, problem.Message, problem is IOException or UnauthorizedAccessException);
        }
    }
}

/// <summary>A file that could not be written.</summary>
/// <param name="Unwritable">Whether the folder or the disk refused it; otherwise the writer itself failed.</param>
public sealed record ReportProblem(string File, string Message, bool Unwritable);
