using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Sections;

namespace AsyncLoad.Reporting;

/// <summary>Puts a run into words, section by section, in the order of reading.</summary>
internal static class DocumentBuilder
{
    public static ReportDocument Build(RunAnalysis run)
    {
        var names = new RunNames(run);
        var rows = run.Comparisons.Select(comparison => ComparisonRows.Of(comparison, names)).ToList();
        var gates = run.Gates.Select(GateRows.Of).ToList();
        ReportSection?[] sections =
        [
            RatioSection.Build(run, rows),
            CostSection.Build(run, rows),
            LedgerSection.Build(run, rows),
            AllocationSection.Build(run, rows),
            TraceSection.Build(run, rows),
            GateSection.Build(gates),
            FindingSection.Build(run, names),
            SelfCostSection.Build(run),
            PublishedSection.Build(run, rows, names),
            FactSection.Build(run, names),
        ];
        return new ReportDocument(
            VisibleText.Name(run.Manifest.Plan.ProfileName),
            Subtitle(run),
            Headline.Verdicts(run, names),
            Headline.Bytes(rows),
            Counts(run),
            rows,
            gates,
            [.. sections.OfType<ReportSection>()]);
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
        return
        [
            Count(Verdict.Wins, $"faster by {margin} or more, interval clear of 1"),
            Count(Verdict.Loses, $"slower by {margin} or more, interval clear of 1"),
            Count(Verdict.Equivalent, $"the same to within {margin}"),
            Count(Verdict.Inconclusive, "the interval allows more than one answer"),
        ];

        VerdictCount Count(Verdict verdict, string meaning) =>
            new(verdict, Mark.Of(verdict), run.Comparisons.Count(comparison => comparison.Verdict == verdict), meaning);
    }
}
