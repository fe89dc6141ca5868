using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Analysis.SelfChecks;

/// <summary>Counts how a selfcheck's comparisons ended, and holds the counts against its bars.</summary>
public static class SelfCheckAnalyzer
{
    /// <summary>The result of a selfcheck, which compares every variant with itself; null for any other run. No profile can ask for that, but <c>compare</c> can.</summary>
    public static SelfCheckResult? Of(RunAnalysis run)
    {
        ArgumentNullException.ThrowIfNull(run);
        if (run.Comparisons.Count == 0 || run.Manifest.Plan.ProfileName != SelfCheckResult.ProfileName) return null;
        if (run.Comparisons.Any(entry => !entry.Comparison.IsOfOneSide)) return null;
        var bars = SelfCheckBars.Of(SelfCheckTally.Of(run.Comparisons));
        return new SelfCheckResult(
            bars.All(bar => bar.Passed),
            bars,
            [.. run.Comparisons.GroupBy(Kind).OrderBy(group => group.Key.Injected is not null).ThenBy(group => IsPressed(group.First())).ThenBy(group => group.Key.Load, StringComparer.Ordinal).Select(Row)],
            [.. run.Comparisons.Where(IsSurprise).Select(entry => new SelfCheckSurprise(entry.Comparison.Id, entry.Verdict.Value!.Value, entry.Ratio.Value!, entry.Spread.Value))],
            run.Comparisons.Sum(entry => entry.Pairs.Count));
    }

    /// <summary>What makes the candidate slower; null where both sides are the same.</summary>
    internal static InjectedSlowdown? Injected(ComparisonAnalysis entry) => IsAtTwoLevels(entry) ? null : entry.Comparison.Candidate.Injected;

    /// <summary>Whether each process drew one of two levels.</summary>
    internal static bool IsAtTwoLevels(ComparisonAnalysis entry) => entry.Comparison.Candidate.Injected is { Drawn: true };

    internal static bool IsWinOrLoss(ComparisonAnalysis entry) => entry.Verdict.Value is Verdict.Wins or Verdict.Loses;

    internal static bool IsPressed(ComparisonAnalysis entry) => entry.Comparison.Candidate.Pressure.Name != PressureSettings.Calm.Name;

    private static (double? Injected, string Load, string Pressure, bool TwoLevels) Kind(ComparisonAnalysis entry) =>
        (Share(Injected(entry)), entry.Comparison.Candidate.Load.Slug, entry.Comparison.Candidate.Pressure.Name, IsAtTwoLevels(entry));

    private static double? Share(InjectedSlowdown? injected) => injected is null ? null : (double)(injected.Run - injected.Counted) / injected.Counted;

    // At two levels a comparison may come out undecided.
    private static bool IsSurprise(ComparisonAnalysis entry) => entry.Verdict.Value is { } verdict
        && (IsAtTwoLevels(entry) ? IsWinOrLoss(entry) : verdict != (Injected(entry) is null ? Verdict.Equivalent : Verdict.Loses));

    private static SelfCheckRow Row(IGrouping<(double? Injected, string Load, string Pressure, bool TwoLevels), ComparisonAnalysis> group)
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
            group.Sum(entry => entry.Pairs.Count),
            Median(group.Select(entry => entry.Spread.Value)),
            Median(group.Select(entry => entry.Ratio.Value?.Estimate)),
            group.Key.TwoLevels);

        int Ended(Verdict verdict) => group.Count(entry => entry.Verdict.Value == verdict);
    }

    private static double? Median(IEnumerable<double?> values) =>
        values.OfType<double>().ToArray() is { Length: > 0 } known ? Quantile.Of(known, 0.5) : null;
}
