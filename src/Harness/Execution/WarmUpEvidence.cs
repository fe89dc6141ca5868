using AsyncLoad.Analysis.Rules;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// Decides from a side's warm-up slices whether it is steady. Then almost no method is compiled in a window, and the process is idle while held: the tier-up
/// worker has nothing left to do. Also, neither the slice rate nor the rate of collections in their pauses rises between the last two windows.
/// A constant count alone proves nothing: it is constant too while the tier-up worker starves. A falling rate comes from the heap or the machine, not from tier-up.
/// With slow calls, slices hold single calls, and a side is steady when the newest two agree.
/// </summary>
/// <param name="atOnce">Operations that are under way at once: one call of each worker.</param>
internal sealed class WarmUpEvidence(long atOnce = 1)
{
    /// <summary>This many first slices hold whole calls, to find how long one takes. This many slow calls must agree.</summary>
    public const int CallsThatAgree = 2;

    // 50 ms, well below 100 ms, so that calls of 100 ms are always slow.
    private static readonly Nanoseconds SlowCall = new(50_000_000);

    /// <summary>
    /// A window of own slices. Every side gets two in a row, since a drift shows only between two: a single steady window early on may be a coincidence.
    /// When only the operations are left to be compiled, rates are level after 30 ms (docs/evidence/adr/0015).
    /// </summary>
    public static readonly Nanoseconds ShortWindow = new(50_000_000);

    /// <summary>
    /// The same where the load sets the pace of operations. After two of these, the rates of 146 processes under six loads changed by less than 0.2 % in the median
    /// (docs/evidence/adr/0011).
    /// </summary>
    public static readonly Nanoseconds LongWindow = new(200_000_000);

    // In ns: a window of 50 ms holds 500 such operations.
    private const double SlowestOfShortWindows = 100_000;

    // A slice waits so long at most for the first calls to end, before it counts.
    private static readonly Nanoseconds LongestRamp = new(5_000_000);

    // In ns: the shortest slice of a warm-up.
    private const double ShortestSlice = 1_000_000;

    // Enough that a slice taken up by a collection does not decide.
    private const int RecentSlices = 15;

    // Code that runs once per slice reaches its thirtieth call late, one method at a time, for seconds. The code of operations is optimised by
    // then, since it is called millions of times. Otherwise it would show as drift.
    private const int Stragglers = 4;

    // Two quiet windows differ by about 1 %. Where slices scatter more, under heap pressure, their own scatter sets the bar.
    private const double LevelDrift = 0.03;

    // A collection is ten times as noisy, and became 30 % shorter when the tier-up worker was done with the rest (docs/evidence/adr/0015).
    private const double LevelPauseDrift = 0.1;
    private const double StandardErrors = 3;

    // Standard deviation of a normal sample in units of its median absolute deviation, and of its median in units of its mean's.
    private const double DeviationOfMad = 1.4826;
    private const double MedianPenalty = 1.2533;

    private readonly List<Point> points = [];
    private Nanoseconds asked = LongWindow;
    private int begun;
    private Nanoseconds own;
    private (long Operations, long Bytes)? first;
    private bool exceeded;

    /// <summary>Time in own slices so far.</summary>
    public Nanoseconds Own => own;

    /// <summary>Elapsed ns per operation outside GC pauses, the median of the newest slices; null before the first operation.</summary>
    public double? NsPerOperation => Rate(Recent, Speed) is { } rate ? 1e9 / rate : null;

    /// <summary>The same for the fastest of them: what an operation takes while others leave the processors alone; null before the first operation.</summary>
    public double? FastestNsPerOperation => Rates(Recent, Speed) is [.., var rate] ? 1e9 / rate : null;

    /// <summary>Whether the next slice is to hold whole calls: for the first two, and for all when calls are slow or longer than slices.</summary>
    public bool WantsWholeCalls => Calls.Count < CallsThatAgree || IsSlow || ExceedSlices;

    /// <summary>Whether one call of each worker takes so long that a slice of the warm-up, which cuts calls at its edges, counts too few of them or none.</summary>
    public bool ExceedSlices => exceeded && Round > ShortestSlice;

    /// <summary>How long one call of each worker takes, in ns; null before the first.</summary>
    public double? Round => FastestNsPerOperation * atOnce;

    /// <summary>How long the newest slice was; null before the first.</summary>
    public Nanoseconds? Newest => points.Count == 0 ? null : points[^1].Elapsed;

    /// <summary>Whether a call takes so long that slices hold single calls. On a starved machine a slice of a short one may look so, but not two.</summary>
    public bool IsSlow => Calls.Count > 0 && Calls.All(point => point.IsSlow);

    /// <summary>Asks for windows of this length from here on: nothing before counts as level.</summary>
    public void Begin(Nanoseconds length) => (asked, begun) = (length, points.Count);

    /// <summary>How many of the newest slices fill a window; 0 while the side is not steady, and where slices hold whole calls.</summary>
    public int LevelSlices => IsSteady && !ExceedSlices ? Last(skip: default).Count : 0;

