using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// What a run will need, from what its parts typically take on a two-core machine that does nothing else. This is the only place for these constants.
/// A calm pair of 60 slices of 10 ms comes to about 2.3 s on one thread and 2.6 s on both cores. A virtual machine is as fast as its host lets it be.
/// </summary>
internal static class PairForecast
{
    // Starting two processes, setting up workloads, and checking values.
    private const double StartSeconds = 0.25;

    // Two windows of 50 ms of a side's own slices and what comes before them (docs/evidence/adr/0015). Where a load leaves a core to it, the tier-up worker is done earlier.
    private const double SequentialWarmUpSeconds = 0.25;
    private const double WarmUpSeconds = 0.4;

    // Windows of 200 ms: at least 0.4 s of a side's own slices (0.5 to 1.1 s on a slow day), plus opening and closing them.
    private const double LongSequentialWarmUpSeconds = 0.9;
    private const double LongWarmUpSeconds = 1.2;

    // Opening, ramping, closing and acknowledging one slice.
    private const double SliceOverheadSeconds = 0.002;

    // Three count slices per side, of 10 ms where operations are fast, of 300 ms at most where they are slow. Before them comes one of a tenth.
    private const double FastCountSeconds = 0.035;
    private const double SlowCountSeconds = 0.95;

    // Pauses close slices late, rates settle later, and slices are added until there are ten collections.
    private const double PressureFactor = 1.2;

    // NBomber starts up, waits for its copies, and computes its statistics: 3 to 5 s beyond its load, and more on a busy machine.
    private const double WholeRunOverheadSeconds = 5;

    // Building a live set of 50 MB takes 0.1 s.
    private const double BuildSecondsPerMegabyte = 0.002;

    private const double TracedRunSeconds = 1.2;

    // Sides that allocate have traces of 4 to 5 MB, others of less than 1 MB.
    private const long TraceBytes = 4L << 20;
    private const long JournalBytesPerSlice = 700;

    // Log, manifest, reports.
    private const long OtherBytes = 1L << 20;

    // A live set needs room to be moved in; a process without one takes about 100 MB.
    private const double LiveSetFactor = 1.5;
    private const long ProcessBytes = 100L << 20;

    // The most that background allocation keeps alive at a time; usually it is a few MB.
    private const long SurvivorBytes = 32L << 20;

    // NBomber queues the results of iterations that do nothing faster than it counts them: room for the three seconds of a load overhead run.
    private const long NBomberQueueBytes = 400L << 20;

    /// <summary>What a plan of these parts will need.</summary>
    /// <param name="measure">How pairs are measured.</param>
    /// <param name="comparisons">What is compared; at least one.</param>
    /// <param name="loadOverhead">What loads cost by themselves: one pair each.</param>
    /// <param name="traces">Traced runs.</param>
    /// <param name="waiting">Ids of comparisons whose operations may suspend.</param>
    public static Forecast Of(
        MeasureSettings measure, IReadOnlyList<Comparison> comparisons, IReadOnlyList<Comparison> loadOverhead, int traces, IReadOnlySet<string> waiting)
    {
        var groups = comparisons.GroupBy(SharedBaseline.KeyOf, StringComparer.Ordinal).Select(group => group.ToList()).ToList();
        var round = groups
            .SelectMany(group => group.Select(comparison => (Pair: PairSeconds(measure, comparison.Baseline, waiting.Contains(comparison.Id)), Later: LaterShare(group, measure))))
            .ToList();
        var once = (traces * TracedRunSeconds) + loadOverhead.Sum(comparison => PairSeconds(measure, comparison.Baseline, waits: false).Least);
        var pairs = ((long)comparisons.Count * measure.Looks[^1]) + loadOverhead.Count;
        return new Forecast(
            Seconds(round.Sum(one => one.Pair.Least * (1 + ((measure.Looks[0] - 1) * one.Later))) + once),
            Seconds(round.Sum(one => one.Pair.Most * (1 + ((measure.Looks[^1] - 1) * one.Later))) + once),
            new ByteSize((traces * TraceBytes) + JournalBytes(measure, pairs) + OtherBytes),
            new ByteSize(Math.Max(comparisons.Max(comparison => (measure.InTurn ? 1 : 2) * BytesOf(comparison.Baseline.Pressure)), loadOverhead.Select(LoadOverheadBytes).DefaultIfEmpty().Max())));
    }

    /// <summary>The same where sweeps may add steps: how many a crossing takes is not known beforehand.</summary>
    public static Forecast With(Forecast forecast, MeasureSettings measure, IReadOnlyList<Sweep> sweeps, IReadOnlyList<Comparison> comparisons)
    {
        var cells = comparisons.ToDictionary(comparison => comparison.Id, comparison => comparison.Baseline, StringComparer.Ordinal);
        var more = sweeps.Sum(sweep => (sweep.MostSteps - sweep.Steps.Count) * sweep.Steps.Max(step => PairSeconds(measure, cells[step.Comparison], waits: false).Most));
        return forecast with { Longest = Seconds(Seconds(forecast.Longest) + (more * measure.Looks[^1])) };
    }

