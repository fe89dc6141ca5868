using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>How long warming up and measuring a pair may take. Each request has a deadline of its own, but sides that are late at every one would hold a run for hours.</summary>
internal static class PairDeadline
{
    // Operations of a second each keep some 500 warm-up slices from closing for as long.
    private static readonly Duration Allowance = Duration.FromSeconds(900);

    // Processors that others use, collections in full, gates that close late.
    private const int Factor = 10;

    /// <summary>The deadline; null where nobody knows beforehand when the load ends.</summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="load">How operations are driven.</param>
    public static Duration? For(MeasureSettings measure, LoadSettings load) => SliceBudget.Most(measure, load) is { } open
        ? new Duration(Allowance.Nanoseconds + (2 * Factor * (measure.WarmUpCap.Nanoseconds + open.Nanoseconds)))
        : null;
}
