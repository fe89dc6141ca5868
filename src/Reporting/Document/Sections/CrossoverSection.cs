using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Crossovers;

namespace AsyncLoad.Reporting.Document.Sections;

/// <summary>Ratios along the axis of each sweep, with the crossing where there is one.</summary>
internal static class CrossoverSection
{
    public static ReportSection? Build(RunAnalysis run, RunNames names) => run.Crossovers.Count == 0 ? null : new ReportSection(
        "crossovers",
        "Crossovers",
        "Where along a setting the answer changes. The interval of a crossing comes from resampled pairs. A ratio that stays on one side of 1 has no crossing.",
        [.. run.Crossovers.Select((crossover, index) => Block(run, crossover, names, index + 1))]);

    private static ReportBlock.Crossover Block(RunAnalysis run, CrossoverAnalysis crossover, RunNames names, int number)
    {
        var row = CrossoverRows.Of(crossover, names);
        var margin = run.Manifest.Plan.Measure.Margin;
        var sweep = crossover.Sweep;
        var data = new CrossoverData(
            string.Create(CultureInfo.InvariantCulture, $"crossover-{number}"),
            $"{row.Title} over {CrossoverRows.AxisName(sweep)}",
            $"{row.Conditions}. {row.Sentence}.{(row.Bytes is { } bytes ? $" {bytes}." : "")}",
            sweep.Axis,
            1 / (1 + margin),
            1 + margin,
            sweep.Grid.From,
            sweep.Grid.To,
            sweep.Grid.Geometric,
            [.. crossover.Steps.Select(step => new CrossoverPoint(step.At, CrossoverRows.Step(sweep, step.At), Mark.Of(step.Comparison.Verdict.Value), PlotInterval.Of(step.Comparison.Ratio.Value)))],
            Crossing(crossover))
        {
            Below = JudgedWords.Below(names.Metric),
        };
        return new ReportBlock.Crossover(data, Table(crossover, row));
    }

    // A bound beyond the range is drawn at its end.
    private static PlotInterval? Crossing(CrossoverAnalysis crossover) => crossover.Crossing is CrossingEstimate.At at
        ? new PlotInterval(at.Estimate, at.Low ?? crossover.Sweep.Grid.From, at.High ?? crossover.Sweep.Grid.To)
        : null;

    private static ReportBlock.Table Table(CrossoverAnalysis crossover, CrossoverRow row) => new(
        $"{row.Title} over {CrossoverRows.AxisName(crossover.Sweep)}, step by step",
        [new(CrossoverRows.AxisName(crossover.Sweep), Numeric: false), new("Verdict", Numeric: false), new("Ratio [interval]"), new("Pairs"), new("Bytes, difference")],
        new ReportGroup(null, [.. crossover.Steps.Select(step => Cells(crossover, step))]));

    private static IReadOnlyList<ReportCell> Cells(CrossoverAnalysis crossover, StepAnalysis step)
    {
        var comparison = step.Comparison;
        return
        [
            new(CrossoverRows.Step(crossover.Sweep, step.At)),
            ReportCell.Judged(Mark.Of(comparison.Verdict.Value), ComparisonRows.Why(comparison.Verdict)),
            ComparisonRows.Cell(comparison.Ratio),
            new(Figures.Count(comparison.Pairs.Count)),
            new(comparison.BytesDifference.Value is { } bytes ? Difference(bytes) : Figures.NotAvailable),
        ];
    }

    private static string Difference(double bytes) => $"{(bytes > 0 ? "+" : "")}{Figures.BytesPerOperation(bytes)} B/op";
}
