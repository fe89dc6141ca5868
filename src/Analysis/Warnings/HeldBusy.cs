using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Rules;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Processes used the processor while they were held at their slice barrier, and the slices of one side lost more by it than those of the other.</summary>
internal static class HeldBusy
{
    public const string Id = "held-busy";

    // Half of the two percent that an interval is asked to tell.
    private const double MoveAllowed = 0.01;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        // In turn nothing is held for the other side: between its slices a process only answers.
        if (comparison.Measure.InTurn || pairs.Count == 0) yield break;
        double[] beside = [.. pairs.Select(pair => comparison.Evidence.Beside[pair.Index].Sum(HeldUse.Cores))];
        var moved = HodgesLehmann.PseudoMedian([.. pairs.Select((pair, index) => HeldUse.Moved(pair, beside[index]))]);
        if (Math.Abs(moved) <= MoveAllowed) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"{Uses(comparison, pairs, beside)}. That slowed the {(moved > 0 ? "baseline" : "candidate")}: the ratio is about {Math.Abs(moved):P1} too {(moved > 0 ? "low" : "high")}."),
            Remedy(pairs, beside));
    }

    private static string Uses(JudgedComparison comparison, IReadOnlyList<CompletedPair> pairs, double[] beside)
    {
        var sides = FormattableString.Invariant(
            $"While held, {comparison.Sides.Candidate.Cell.Label} used {pairs.Average(pair => HeldUse.Cores(pair.Candidate)):0.000} core and {comparison.Sides.Baseline.Cell.Label} {pairs.Average(pair => HeldUse.Cores(pair.Baseline)):0.000}");
        return beside.Average() > HeldUse.CoresAllowed
            ? sides + FormattableString.Invariant($", and candidates of other comparisons beside them {beside.Average():0.000}")
            : sides;
    }

    // A higher cap lengthens only the warm-ups that it cut short. After the others, held processes are busiest at the first few slices of a pair.
    private static string Remedy(IReadOnlyList<CompletedPair> pairs, double[] beside)
    {
        var alone = beside.Average() > HeldUse.CoresAllowed ? "Measure it by itself (--only). " : "";
        var longer = pairs.Any(pair => CutShort(pair.Baseline) || CutShort(pair.Candidate))
            ? "Raise measure.warmUpCap: it ended warm-up before tier-up was complete."
            : "Take more slices (measure.slices), so that late compilation disturbs a smaller share of them.";
        return $"{alone}{longer} With background collections, try gcSettings concurrent false.";
    }

    private static bool CutShort(SideMeasurement side) => !side.WarmUp.Steady && HeldUse.Cores(side) > HeldUse.CoresAllowed;
}