    /// <summary>Memory of a measured process, in bytes.</summary>
    public static long BytesOf(PressureSettings pressure) =>
        (long)(pressure.LiveSet.Bytes * LiveSetFactor) + (pressure.SurvivePercent > 0 ? SurvivorBytes : 0) + ProcessBytes;

    /// <summary>Size of a journal with this many pairs, in bytes.</summary>
    public static long JournalBytes(MeasureSettings measure, long pairs) => pairs * measure.Slices * JournalBytesPerSlice;

    // Both are the same, unless operations wait: then slices may hold fewer than the ten collections that a verdict needs.
    private static (double Least, double Most) PairSeconds(MeasureSettings measure, Cell cell, bool waits)
    {
        var (slices, load) = (SideSeconds(measure, cell.Load), cell.Load);
        var least = Of(slices + FastCountSeconds, hasLongWindows: load.IsPaced || measure.PlatformTiering);
        if (!waits) return (least, least);
        var extended = measure.Verdicts && load.Timeline is null && load.WholeRun is null ? slices * SliceBudget.MostExtension : slices;
        return (least, Of(extended + SlowCountSeconds, hasLongWindows: true));

        double Of(double side, bool hasLongWindows)
        {
            var typical = (load is LoadSettings.Sequential, hasLongWindows) switch
            {
                (true, false) => SequentialWarmUpSeconds,
                (true, true) => LongSequentialWarmUpSeconds,
                (false, false) => WarmUpSeconds,
                (false, true) => LongWarmUpSeconds,
            };
            var warmUp = Math.Min(typical, Seconds(measure.WarmUpCap));
            var pressure = cell.Pressure;
            // With --in-turn processes start twice, and each is held while it warms up.
            var start = StartSeconds;
            if (measure.InTurn) (start, warmUp) = (2 * start, 2 * warmUp);
            if (pressure == PressureSettings.Calm) return start + (2 * (warmUp + side));
            return start + (2 * (warmUp + side) * PressureFactor) + (pressure.LiveSet.Bytes / (double)(1 << 20) * BuildSecondsPerMegabyte);
        }
    }

    private static double SideSeconds(MeasureSettings measure, LoadSettings load)
    {
        if (load.WholeRun is { } whole) return Seconds(whole) + WholeRunOverheadSeconds;
        // Stages without a length end when their iterations are done, at a time that is not known beforehand.
        if (load.Timeline is { } stages) return stages.Sum(stage => Seconds(stage.Length ?? default)) * (1 + (SliceOverheadSeconds / Seconds(SliceBudget.ShortestPaced)));
        var budget = load.IsPaced ? SliceBudget.For(measure, load, null) : new SliceBudget(measure.Slice, measure.Slices);
        return budget.Count * (Seconds(budget.Length) + SliceOverheadSeconds);
    }

    // The time of a later pair as a share of one alone: a group shares the process of its baseline. First pairs are alone.
    private static double LaterShare(List<Comparison> group, MeasureSettings measure)
    {
        var most = SharedBaseline.MostBeside(group[0].Baseline, measure, free: null);
        return (group.Count + ((group.Count + most - 1) / most)) / (2.0 * group.Count);
    }

    private static long LoadOverheadBytes(Comparison comparison) => comparison.Baseline.Load.WholeRun is null ? 0 : 2 * (ProcessBytes + NBomberQueueBytes);

    private static double Seconds(Duration duration) => duration.Nanoseconds / 1e9;

    private static Duration Seconds(double seconds) => new((long)(seconds * 1e9));
}

/// <summary>How long warming up and measuring a pair may take. Each request has its own deadline, but sides that are late at every one would hold a run for hours.</summary>
internal static class PairDeadline
{
    // A slice of a paced load closes only when its operations are done.
    private static readonly Duration Allowance = Duration.FromSeconds(900);

    // Busy processors, full collections, and slice barriers that close late.
    private const int Factor = 10;

    /// <summary>The deadline; null where the end of the load is not known beforehand.</summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="load">How operations are driven.</param>
    /// <param name="sides">Sides that are measured in turn.</param>
    public static Duration? For(MeasureSettings measure, LoadSettings load, int sides = 2) => SliceBudget.Most(measure, load) is { } open
        ? new Duration(Allowance.Nanoseconds + (sides * Factor * (measure.WarmUpCap.Nanoseconds + open.Nanoseconds)))
        : null;
}

