using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Metrics;

/// <summary>Finds out how disturbed the pairs of a comparison were, from counters that are read with every pair.</summary>
internal static class Disturbances
{
    // A spread of fewer pairs is known to ±50 % at best.
    private const int FewestQuiet = 4;

    // A disturbance that changes the width by less cannot be told from chance.
    private const double Narrower = 0.9;

    /// <summary>What others did; null without pairs.</summary>
    /// <param name="load">The load of both sides.</param>
    /// <param name="pairs">Completed pairs.</param>
    /// <param name="logs">Their log ratios by the metric that the verdict is on, in the same order; null where a pair has none.</param>
    /// <param name="halfWidth">Half-width of the interval as a share of its estimate; null where there is none.</param>
    public static Disturbance? Of(LoadSettings load, IReadOnlyList<CompletedPair> pairs, IReadOnlyList<double>? logs, double? halfWidth)
    {
        if (pairs.Count == 0) return null;
        var disturbed = DisturbedPairs.Which(load, pairs);
        double[] others = [.. pairs.Select(pair => pair.Environment?.OtherCores).OfType<double>()];
        double? quietWidth = disturbed.Contains(true) ? QuietWidth(logs, disturbed, halfWidth) : null;
        var found = new Disturbance(others.Length == 0 ? null : others.Average(), others.Length == 0 ? null : others.Max(), disturbed.Count(one => one), quietWidth, "");
        return found with { Sentence = $"{Used(found)}{Effect(found, pairs.Count, halfWidth)}" };
    }

    private static double? QuietWidth(IReadOnlyList<double>? logs, IReadOnlyList<bool> disturbed, double? halfWidth)
    {
        if (logs is null) return null;
        double[] quiet = [.. logs.Where((_, index) => !disturbed[index])];
        return quiet.Length >= FewestQuiet && StandardDeviation.Of([.. logs]) is > 0 and var spread ? halfWidth * StandardDeviation.Of(quiet) / spread : null;
    }

    private static string Used(Disturbance found) => found is { OtherCores: { } mean, MostOtherCores: { } most }
        ? FormattableString.Invariant($"Other processes used {mean:0.00} core on average and {most:0.00} at most. ")
        : "The system does not report what other processes used. ";

    private static string Effect(Disturbance found, int pairs, double? halfWidth) => found switch
    {
        { Pairs: 0 } => "No pair was disturbed.",
        { QuietHalfWidth: { } quiet } when quiet < Narrower * halfWidth => FormattableString.Invariant(
            $"They disturbed {found.Pairs} of {pairs} pairs. The interval is ±{100 * halfWidth:0.0} %; with the spread of the other pairs it would be about ±{100 * quiet:0.0} %."),
        { QuietHalfWidth: not null } => FormattableString.Invariant($"They disturbed {found.Pairs} of {pairs} pairs. The other pairs spread as far, so the interval is not wider because of them."),
        _ => FormattableString.Invariant($"They disturbed {found.Pairs} of {pairs} pairs. Too few other pairs are left to estimate the effect on the interval."),
    };
}
