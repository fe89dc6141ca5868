using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Judges the sweeps of a run from the comparisons at their levels.</summary>
internal static class CrossoverAnalyzer
{
    /// <summary>One entry a sweep, in the order of the plan; none where nothing is judged.</summary>
    public static IReadOnlyList<CrossoverAnalysis> Analyze(Plan plan, IReadOnlyList<ComparisonAnalysis> comparisons)
    {
        if (!plan.Measure.Verdicts) return [];
        var byId = comparisons.ToDictionary(comparison => comparison.Comparison.Id, StringComparer.Ordinal);
        return [.. (plan.Sweeps ?? []).Select(sweep => Analyze(plan, sweep, byId))];
    }

    private static CrossoverAnalysis Analyze(Plan plan, Sweep sweep, Dictionary<string, ComparisonAnalysis> byId)
    {
        LevelAnalysis[] levels = [.. sweep.Levels.OrderBy(level => level.At).Select(level => new LevelAnalysis(level.At, byId[level.Comparison]))];
        LevelSample[] samples = [.. levels.Select(level => LevelSamples.Of(level.At, level.Comparison.Pairs, plan.Measure.Metric))];
        var crossing = Crossing.Of(samples, plan.Measure.Margin, plan.Seed);
        return new CrossoverAnalysis(sweep, levels, crossing, crossing is CrossingEstimate.At at ? WinsAbove(samples, at.Estimate) : null, Bytes(levels));
    }

    // The fit is monotone, so the mean on either side of the crossing has the sign of the fit there.
    private static bool WinsAbove(IEnumerable<LevelSample> samples, double crossing) =>
        samples.SelectMany(sample => sample.LogRatios.Select(ratio => sample.Level >= crossing ? ratio : -ratio)).Sum() < 0;

    private static (double At, double Low, double High)? Bytes(IEnumerable<LevelAnalysis> levels) => BytesCrossing.Of(
    [
        .. levels.Where(level => level.Comparison.BytesDifference is not null).Select(level => (level.At, level.Comparison.BytesDifference!.Value)),
    ]);
}
