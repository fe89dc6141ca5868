using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Judges the sweeps of a run from the comparisons at their steps.</summary>
internal static class CrossoverAnalyzer
{
    /// <summary>One entry for each sweep, in the order of the plan; none where nothing is judged.</summary>
    public static IReadOnlyList<CrossoverAnalysis> Analyze(Plan plan, IReadOnlyList<ComparisonAnalysis> comparisons)
    {
        if (!plan.Measure.Verdicts) return [];
        var byId = comparisons.ToDictionary(comparison => comparison.Comparison.Id, StringComparer.Ordinal);
        return [.. (plan.Sweeps ?? []).Select(sweep => Analyze(plan, sweep, byId))];
    }

    private static CrossoverAnalysis Analyze(Plan plan, Sweep sweep, Dictionary<string, ComparisonAnalysis> byId)
    {
        StepAnalysis[] steps = [.. sweep.Steps.OrderBy(step => step.At).Select(step => new StepAnalysis(step.At, byId[step.Comparison]))];
        StepSample[] samples = [.. steps.Select(step => new StepSample(step.At, PairRatios.Logs(step.Comparison.Pairs, plan.Measure.Metric) ?? []))];
        var crossing = Crossing.Of(samples, plan.Measure.Margin, plan.Seed);
        return new CrossoverAnalysis(sweep, steps, crossing, crossing is CrossingEstimate.At at ? WinsAbove(samples, at.Estimate) : null, Bytes(steps));
    }

    // The fit is monotone, so the mean on either side of the crossing has the sign of the fit there.
    private static bool WinsAbove(IEnumerable<StepSample> samples, double crossing) =>
        samples.SelectMany(sample => sample.LogRatios.Select(ratio => sample.Step >= crossing ? ratio : -ratio)).Sum() < 0;

    private static (double At, double Low, double High)? Bytes(IEnumerable<StepAnalysis> steps) => BytesCrossing.Of(
    [
        .. steps.Where(step => step.Comparison.BytesDifference.Value is not null).Select(step => (step.At, step.Comparison.BytesDifference.Value!.Value)),
    ]);
}
