using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>The control group held the processes back for using more processor time than its quota.</summary>
internal static class Throttled
{
    public const string Id = "throttled";

    // No threshold: once throttled, a group waits for its next period, usually 100 ms. That is ten default slices of one side and none of the other.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<Throttling> held = [.. pairs.Select(pair => pair.Environment?.Throttling).OfType<Throttling>().Where(throttling => throttling.Periods > 0)];
        if (held.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"The control group throttled {held.Count} of {pairs.Count} pairs, one of them for {held.Max(throttling => throttling.Time).Milliseconds:0} ms: slices waited for the quota."),
            "Raise or remove the CPU limit of the container, or use a load with fewer workers than it grants cores.");
    }
}

/// <summary>The host of the virtual machine gave processor time to others while pairs were measured.</summary>
internal static class Stolen
{
    public const string Id = "stolen";

    /// <summary>Share of all cores' time that may be stolen in a pair: 2 %, the half-width asked of an interval. It would move by that if only one side were hit.</summary>
    public const double ShareAllowed = 0.02;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<double> stolen = [.. pairs.Select(pair => pair.Environment?.StolenShare).OfType<double>().Where(share => share > ShareAllowed)];
        if (stolen.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"The host of this virtual machine took more than {100 * ShareAllowed:0} % of its cores' time in {stolen.Count} of {pairs.Count} pairs, up to {100 * stolen.Max():0.0} %: other machines run on the same cores."),
            "Use a machine with dedicated cores and without burst credits, or measure more pairs at another time.");
    }
}

/// <summary>Other processes of the machine were at work while pairs were measured.</summary>
internal static class MachineBusy
{
    public const string Id = "machine-busy";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        List<double> busy = [.. pairs.Select(pair => pair.Environment?.OtherCores).OfType<double>().Where(cores => cores > DisturbedPairs.OtherCoresAllowed)];
        if (busy.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant(
                $"Other processes used more than {DisturbedPairs.OtherCoresAllowed:0.0} core in {busy.Count} of {pairs.Count} pairs, up to {busy.Max():0.0}, which makes pairs differ more."),
            "Stop other processes (\"asyncload doctor\" names them), and do not measure during a build. More pairs also narrow the interval.");
    }
}

/// <summary>The sides of a pair ran on different cores: where cores are unequal, the ratio is then partly theirs.</summary>
internal static class UnevenCores
{
    public const string Id = "uneven-cores";

    /// <summary>
    /// Largest total variation distance between the sides' shares of cores, 0 (same) to 1 (disjoint). Two sides that wander alike over two cores stay
    /// below in 98 of 100 pairs of 30 slices.
    /// </summary>
    public const double DistanceAllowed = 0.3;

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var pairs = comparison.Evidence.Progress.Completed;
        var distances = pairs.Select(Distance).Where(distance => distance > DistanceAllowed).ToList();
        if (distances.Count == 0) yield break;
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            FormattableString.Invariant($"The sides spent different shares of their time on the cores in {distances.Count} of {pairs.Count} pairs (distance up to {distances.Max():0.00} of 1)."),
            "Use a load whose workers are pinned or fill all cores. Or measure more pairs, so that chance evens out which side gets the better core.");
    }

    private static double? Distance(CompletedPair pair)
    {
        if (Shares(pair.Baseline) is not { } baseline || Shares(pair.Candidate) is not { } candidate) return null;
        return Enumerable.Range(0, Math.Max(baseline.Length, candidate.Length)).Sum(core => Math.Abs(baseline.ElementAtOrDefault(core) - candidate.ElementAtOrDefault(core))) / 2;
    }

    // Share of each core in all sightings of a worker; null where the platform does not report the core.
    private static double[]? Shares(SideMeasurement measurement)
    {
        if (measurement.Slices.Count == 0) return null;
        var shares = new double[64 * (1 + measurement.Slices.Max(slice => slice.MoreCores?.Count ?? 0))];
        foreach (var slice in measurement.Slices)
        {
            for (var core = 0; core < shares.Length; core++) shares[core] += (Mask(slice, core / 64) >> (core % 64)) & 1;
        }

        var sightings = shares.Sum();
        return sightings == 0 ? null : Array.ConvertAll(shares, share => share / sightings);
    }

    private static long Mask(Slice slice, int word) => word == 0 ? slice.Cores : slice.MoreCores is { } more && word <= more.Count ? more[word - 1] : 0;
}

/// <summary>The cores' clock was not the same from pair to pair.</summary>
internal static class FrequencyVaried
{
    public const string Id = "frequency-varied";

