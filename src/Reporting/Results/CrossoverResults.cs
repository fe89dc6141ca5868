using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Turns a sweep into its record of <c>results.json</c>.</summary>
internal static class CrossoverResults
{
    private const string NoCrossing = "no crossing was found";

    public static CrossoverResult Of(CrossoverAnalysis analysis)
    {
        var missing = new MissingFigures(_ => NoCrossing);
        var sweep = analysis.Sweep;
        var located = analysis.Crossing as CrossingEstimate.At;
        var undecided = analysis.Crossing as CrossingEstimate.Undecided;
        var none = analysis.Crossing as CrossingEstimate.None;
        var at = missing.Number("at", located?.Estimate ?? undecided?.Estimate);
        if (none is null) missing.Note("throughout", null, "the verdict is not the same throughout");
        if (undecided is null) missing.Without("chanceOfNone", "the evidence decides");
        if (analysis.Crossing is not CrossingEstimate.NotMonotone) missing.Without("monotonePValue", "the steps rise or fall throughout, as far as can be told");
        if (analysis.WinsAbove is null) missing.Note("winsAbove", null);
        if (analysis.Bytes is null) missing.Note("bytesAt", null, "the difference of bytes does not change its sign, or more than once");
        return new CrossoverResult(
            sweep.Id,
            sweep.Template.Experiment,
            sweep.Axis,
            sweep.Unit,
            sweep.Grid.From,
            sweep.Grid.To,
            Outcome(analysis.Crossing),
            at,
            Bound(missing, "low", located?.Low ?? undecided?.Low, "it may lie below the range"),
            Bound(missing, "high", located?.High ?? undecided?.High, "it may lie above the range"),
            missing.Number("confidence", located?.Confidence),
            analysis.WinsAbove,
            none?.Throughout,
            undecided?.ChanceOfNone,
            (analysis.Crossing as CrossingEstimate.NotMonotone)?.PValue,
            analysis.Bytes is { } bytes ? new BytesCrossingResult(bytes.At, bytes.Low, bytes.High) : null,
            [.. analysis.Steps.Select(Step)],
            missing.ByName);

        double? Bound(MissingFigures figures, string member, double? value, string beyond) =>
            value is null && at is not null ? figures.Without(member, beyond) : figures.Number(member, value);
    }

    private static CrossoverOutcome Outcome(CrossingEstimate crossing) => crossing switch
    {
        CrossingEstimate.At => CrossoverOutcome.Crosses,
        CrossingEstimate.None => CrossoverOutcome.NoCrossing,
        CrossingEstimate.NotMonotone => CrossoverOutcome.NotMonotone,
        _ => CrossoverOutcome.Undecided,
    };

    private static CrossoverStepResult Step(StepAnalysis step) => new(
        step.At,
        step.Comparison.Comparison.Id,
        step.Comparison.Verdict,
        new MissingFigures(_ => NoCrossing).Interval("ratio", step.Comparison.Ratio),
        step.Comparison.BytesDifference is { } bytes && double.IsFinite(bytes) ? bytes : null);
}
