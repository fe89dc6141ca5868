using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// What a run will need, from what its parts typically take on a two-core machine. This is the one place of these constants;
/// a calm pair of 60 slices of 10 ms comes to about 4.1 s.
/// </summary>
internal static class PairForecast
{
    // Two processes started, workloads set up, values checked.
    private const double StartSeconds = 0.25;

    // 0.7 to 1.2 s of an arm's own slices, and what opening and closing them takes.
    private const double WarmUpSeconds = 1.2;

    // Opening, ramping, closing and acknowledging one slice.
    private const double SliceOverheadSeconds = 0.002;

    // Pauses close slices late, the rate settles later, and slices are added until there are ten collections.
    private const double PressureFactor = 1.35;

    // NBomber starts up, waits for its copies, and computes its statistics: 3 to 5 s beyond its load, and more on a busy machine.
    private const double WholeRunOverheadSeconds = 5;

    // Building a live set of 50 MB takes 0.1 s.
    private const double BuildSecondsPerMegabyte = 0.002;

    private const double TracedRunSeconds = 1.2;
    private const double SelfCostSeconds = 3.5;

    private const long TraceBytes = 25L << 20;
    private const long JournalBytesPerSlice = 700;

    // Log, manifest, reports.
    private const long OtherBytes = 1L << 20;

    // A live set needs room to be moved in; a process without one takes about 100 MB.
    private const double LiveSetFactor = 1.5;
    private const long ProcessBytes = 100L << 20;

    // The bound of what background allocation keeps alive at a time; usually it is a few MB.
    private const long SurvivorBytes = 32L << 20;

    // NBomber queues the results of iterations that do nothing faster than it counts them: room for the three seconds of a self-cost run.
    private const long NBomberQueueBytes = 400L << 20;

    /// <summary>What a plan of these parts will need.</summary>
    public static Forecast Of(MeasureSettings measure, IReadOnlyList<Comparison> comparisons, IReadOnlyList<Comparison> selfCosts, int traces)
    {
        var round = comparisons.Sum(comparison => PairSeconds(measure, comparison.Baseline));
        var once = (traces * TracedRunSeconds) + selfCosts.Sum(comparison => SelfCostSecondsOf(measure, comparison));
        var pairs = ((long)comparisons.Count * measure.Looks[^1]) + selfCosts.Count;
        return new Forecast(
            Seconds((round * measure.Looks[0]) + once),
            Seconds((round * measure.Looks[^1]) + once),
            new ByteSize((traces * TraceBytes) + (pairs * measure.Slices * JournalBytesPerSlice) + OtherBytes),
            new ByteSize(Math.Max(comparisons.Max(comparison => PairBytes(comparison.Baseline.Pressure)), selfCosts.Select(SelfCostBytes).DefaultIfEmpty().Max())));
    }

    private static double PairSeconds(MeasureSettings measure, Cell cell)
    {
        var pressure = cell.Pressure;
        var slices = 2 * ArmSeconds(measure, cell.Load);
        var warmUp = 2 * Math.Min(WarmUpSeconds, Seconds(measure.WarmUpCap));
        if (pressure == PressureSettings.Calm) return StartSeconds + warmUp + slices;
        return StartSeconds + ((warmUp + slices) * PressureFactor) + (pressure.LiveSet.Bytes / (double)(1 << 20) * BuildSecondsPerMegabyte);
    }

    private static double ArmSeconds(MeasureSettings measure, LoadSettings load)
    {
        if (load.WholeRun is { } whole) return Seconds(whole) + WholeRunOverheadSeconds;
        // Stages without a length end when their iterations are done: nobody knows when.
        if (load.Timeline is { } stages) return stages.Sum(stage => Seconds(stage.Length ?? default)) * (1 + (SliceOverheadSeconds / Seconds(SliceBudget.ShortestPaced)));
        var budget = load.IsPaced ? SliceBudget.For(measure, load, null) : new SliceBudget(measure.Slice, measure.Slices);
        return budget.Count * (Seconds(budget.Length) + SliceOverheadSeconds);
    }

    // What is not in slices of the profile's own comes on top.
    private static double SelfCostSecondsOf(MeasureSettings measure, Comparison comparison) =>
        SelfCostSeconds + (comparison.Baseline.Load.IsPaced ? 2 * ArmSeconds(measure, comparison.Baseline.Load) : 0);

    private static long PairBytes(PressureSettings pressure)
    {
        var survivors = pressure.SurvivePercent > 0 ? SurvivorBytes : 0;
        return 2 * ((long)(pressure.LiveSet.Bytes * LiveSetFactor) + survivors + ProcessBytes);
    }

    private static long SelfCostBytes(Comparison comparison) => comparison.Baseline.Load.WholeRun is null ? 0 : 2 * (ProcessBytes + NBomberQueueBytes);

    private static double Seconds(Duration duration) => duration.Nanoseconds / 1e9;

    private static Duration Seconds(double seconds) => new((long)(seconds * 1e9));
}
