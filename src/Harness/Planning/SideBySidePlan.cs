using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// Which comparisons of a plan are measured beside others. A process on two cores has two processors, so what counts them would not be what runs on the whole
/// machine. Only comparisons that use two cores at most, and do not count them, go beside others. Pure.
/// </summary>
internal static class SideBySidePlan
{
    /// <summary>Why comparisons are measured alone, in words.</summary>
    public const string WhyAlone = "they use more than two cores or count them, keep time, wait, or are under pressure";

    /// <summary>The plan with its comparisons in places.</summary>
    /// <param name="plan">What is measured.</param>
    /// <param name="places">Where pairs go side by side; null where all go one after the other.</param>
    /// <param name="waiting">Ids of comparisons whose operations may suspend.</param>
    public static Plan Of(Plan plan, IReadOnlyList<IReadOnlyList<int>>? places, IReadOnlySet<string> waiting)
    {
        if (places is null) return plan;
        var fitting = plan.Measured.Where(comparison => Fits(comparison.Baseline) && !waiting.Contains(comparison.Id)).Select(comparison => comparison.Id).ToHashSet(StringComparer.Ordinal);
        // All steps of a sweep are measured alike: when one must be alone, all are.
        foreach (var sweep in (plan.Sweeps ?? []).Where(sweep => sweep.Steps.Any(step => !fitting.Contains(step.Comparison)))) fitting.ExceptWith(sweep.Steps.Select(step => step.Comparison));
        var beside = plan.Measured.Where(comparison => fitting.Contains(comparison.Id)).ToList();
        return plan with
        {
            SideBySide = new SideBySide(places, [.. beside.Select(comparison => comparison.Id)]),
            Forecast = Shortened(plan, beside, places.Count),
        };
    }

    // Both sides have the same of all of these.
    private static bool Fits(Cell cell) =>
        cell.Pressure == PressureSettings.Calm
        // It has a heap and a thread for each processor.
        && cell.Gc.Server != true
        && cell.Load switch
        {
            LoadSettings.Sequential => true,
            LoadSettings.ParallelFor parallel => parallel.Degree <= Places.CoresEach,
            LoadSettings.ParallelForAsync parallel => parallel.Degree <= Places.CoresEach,
            LoadSettings.ClosedLoop loop => loop.ThinkTime is null && loop.Workers <= Places.CoresEach,
            _ => false,
        };

    // What goes side by side takes its share of the time, and each place its own memory.
    private static Forecast Shortened(Plan plan, List<Comparison> beside, int places)
    {
        var judged = beside.Intersect(plan.Comparisons).ToList();
        if (judged.Count == 0) return plan.Forecast;
        var part = PairForecast.Of(plan.Measure, judged, [.. beside.Except(judged)], traces: 0, new HashSet<string>());
        return plan.Forecast with
        {
            Shortest = Without(plan.Forecast.Shortest, part.Shortest),
            Longest = Without(plan.Forecast.Longest, part.Longest),
            Memory = new ByteSize(Math.Max(plan.Forecast.Memory.Bytes, places * part.Memory.Bytes)),
        };

        Duration Without(Duration all, Duration theirs) => new(all.Nanoseconds - theirs.Nanoseconds + (theirs.Nanoseconds / places));
    }
}
