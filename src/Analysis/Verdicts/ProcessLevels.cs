using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>
/// Finds processes that run at one of two levels, from start to end. Which level each pair's processes have is chance, so a win or a loss of only
/// some pairs may be chance too. A verdict is given only where every pair is beyond the margin.
/// </summary>
internal static class ProcessLevels
{
    // Where the machine is at two speeds, both sides of a pair are. The other side then moves with this one by half of its levels' distance or more.
    private const double ShareOfPartner = 0.5;

    /// <summary>The levels by one metric; null where there are none.</summary>
    /// <param name="pairs">What verdicts rest on.</param>
    /// <param name="metric">What the verdict is on.</param>
    /// <param name="margin">δ: levels that are closer than that change no verdict.</param>
    public static TwoLevels? Of(IReadOnlyList<PairRatio> pairs, VerdictMetric metric, double margin)
    {
        if (PairRatios.Logs(pairs, metric) is not { } ratios) return null;
        var (apart, baseline, candidate) = (Math.Log(1 + margin), Logs(pairs, cost => cost.Baseline.Of(metric)), Logs(pairs, cost => cost.Candidate.Of(metric)));
        var found = new TwoLevels(OfSide(baseline, candidate, apart), OfSide(candidate, baseline, apart), Levels(TwoGroups.Find(ratios, apart)));
        return found is { Baseline: null, Candidate: null, Ratio: null } ? null : found;
    }

    /// <summary>Whether every pair says the same, beyond the margin: then no pair's levels can have decided it.</summary>
    public static bool AllAgree(IReadOnlyList<PairRatio> pairs, VerdictMetric metric, double margin) =>
        pairs.All(pair => pair.Of(metric) <= 1 / (1 + margin)) || pairs.All(pair => pair.Of(metric) >= 1 + margin);

    private static Levels? OfSide(double[]? own, double[]? partner, double apart)
    {
        if (own is null || partner is null || TwoGroups.Find(own, apart) is not { } groups) return null;
        var middle = (groups.Low + groups.High) / 2;
        var moved = Mean(above: true) - Mean(above: false);
        return Math.Abs(moved) < ShareOfPartner * (groups.High - groups.Low) ? Levels(groups) : null;

        double Mean(bool above) => partner.Where((_, index) => own[index] > middle == above).Average();
    }

    private static Levels? Levels(Grouping? groups) =>
        groups is null ? null : new Levels(Math.Exp(groups.Low), Math.Exp(groups.High), groups.AtLow, groups.AtHigh);

    private static double[]? Logs(IReadOnlyList<PairRatio> pairs, Func<SidePair<JudgedFigures>, double?> cost)
    {
        double?[] costs = [.. pairs.Select(pair => pair.Costs is { } both ? cost(both) : null)];
        return costs.Contains(null) ? null : [.. costs.Select(value => Math.Log(value!.Value))];
    }
}
