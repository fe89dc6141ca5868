using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.SelfChecks;

/// <summary>Counts how a selfcheck's comparisons ended, and checks the counts against its bars.</summary>
public static class SelfCheckAnalyzer
{
    /// <summary>Whether a plan belongs to a selfcheck, which compares every variant with itself. No profile can ask for that, but <c>compare</c> can.</summary>
    public static bool IsSelfCheck(Plan plan) =>
        plan.ProfileName == SelfCheckResult.ProfileName && plan.Comparisons.Count > 0 && plan.Comparisons.All(comparison => comparison.IsOfOneSide);

    /// <summary>The result of a selfcheck; null for any other run.</summary>
    public static SelfCheckResult? Of(RunAnalysis run) => IsSelfCheck(run.Manifest.Plan) ? Of([.. run.Comparisons.Select(SelfCheckEntry.Of)]) : null;

    /// <summary>The result of these comparisons, in the order of the plan.</summary>
    public static SelfCheckResult Of(IReadOnlyList<SelfCheckEntry> comparisons)
    {
        var bars = SelfCheckBars.Of(SelfCheckTally.Of(comparisons));
        return new SelfCheckResult(
            bars.All(bar => bar.Passed),
            bars,
            [
                .. comparisons.GroupBy(Kind)
                    .OrderBy(group => group.Key.TwoLevels)
                    .ThenBy(group => group.Key.Injected is not null)
                    .ThenBy(group => group.First().IsPressed)
                    .ThenBy(group => group.Key.Load, StringComparer.Ordinal)
                    .Select(Row),
            ],
            [.. comparisons.Where(IsSurprise).Select(entry => new SelfCheckSurprise(entry.Comparison.Id, entry.Verdict!.Value, entry.Ratio!, entry.Spread))],
            comparisons.Sum(entry => entry.Pairs));
    }

    private static (double? Injected, string Load, string Pressure, bool TwoLevels) Kind(SelfCheckEntry entry) =>
        (Share(entry.Injected), entry.Comparison.Candidate.Load.Slug, entry.Comparison.Candidate.Pressure.Name, entry.Comparison.IsAtTwoLevels);

    private static double? Share(InjectedSlowdown? injected) => injected is null ? null : (double)(injected.Run - injected.Counted) / injected.Counted;

    // At two levels a comparison may end undecided.
    private static bool IsSurprise(SelfCheckEntry entry) => entry.Verdict is { } verdict
        && (entry.Comparison.IsAtTwoLevels ? entry.IsWinOrLoss : verdict != (entry.Injected is null ? Verdict.Equivalent : Verdict.Loses));

    private static SelfCheckRow Row(IGrouping<(double? Injected, string Load, string Pressure, bool TwoLevels), SelfCheckEntry> group)
    {
        return new SelfCheckRow(
            group.Key.Injected,
            group.Key.Load,
            group.Key.Pressure,
            group.Count(),
            Ended(Verdict.Wins),
            Ended(Verdict.Loses),
            Ended(Verdict.Equivalent),
            Ended(Verdict.Inconclusive),
            group.Sum(entry => entry.Pairs),
            Median(group.Select(entry => entry.Spread)),
            Median(group.Select(entry => entry.Ratio?.Estimate)),
            group.Key.TwoLevels);

        int Ended(Verdict verdict) => group.Count(entry => entry.Verdict == verdict);
    }

    private static double? Median(IEnumerable<double?> values) =>
        values.OfType<double>().ToArray() is { Length: > 0 } known ? Quantile.Of(known, 0.5) : null;
}