    /// <param name="done">The slice.</param>
    /// <param name="whole">Whether it holds whole calls only.</param>
    public void Add(HostReply.SliceDone done, bool whole = false)
    {
        own += done.Slice.Elapsed;
        // Loads at a pace of their own never hold whole calls, and may rest for a slice.
        if (!whole && first is not null) exceeded |= done.Slice.Operations == 0 && Round > done.Slice.Elapsed.Value;
        // Before this slice, only the value check has called the operation.
        if (whole && done.Slice.Operations > 0) first ??= (done.Slice.Operations, done.Slice.Gc.AllocatedBytes);
        points.Add(new Point(
            done.Slice.Elapsed,
            done.Slice.Elapsed - done.Slice.Gc.Pause,
            done.Slice.Operations,
            done.Slice.Gc,
            done.CompiledMethods,
            done.Slice.Held,
            whole && done.Slice.Elapsed >= SlowCall && done.Slice.Operations > 0 && done.Slice.Operations <= atOnce));
        // The first calls tell, whichever slices they are in: on a starved machine one may be over before a worker begins.
        if (whole && done.Slice.Operations > 0 && points.Count(point => point.Operations > 0) == CallsThatAgree) exceeded = Calls.TrueForAll(point => point.Elapsed > LongestRamp);
    }

    public bool IsSteady => IsSlow ? Drift <= LevelDrift :
        Last(skip: default) is [var first, .., var last] && last.CompiledMethods - first.CompiledMethods <= Stragglers
        && HeldCores is null or <= HeldUse.CoresAllowed
        && Drift is not null && IsLevel(Speed, LevelDrift) && IsLevel(Pace, LevelPauseDrift);

    public WarmUp Conclude() => new(own, points.Count, IsSteady, points.Count == 0 ? 0 : points[^1].CompiledMethods, Drift, HeldCores)
    {
        FirstOperations = first?.Operations,
        FirstBytes = first?.Bytes,
    };

    private double? Drift => IsSlow ? CallDrift : DriftOf(Speed);

    // Slow operations have been called fewer than sixty times by then, so a level rate may come from code that is not optimised yet.
    private Nanoseconds Window => NsPerOperation <= SlowestOfShortWindows ? asked : LongWindow;

    private bool IsLevel(Func<Point, double?> rate, double allowed) =>
        DriftOf(rate) is not { } drift || drift <= Math.Max(allowed, StandardErrors * DriftError(rate));

    private double? DriftOf(Func<Point, double?> rate) =>
        Rate(Last(skip: default), rate) is { } late && Rate(Last(skip: Window), rate) is { } early ? (late / early) - 1 : null;

    private double? CallDrift => Calls is [var early, var late] ? (Rate([late], Speed) / Rate([early], Speed)) - 1 : null;

    // The newest two slices in which anything was finished: on a starved machine workers may find the slice barrier closed again.
    private List<Point> Calls => [.. points.Where(point => point.Operations > 0).TakeLast(CallsThatAgree)];

    private List<Point> Recent => [.. points.TakeLast(RecentSlices)];

    private double? HeldCores => HeldUse.Cores(Last(skip: default).Select(point => point.Held));

    // Operations per second outside of pauses, and collections per second of pause.
    private static double? Speed(Point point) => point.Operations > 0 && point.Running.Value > 0 ? point.Operations / point.Running.Seconds : null;

    private static double? Pace(Point point) => point.Gc.Collections > 0 && point.Gc.Pause.Value > 0 ? point.Gc.Collections / point.Gc.Pause.Seconds : null;

    /// <summary>Standard error of a drift, from the scatter of the newest window, robust to disturbed slices.</summary>
    private double DriftError(Func<Point, double?> rate)
    {
        var rates = Rates(Last(skip: default), rate);
        var median = Quantile.UpperMiddle(rates);
        var deviation = DeviationOfMad * Quantile.UpperMiddle([.. rates.Select(each => Math.Abs(each - median)).Order()]);
        return Math.Sqrt(2) * MedianPenalty * deviation / median / Math.Sqrt(rates.Count);
    }

    // The median over slices: one disturbed slice must not look like drift.
    private static double? Rate(List<Point> slices, Func<Point, double?> rate) => Rates(slices, rate) is { Count: > 0 } rates ? Quantile.UpperMiddle(rates) : null;

    private static List<double> Rates(List<Point> slices, Func<Point, double?> rate) => [.. slices.Select(rate).OfType<double>().Order()];

    /// <summary>The newest slices that fill one window, leaving out the newest <paramref name="skip"/>.</summary>
    private List<Point> Last(Nanoseconds skip)
    {
        var (window, newest) = (Window, new List<Point>());
        var (skipped, filled) = (0L, 0L);
        for (var index = points.Count - 1; index >= begun && filled < window.Value; index--)
        {
            if (skipped < skip.Value)
            {
                skipped += points[index].Elapsed.Value;
                continue;
            }

            filled += points[index].Elapsed.Value;
            newest.Insert(0, points[index]);
        }

        return filled >= window.Value ? newest : [];
    }

    // Running is elapsed time without GC pauses: how many fall into a slice says nothing about the speed of the code.
    private sealed record Point(Nanoseconds Elapsed, Nanoseconds Running, long Operations, GcCounters Gc, long CompiledMethods, HeldUsage Held, bool IsSlow);
}
