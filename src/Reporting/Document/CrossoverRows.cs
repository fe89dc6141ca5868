using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts a sweep into words.</summary>
internal static class CrossoverRows
{
    public static CrossoverRow Of(CrossoverAnalysis analysis, RunNames names) => new(
        names.Title(analysis.Sweep.Template),
        Conditions(analysis.Sweep),
        Sentence(analysis, Metric.Of(names.Metric).Title),
        Bytes(analysis));

    /// <summary>A step as profiles write it, to three digits: <c>200MB</c>, <c>0.259</c>.</summary>
    public static string Step(Sweep sweep, double step) => sweep.Unit == AxisUnit.Bytes ? ByteSize.Rounded(step) : Figures.Tick(step);

    /// <summary>The axis by its last word, as an axis is labelled: <c>liveSet</c>, <c>probability</c>.</summary>
    public static string AxisName(Sweep sweep) => VisibleText.Name(sweep.Axis[(sweep.Axis.IndexOf('.', StringComparison.Ordinal) + 1)..]);

    /// <summary>A crossing with its interval: <c>0.731 [0.604, 0.855]</c>.</summary>
    public static string Located(Sweep sweep, CrossingEstimate.At at) => $"{Step(sweep, at.Estimate)} {Interval(sweep, at.Low, at.High)}";

    private static string Conditions(Sweep sweep)
    {
        // What the sides differ in is in the title.
        var (cell, other, differences) = (sweep.Template.Candidate, sweep.Template.Baseline, sweep.Template.Differences);
        string[] pressure = differences.Contains(CellPart.Pressure) ? [] : [cell.Pressure.Name];
        var parameters = cell.Parameters
            .Where(parameter => $"parameters.{parameter.Key}" != sweep.Axis && other.Parameters.GetValueOrDefault(parameter.Key) == parameter.Value)
            .OrderBy(parameter => parameter.Key, StringComparer.Ordinal)
            .Select(parameter => $"{parameter.Key}={parameter.Value}");
        string[] parts = [cell.Workload, cell.Load.Slug, .. pressure, .. RunNames.Settings(cell, differences), .. parameters];
        return string.Join(", ", parts.Select(VisibleText.Name));
    }

    private static string Sentence(CrossoverAnalysis analysis, string ratio)
    {
        var sweep = analysis.Sweep;
        var (name, range) = (AxisName(sweep), $"from {Step(sweep, sweep.Grid.From)} to {Step(sweep, sweep.Grid.To)}");
        return analysis.Crossing switch
        {
            CrossingEstimate.At at =>
                $"{name}: the {ratio} crosses 1 at {Located(sweep, at)} ({Figures.Coverage(at.Confidence)}); " +
                (analysis.WinsAbove == true ? "the candidate loses below and wins above" : "the candidate wins below and loses above"),
            CrossingEstimate.None none => $"{name}: no crossing {range}: {Throughout(none.Throughout)} throughout",
            CrossingEstimate.NotMonotone not => $"{name}: not monotone {range} (p = {Figures.Tick(not.PValue)}): the {ratio} crosses 1 more than once, so no single crossing is given",
            CrossingEstimate.Undecided { Estimate: { } estimate } open =>
                $"{name}: undecided {range}: a crossing at {Step(sweep, estimate)} {Interval(sweep, open.Low, open.High)}, or none ({Figures.Percent(open.ChanceOfNone)} of resamples have none); measure more pairs",
            _ when analysis.Steps.Any(step => step.Comparison.Pairs.Count < Crossing.FewestPairs) =>
                $"{name}: undecided {range}: some steps have fewer than {Figures.Count(Crossing.FewestPairs)} pairs; measure more pairs",
            _ => $"{name}: undecided {range}; measure more pairs",
        };
    }

    private static string? Bytes(CrossoverAnalysis analysis) => analysis.Bytes is { } bytes
        ? $"{AxisName(analysis.Sweep)}: bytes per operation cross at {Step(analysis.Sweep, bytes.At)}, between the steps {Step(analysis.Sweep, bytes.Low)} and {Step(analysis.Sweep, bytes.High)}"
        : null;

    private static string Throughout(Verdict verdict) => verdict == Verdict.Equivalent ? "equivalent" : $"the candidate {Mark.Of(verdict).Word}";

    private static string Interval(Sweep sweep, double? low, double? high) =>
        $"[{(low is { } from ? Step(sweep, from) : "below")}, {(high is { } to ? Step(sweep, to) : "beyond")}]";
}
