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
        .. steps.Where(step => step.Comparison.BytesDifference.Value is not null).Select(step => (step.At, WithoutStray(step.Comparison.BytesDifference.Value!.Value))),
    ]);

    // Equal bytes, less those of the driver, may lie a little below 0: that is no change of sign.
    private static double WithoutStray(double difference) => Math.Abs(difference) <= CountedBytes.Tolerance ? 0 : difference;
}

/// <summary>What is known of one sweep: where its ratio crosses 1, or why it does not.</summary>
/// <param name="Steps">Its steps, ascending.</param>
/// <param name="Crossing">Where the ratio that verdicts rest on crosses 1.</param>
/// <param name="WinsAbove">Whether the candidate is the cheaper one above the crossing; null where there is none.</param>
/// <param name="Bytes">Where the difference of bytes per operation changes its sign; null where it does not, or more than once.</param>
public sealed record CrossoverAnalysis(
    Sweep Sweep,
    IReadOnlyList<StepAnalysis> Steps,
    CrossingEstimate Crossing,
    bool? WinsAbove,
    (double At, double Low, double High)? Bytes);

/// <summary>One step of a sweep.</summary>
public sealed record StepAnalysis(double At, ComparisonAnalysis Comparison);

/// <summary>Where along an axis an exact difference of bytes changes sign. Bytes are counted, not estimated: no statistics.</summary>
public static class BytesCrossing
{
    /// <summary>
    /// The step at which the difference is 0, linear between the two steps around it, with those two. Where the difference is 0 at one step or
    /// several in a row, it is their middle, with the nearest steps where it is not 0.
    /// </summary>
    /// <param name="steps">Step and bytes per operation of the candidate − of the baseline, in any order, each step once.</param>
    /// <returns>Null when the sign does not change, or more than once.</returns>
    /// <exception cref="ArgumentException">A step is given twice, or a figure is not finite.</exception>
    public static (double At, double Low, double High)? Of(IReadOnlyList<(double Step, double BytesDifference)> steps)
    {
        if (steps.Any(step => !double.IsFinite(step.Step) || !double.IsFinite(step.BytesDifference))) throw new ArgumentException("steps and bytes must be finite", nameof(steps));
        if (steps.DistinctBy(step => step.Step).Count() < steps.Count) throw new ArgumentException("a step is given twice", nameof(steps));

        List<(double Step, double BytesDifference)> ascending = [.. steps.OrderBy(step => step.Step)];
        List<(double Step, double BytesDifference)> signed = [.. ascending.Where(step => step.BytesDifference != 0)];
        List<int> changes = [.. Enumerable.Range(1, Math.Max(0, signed.Count - 1)).Where(i => signed[i - 1].BytesDifference > 0 != signed[i].BytesDifference > 0)];
        if (changes is not [var change]) return null;

        var (below, above) = (signed[change - 1], signed[change]);
        List<double> equal = [.. ascending.Select(step => step.Step).Where(step => step > below.Step && step < above.Step)];
        var at = equal.Count > 0
            ? equal[0] + ((equal[^1] - equal[0]) / 2)
            : below.Step + ((above.Step - below.Step) * (below.BytesDifference / (below.BytesDifference - above.BytesDifference)));
        return (at, below.Step, above.Step);
    }
}
