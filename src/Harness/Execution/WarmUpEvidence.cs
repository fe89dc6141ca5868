using AsyncLoad.Analysis.Rules;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides from a side's warm-up slices whether it is steady: almost no method newly compiled over a window, and the process idle while held, so
/// that the tier-up worker had nothing left to do; and a slice rate that rises no more between the last two windows. A still count alone
/// proves nothing: it stands still while the tier-up worker starves. A rate that falls is the heap or the machine, not tier-up.
/// </summary>
internal sealed class WarmUpEvidence
{
    // Two of them, one after the other, are what every side gets, since a drift takes both: one still window early on is a coincidence. Rates are level
    // from then on: the median of 146 processes under six loads was within 0.2 % of its own rate a second later (docs/adr/0011).
    private static readonly Nanoseconds Window = new(200_000_000);

    // Enough that a slice which a collection ate does not decide.
    private const int RecentSlices = 15;

    // What runs once a slice crosses its thirtieth call late and a method at a time, for seconds; what operations run through has arrived by
    // then, since it is called millions of times, and would show as drift.
    private const int Stragglers = 4;

    // Two quiet windows differ by about 1 %. Where slices scatter more, under heap pressure, their own scatter sets the bar.
    private const double LevelDrift = 0.03;
    private const double StandardErrors = 3;

    // Standard deviation of a normal sample in units of its median absolute deviation, and of its median in units of its mean's.
    private const double DeviationOfMad = 1.4826;
    private const double MedianPenalty = 1.2533;

    private readonly List<Point> points = [];
    private Nanoseconds own;

    /// <summary>Time in own slices so far.</summary>
    public Nanoseconds Own => own;

    /// <summary>Elapsed ns per operation outside GC pauses, the median of the newest slices; null before the first operation.</summary>
    public double? NsPerOperation => Rate([.. points.TakeLast(RecentSlices)]) is { } rate ? 1e9 / rate : null;

    public void Add(HostReply.SliceDone done)
    {
        own += done.Slice.Elapsed;
        points.Add(new Point(done.Slice.Elapsed, done.Slice.Elapsed - done.Slice.Gc.Pause, done.Slice.Operations, done.CompiledMethods, done.Slice.Held));
    }

    public bool IsSteady =>
        Last(skip: default) is [var first, .., var last] && last.CompiledMethods - first.CompiledMethods <= Stragglers
        && HeldCores is null or <= HeldUse.CoresAllowed
        && Drift is { } drift && drift <= Math.Max(LevelDrift, StandardErrors * DriftError);

    public WarmUp Conclude() => new(own, points.Count, IsSteady, points.Count == 0 ? 0 : points[^1].CompiledMethods, Drift, HeldCores);

    private double? Drift =>
        Rate(Last(skip: default)) is { } late && Rate(Last(skip: Window)) is { } early ? (late / early) - 1 : null;

    private double? HeldCores => HeldUse.Cores(Last(skip: default).Select(point => point.Held));

    /// <summary>Standard error of <see cref="Drift"/>, from the scatter of the newest window, robust to disturbed slices.</summary>
    private double DriftError
    {
        get
        {
            var rates = Rates(Last(skip: default));
            var median = Median(rates);
            var deviation = DeviationOfMad * Median([.. rates.Select(rate => Math.Abs(rate - median)).Order()]);
            return Math.Sqrt(2) * MedianPenalty * deviation / median / Math.Sqrt(rates.Count);
        }
    }

    // The median over slices: one disturbed slice must not look like drift.
    private static double? Rate(List<Point> window) => Rates(window) is { Count: > 0 } rates ? Median(rates) : null;

    private static List<double> Rates(List<Point> window) =>
        [.. window.Where(point => point.Operations > 0 && point.Running.Value > 0).Select(point => point.Operations / point.Running.Seconds).Order()];

    private static double Median(List<double> sorted) => sorted[sorted.Count / 2];

    /// <summary>The newest slices that fill one window, leaving out the newest <paramref name="skip"/>.</summary>
    private List<Point> Last(Nanoseconds skip)
    {
        var window = new List<Point>();
        var (skipped, filled) = (0L, 0L);
        for (var index = points.Count - 1; index >= 0 && filled < Window.Value; index--)
        {
            if (skipped < skip.Value)
            {
                skipped += points[index].Elapsed.Value;
                continue;
            }

            filled += points[index].Elapsed.Value;
            window.Insert(0, points[index]);
        }

        return filled >= Window.Value ? window : [];
    }

    // Running is elapsed time without GC pauses: how many fall into a slice says nothing of the code's own speed.
    private sealed record Point(Nanoseconds Elapsed, Nanoseconds Running, long Operations, long CompiledMethods, HeldUsage Held);
}