    /// <summary>
    /// Largest distance of the fastest core's frequency over pairs, as a share of the highest: 10 %. Turbo steps by 1 to 3 % as neighbours wake;
    /// more comes from a governor or from heat. Slower cores say nothing: idle ones slow down at once.
    /// </summary>
    public const double ShareAllowed = 0.1;

    // A note: both sides of a pair meet the same clock, so its ratio stands. Times of different pairs may differ by it.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        List<double> fastest = [.. comparison.Evidence.Progress.Completed.Select(pair => pair.Environment?.Clock?.Fastest).OfType<double>()];
        if (fastest.Count == 0 || fastest.Max() - fastest.Min() <= ShareAllowed * fastest.Max()) yield break;
        var slow = fastest.Count(megahertz => megahertz < (1 - ShareAllowed) * fastest.Max());
        yield return new Warning(
            Id,
            WarningSeverity.Note,
            FormattableString.Invariant(
                $"The fastest core ran at {fastest.Min():0} to {fastest.Max():0} MHz: in {slow} of {fastest.Count} pairs more than {100 * ShareAllowed:0} % below the highest. Ratios hold; times per operation mix the speeds."),
            "Set the governor to performance and switch turbo off, plug the machine in, and let it cool.");
    }
}

/// <summary>Both sides of some pairs took longer at once, and their ratio differs from that of the other pairs. Two processes that are measured in turn have only the machine in common.</summary>
internal static class SpeedVaried
{
    public const string Id = "speed-varied";

    /// <summary>
    /// Times per operation from which a pair counts as slow, as a multiple of those of fast pairs. Pairs of a machine of one speed stay within a tenth of each other;
    /// a neighbour on the same physical core costs a third and more.
    /// </summary>
    public const double FactorAllowed = 1.25;

    // Among fewer pairs a single fast one would make the others slow.
    private const int FewestPairs = 4;

    // A host that shares its cores reports no stolen time where it only runs them slower: the times themselves are the evidence.
    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        List<PairRatio> pairs = [.. comparison.Evidence.Progress.Completed.Select(PairRatio.Between)];
        // Where processes of a side run at two levels, some pairs have two slow ones by chance. A schedule's times depend on how operations queue.
        if (pairs.Count < FewestPairs || comparison.Judgement.Levels is { Baseline: not null } or { Candidate: not null } || comparison.Evidence.Comparison.Baseline.Load.IsPaced) yield break;
        var factors = Factors(pairs).ToList();
        var slow = pairs.Where((_, index) => factors[index] > FactorAllowed).ToList();
        if (slow.Count == 0) yield break;
        var (there, elsewhere) = (Ratio(slow), Ratio(pairs.Except(slow)));
        // Where both sides slow down alike the ratio holds, and a pair or two may differ from the others by half of the interval.
        if (Math.Abs(Math.Log(there / elsewhere)) <= Math.Log(1 + Math.Max(comparison.Measure.Margin, comparison.Judgement.HalfWidth.Value ?? 0))) yield break;
        var outside = comparison.Judgement.Ratios[VerdictMetric.Wall].Value is { } ratio && (there < ratio.Low || there > ratio.High);
        yield return new Warning(
            Id,
            outside ? WarningSeverity.Warning : WarningSeverity.Note,
            FormattableString.Invariant(
                $"The machine itself ran at different speeds: in {slow.Count} of {pairs.Count} pairs both sides took up to {factors.Max():0.0} times as long as in fast pairs. The ratio of times was {there:0.00} there and {elsewhere:0.00} in the others."),
            "Use dedicated cores, or measure again at another hour: a neighbour on the same host, heat or a power limit slows both sides, and not always alike.");
    }

    // How much longer both sides of each pair took than in fast pairs, at least.
    private static IEnumerable<double> Factors(IReadOnlyList<PairRatio> pairs)
    {
        var (baseline, candidate) = (Fast(pairs.Select(pair => pair.Costs!.Baseline.Wall)), Fast(pairs.Select(pair => pair.Costs!.Candidate.Wall)));
        return pairs.Select(pair => Math.Min(pair.Costs!.Baseline.Wall / baseline, pair.Costs.Candidate.Wall / candidate));
    }

    // A quarter of the pairs is faster.
    private static double Fast(IEnumerable<double> times)
    {
        double[] ordered = [.. times.Order()];
        return ordered[ordered.Length / 4];
    }

    private static double Ratio(IEnumerable<PairRatio> pairs)
    {
        double[] ratios = [.. pairs.Select(pair => pair.Ratios.Wall).Order()];
        return ratios[ratios.Length / 2];
    }
}
