using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Document.Sections;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts a run into words, section by section, in the order of reading.</summary>
internal static class DocumentBuilder
{
    public static ReportDocument Build(RunAnalysis run)
    {
        var names = new RunNames(run);
        var published = PublishedSection.Build(run);
        ReportSection?[] figures = names.Judged ? [] : [published, FigureSection.Build(run, names)];
        var rows = CautionList.Marked([.. run.Comparisons.Select(comparison => ComparisonRows.Of(comparison, names))], run);
        var compared = run.Comparisons.ToLookup(comparison => comparison.Comparison.Id, StringComparer.Ordinal);
        var gates = run.Gates.Select(gate => GateRows.Of(gate, compared[gate.Comparison].FirstOrDefault())).ToList();
        var maps = names.Judged ? HeatMapSection.Maps(run, rows, names) : [];
        ReportSection?[] sections =
        [
            .. names.Judged ? [FrontierSection.Build(run, names), HeatMapSection.Build(maps, run.Manifest.Plan.Measure.Metric), RatioSection.Build(run, rows), CrossoverSection.Build(run, names)] : figures,
            GateSection.Build(gates),
            names.Judged ? CostSection.Build(run, rows) : null,
            RuntimeSection.Build(run, rows),
            MachineSection.Build(run, rows),
            names.Judged ? published : null,
            LedgerSection.Build(run, rows),
            MemorySection.Build(run, rows),
            PressureSection.Build(run, rows),
            TimelineSection.Build(run, rows),
            AllocationSection.Build(run, rows),
            TracedAdviceSection.Build(run, rows),
            LatencySection.Build(run, rows),
            DeviceSection.Build(run, rows),
            LoadOverheadSection.Build(run),
            TraceSection.Build(run, rows),
            FactSection.Build(run, names),
        ];
        return new ReportDocument(
            VisibleText.Name(run.Manifest.Plan.ProfileName),
            Subtitle(run),
            names.Judged ? Headline.Verdicts(run, names) : Headline.Unjudged(run),
            names.Judged ? Headline.Lead(run, rows) : null,
            names.Judged ? Counts(run) : [],
            rows,
            [.. run.Crossovers.Select(crossover => CrossoverRows.Of(crossover, names))],
            gates,
            [.. figures.OfType<ReportSection>().SelectMany(section => section.Blocks).OfType<ReportBlock.Table>()],
            [.. maps.Select(map => map.Data)],
            [.. sections.OfType<ReportSection>()])
        {
            Metric = run.Manifest.Plan.Measure.Metric,
            Started = run.Manifest.Started,
            Seconds = run.Comparisons.Any(comparison => comparison.Seconds is not null) ? run.Comparisons.Sum(comparison => comparison.Seconds) : null,
            Subject = SubjectBlocks.Of(run, names),
            Cautions = CautionList.Of(run, names),
        };
    }

    private static string Subtitle(RunAnalysis run)
    {
        var manifest = run.Manifest;
        var status = manifest.Status switch
        {
            RunStatus.Complete => "",
            RunStatus.Interrupted => "interrupted: partial results · ",
            _ => "unfinished: partial results · ",
        };
        return $"{status}{Figures.Moment(manifest.Started)} · {VisibleText.Name(manifest.Runtime)} · " +
            $"{VisibleText.Name(manifest.Machine.Processor ?? manifest.Machine.Architecture)}, {Figures.Plural(manifest.Machine.Cores, "core")}";
    }

    private static IReadOnlyList<VerdictCount> Counts(RunAnalysis run)
    {
        var margin = Figures.Setting(run.Manifest.Plan.Measure.Margin);
        var (less, more) = run.Manifest.Plan.Measure.Metric == VerdictMetric.Wall ? ("faster", "slower") : ("less", "more");
        return
        [
            Count(Verdict.Wins, $"{less} by {margin} or more, interval clear of 1"),
            Count(Verdict.Loses, $"{more} by {margin} or more, interval clear of 1"),
            Count(Verdict.Equivalent, $"the same to within {margin}"),
            Count(Verdict.Inconclusive, "the interval allows more than one answer"),
        ];

        VerdictCount Count(Verdict verdict, string meaning) =>
            new(Mark.Of(verdict), run.Comparisons.Count(comparison => comparison.Verdict.Value == verdict), meaning);
    }
}
