using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>A run folder of which one file is damaged: read, judged, reported, held against itself and joined, as <c>report</c>, <c>diff</c> and <c>merge</c> do.</summary>
internal abstract class RunFolderTarget : FuzzTarget
{
    private readonly DirectoryInfo folder = TargetFolder.Create();

    // The undamaged run, as another machine would have measured it.
    private readonly RunEvidence elsewhere;

    protected RunFolderTarget(string file)
    {
        File = Path.Combine(folder.FullName, file);
        foreach (var whole in Directory.EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "fuzz", "run"))) System.IO.File.Copy(whole, Path.Combine(folder.FullName, Path.GetFileName(whole)));
        var undamaged = RunReader.Read(folder.FullName);
        elsewhere = undamaged with { Manifest = undamaged.Manifest with { Machine = undamaged.Manifest.Machine with { Id = nameof(elsewhere) } } };
    }

    /// <summary>Whether what was read is judged too, which takes a hundred times as long, for its resampling.</summary>
    protected abstract bool Judges(byte[] input);

    /// <summary>The file that is damaged.</summary>
    protected string File { get; }

    public override Outcome Run(byte[] input)
    {
        WriteOver(File, input);
        try
        {
            var evidence = RunReader.Read(folder.FullName);
            if (Judges(input)) Judge(evidence);
            // That something was changed is found of every input; what cannot be read is not.
            return evidence.Problems.Except(evidence.Doubts).FirstOrDefault() is { } problem ? Refused("in part: " + problem) : Read("whole");
        }
        catch (UnreadableRunException refused)
        {
            return Refused(refused.Message.Replace(folder.FullName, "", StringComparison.Ordinal));
        }
    }

    private void Judge(RunEvidence evidence)
    {
        var run = RunAnalyzer.AnalyzeUntraced(evidence);
        var document = ReportDocument.From(run);
        var results = ResultsBuilder.Build(run);
        ResultsJson.Write(results, TextWriter.Null);
        ResultsCsv.Write(results, TextWriter.Null);
        HtmlPage.Write(document.Page, TextWriter.Null);
        MarkdownPage.Write(document.Page, TextWriter.Null);
        JUnitReport.Write(document, TextWriter.Null);
        ResultsJson.Write(RunDiffer.Of(run, run), TextWriter.Null);
        Join(evidence);
        _ = SelfCheckAnalyzer.Of(run);
    }

    private void Join(RunEvidence evidence)
    {
        var (damaged, whole) = ((folder.FullName, evidence), (nameof(elsewhere), elsewhere));
        (string, RunEvidence)[][] joined = [[damaged], [damaged, whole], [whole, damaged]];
        foreach (var runs in joined)
        {
            if (RunMerger.Merge(runs) is MergeOutcome.Merged { Manifest.Plan.Measured: var measured })
                Require(measured.DistinctBy(comparison => comparison.Id).Count() == measured.Count(), "a joined run has each comparison once");
        }
    }
}
