using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Turns a sweep into its record of <c>results.json</c>.</summary>
internal static class CrossoverResults
{
    private const string NoCrossing = "no crossing was found";

    public static CrossoverResult Of(CrossoverAnalysis analysis)
    {
        var missing = new MissingFigures();
        var sweep = analysis.Sweep;
        var located = analysis.Crossing as CrossingEstimate.At;
        var undecided = analysis.Crossing as CrossingEstimate.Undecided;
        var at = missing.Number("at", new(located?.Estimate ?? undecided?.Estimate, NoCrossing));
        return new CrossoverResult(
            sweep.Id,
            sweep.Template.Experiment,
            sweep.Axis,
            sweep.Unit,
            sweep.Grid.From,
            sweep.Grid.To,
            Outcome(analysis.Crossing),
            at,
            missing.Number("low", new(located?.Low ?? undecided?.Low, at is null ? NoCrossing : "it may lie below the range")),
            missing.Number("high", new(located?.High ?? undecided?.High, at is null ? NoCrossing : "it may lie above the range")),
            missing.Number("confidence", new(located?.Confidence, NoCrossing)),
            missing.Of<bool?>("winsAbove", new(analysis.WinsAbove, NoCrossing)),
            missing.Of<Verdict?>("throughout", new((analysis.Crossing as CrossingEstimate.None)?.Throughout, "the verdict is not the same throughout")),
            missing.Number("chanceOfNone", new(undecided?.ChanceOfNone, "the outcome is decided")),
            missing.Number("monotonePValue", new((analysis.Crossing as CrossingEstimate.NotMonotone)?.PValue, "no evidence that the ratio both rises and falls")),
            missing.Of<BytesCrossingResult?>("bytesAt", new(
                analysis.Bytes is { } bytes ? new BytesCrossingResult(bytes.At, bytes.Low, bytes.High) : null, "the difference of bytes changes its sign never or more than once")),
            [.. analysis.Steps.Select(Step)],
            missing.ByName);
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
        step.Comparison.Verdict.Value,
        new MissingFigures().Interval("ratio", step.Comparison.Ratio),
        step.Comparison.BytesDifference.Value is { } bytes && double.IsFinite(bytes) ? bytes : null);
}