/// <summary>
/// How long slices are and how many. A slice of slow operations grows until it holds enough of them, or its edges would decide what is counted in it.
/// There are fewer slices then, so that a pair takes about as long as the profile meant.
/// </summary>
/// <param name="Length">Length of one slice.</param>
/// <param name="Count">Slices per side.</param>
internal sealed record SliceBudget(Duration Length, int Count)
{
    // An edge cuts through one operation per worker: a hundred of them keep that at about 1 %.
    private const double EnoughOperations = 100;

    // Operations of 10 ms and more fill it with fewer: longer slices would hold the other side for too long.
    private static readonly Duration Longest = Duration.FromSeconds(1);

    // Two in each order of the sides.
    private const int FewestSlices = 4;

    // The least time that slow calls of a side fill together: ten calls of 100 ms, or one of a second.
    private static readonly Duration EnoughCalls = Duration.FromSeconds(1);

    // Shorter than a slow call, and long enough that every worker begins one.
    private static readonly Duration ShortestOfCalls = Duration.FromMilliseconds(30);

    /// <summary>At most this many times the asked slices, to reach ten collections, or one operation: cells without them must end too.</summary>
    public const int MostExtension = 6;

    /// <summary>Shortest slice of a paced load, which starts again at each opening and is waited for at each closing.</summary>
    public static readonly Duration ShortestPaced = Duration.FromMilliseconds(100);

    /// <summary>The budget for a pair, by the speed of its slower side.</summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="load">How operations are driven.</param>
    /// <param name="nsPerOperation">Elapsed ns per operation, all workers together; null when none was finished yet.</param>
    public static SliceBudget For(MeasureSettings measure, LoadSettings load, double? nsPerOperation)
    {
        var shortest = load.IsPaced && measure.Slice < ShortestPaced ? ShortestPaced : measure.Slice;
        // Stages are run through once, however many slices that takes.
        if (load.Timeline is not null) return new SliceBudget(shortest, int.MaxValue);
        // Warm-up may run at a higher rate than the measured load.
        var gap = load is LoadSettings.OpenLoop { Rate: { } rate } ? 1e9 / rate : nsPerOperation ?? Longest.Nanoseconds;
        var needed = Math.Max(shortest.Nanoseconds, Math.Min(gap * EnoughOperations, Longest.Nanoseconds));
        if (needed <= measure.Slice.Nanoseconds) return new SliceBudget(measure.Slice, measure.Slices);
        var total = (double)measure.Slices * measure.Slice.Nanoseconds;
        return new SliceBudget(new Duration((long)needed), Math.Clamp((int)(total / needed), Math.Min(FewestSlices, measure.Slices), measure.Slices));
    }

    /// <summary>
    /// The budget for a pair with calls that take long. Each slice holds one call of each worker. There are as many slices as fill a second, or the time that the
    /// profile asks for.
    /// </summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="call">How long a call of the slower side takes.</param>
    public static SliceBudget OfCalls(MeasureSettings measure, Nanoseconds call)
    {
        var total = Math.Max(EnoughCalls.Nanoseconds, measure.Slices * measure.Slice.Nanoseconds);
        var length = measure.Slice > ShortestOfCalls ? measure.Slice : ShortestOfCalls;
        return new SliceBudget(length, (int)Math.Clamp(total / Math.Max(call.Value, length.Nanoseconds), 1, measure.Slices));
    }

    /// <summary>How long the slices of a round are; null once there are enough.</summary>
    /// <param name="round">Number of the round, from 0.</param>
    /// <param name="lacksOperations">Whether a side has finished no operation: then each further slice is twice as long, since nothing is known of it yet.</param>
    /// <param name="lacksCollections">Whether a side is to have more collections.</param>
    public Duration? Next(int round, bool lacksOperations, bool lacksCollections)
    {
        if (round < Count) return Length;
        if (round >= (long)Count * MostExtension) return null;
        if (!lacksOperations) return lacksCollections ? Length : null;
        var doubled = Length.Nanoseconds * Math.Pow(2, round - Count + 1);
        return new Duration((long)Math.Max(Length.Nanoseconds, Math.Min(doubled, Longest.Nanoseconds)));
    }

    /// <summary>How long the slices of a side are together at most, however slow its operations are; null where a number of iterations ends them.</summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="load">How operations are driven.</param>
    public static Duration? Most(MeasureSettings measure, LoadSettings load)
    {
        if (load.WholeRun is { } whole) return whole;
        if (load.Timeline is { } stages) return stages.Any(stage => stage.Length is null) ? null : new Duration(stages.Sum(stage => stage.Length!.Value.Nanoseconds));
        var fewest = FewestSlices * Math.Max(Longest.Nanoseconds, measure.Slice.Nanoseconds);
        return new Duration(MostExtension * Math.Max(measure.Slices * measure.Slice.Nanoseconds, fewest));
    }
}
