using AsyncLoad.Analysis;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Run;

/// <summary>A run folder judged and its reports written: what <c>run</c> ends with and <c>report</c> does alone.</summary>
/// <param name="Folder">The run folder.</param>
/// <param name="Evidence">What was measured.</param>
/// <param name="Run">The analysis of the evidence.</param>
/// <param name="Document">The same in words.</param>
/// <param name="Problems">Reports that could not be written.</param>
/// <param name="Exports">Formats of other programs that were asked for.</param>
internal sealed record JudgedRun(string Folder, RunEvidence Evidence, RunAnalysis Run, ReportDocument Document, IReadOnlyList<ReportProblem> Problems, params IReadOnlyList<ExportFormat> Exports)
{
    /// <summary>Name of the report that people read.</summary>
    public const string PageFile = "report.html";

    /// <summary>Path of that report; null when it could not be written.</summary>
    public string? Page => Problems.Any(problem => problem.File == PageFile) ? null : Path.Combine(Folder, PageFile);

    /// <summary>Paths of the files for other programs that were written.</summary>
    public IEnumerable<string> Exported => Exports.Select(ExportFile.Name).Except(Problems.Select(problem => problem.File)).Select(file => Path.Combine(Folder, file));

    /// <summary>The result of a selfcheck; null for any other run.</summary>
    public SelfCheckResult? SelfCheck { get; } = SelfCheckAnalyzer.Of(Run);

    /// <summary>Judges the evidence and writes every report.</summary>
    /// <exception cref="UnreadableRunException">The folder holds no run, or one of another format.</exception>
    public static JudgedRun Of(string folder, params IReadOnlyList<ExportFormat> exports)
    {
        var evidence = RunReader.Read(folder);
        var run = RunAnalyzer.Analyze(evidence, traced => ReadTrace(folder, traced), ReferenceRun.KeptIn(folder)?.Run);
        var document = ReportDocument.From(run);
        return new JudgedRun(folder, evidence, run, document, ReportWriter.Write(run, document, folder, exports), exports);
    }

    private static TraceAnalysis ReadTrace(string folder, JournalEntry.TracedRun traced) =>
        TraceReader.Read(folder, traced.File ?? throw new ArgumentException("the run wrote no trace", nameof(traced)), traced.Cell);
}
