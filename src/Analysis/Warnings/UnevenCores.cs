using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Analysis.Warnings;

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
