using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Rules;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Warm-up reached its cap before the rate was steady.</summary>
internal static class NoSteadyState
{
    public const string Id = "no-steady-state";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        foreach (var side in comparison.Sides.Each())
        {
            var unsteady = side.Measurements.Select(measurement => measurement.WarmUp).Where(warmUp => !warmUp.Steady).ToList();
            if (unsteady.Count == 0) continue;
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: no steady state before the warm-up cap in {unsteady.Count} of {side.Measurements.Count} pairs{Drift(unsteady)}."),
                "Raise measure.warmUpCap, or quieten the machine: tier-up needs a free core.");
        }
    }

    private static string Drift(List<WarmUp> unsteady)
    {
        var largest = unsteady.Max(warmUp => warmUp.Drift is { } drift ? Math.Abs(drift) : (double?)null);
        return largest is null ? "" : FormattableString.Invariant($", rate still drifting by {100 * largest:0.0} %");
    }
}

/// <summary>Processes of a side run at one of two levels, so which side is faster depends on the levels in each pair.</summary>
internal static class TwoSpeeds
{
    public const string Id = "two-levels";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (comparison.Judgement.Levels is not { } levels) yield break;
        var verdict = comparison.Judgement.Verdict.Value switch
        {
            Verdict.Wins or Verdict.Loses => "The verdict holds: every pair agrees, whatever the levels of its processes.",
            Verdict.Equivalent => "The sides are equivalent in most pairs, but not where the levels of a pair differ.",
            _ => "Which side is faster depends on the levels in a pair, so neither wins.",
        };
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            $"{Sentence(comparison, levels)}. {verdict}",
            "More pairs do not help. Find what differs between processes and stays the same within each: alignment of code or data, the JIT compiler's profile, a random seed, a core. gcSettings tieredPgo false shows whether the profile is the cause.");
    }

    /// <summary>Both levels of each side that has two, with how many processes are at each; of the pairs, where no side's own times show them.</summary>
    public static string Sentence(JudgedComparison comparison, TwoLevels levels) => string.Join("; ", new[]
    {
        Of(comparison, Side.Baseline, levels.Baseline),
        Of(comparison, Side.Candidate, levels.Candidate),
        levels is { Baseline: null, Candidate: null, Ratio: { } ratio }
            ? FormattableString.Invariant($"{ratio.AtLow} pairs have a ratio of about {ratio.Low:0.000}, {ratio.AtHigh} of about {ratio.High:0.000}")
            : null,
    }.OfType<string>());

    private static string? Of(JudgedComparison comparison, Side side, Levels? levels) => levels is null ? null : FormattableString.Invariant(
        $"{side.ToString().ToLowerInvariant()} {comparison.Evidence.Comparison.CellOf(side).Label} runs at one of two levels: {levels.AtLow} processes at about {levels.Low:0.###} {Unit(comparison)}, {levels.AtHigh} at about {levels.High:0.###} ({100 * ((levels.High / levels.Low) - 1):0} % apart)");

    private static string Unit(JudgedComparison comparison) => comparison.Judgement.Metric switch
    {
        VerdictMetric.Cpu => "CPU ns/op",
        VerdictMetric.P99 => "ns at p99",
        VerdictMetric.Peak => "B at the peak",
        VerdictMetric.Retained => "B retained",
        _ => "ns/op",
    };
}

/// <summary>A side that allocates had so few collections that its GC cost depends on chance: no GC part is given.</summary>
internal static class FewCollections
{
    public const string Id = "few-collections";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        // Figures alone have no GC part that could be withheld.
        if (!comparison.Measure.Verdicts) yield break;
        foreach (var side in comparison.Sides.Each())
        {
            if (side.Ledger.Value is not { } ledger || !EnoughCollections.AreMissing(ledger, side.Bytes)) continue;
            var poor = side.Measurements.Count(measurement => measurement.Slices.Sum(slice => slice.Gc.Collections) < EnoughCollections.Fewest);
            yield return new Warning(
                Id,
                WarningSeverity.Warning,
                FormattableString.Invariant($"{side.Cell.Label}: fewer than {EnoughCollections.Fewest} collections in the slices of {poor} of {side.Measurements.Count} pairs, as few as {ledger.FewestCollections}. The share of GC in the ratio is not given."),
                "Measure longer (measure.slices, measure.slice) or set a smaller gen0Size in gcSettings, so that every pair has at least ten collections.");
        }
    }
}

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
