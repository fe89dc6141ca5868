using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>
/// How long slices are and how many. A slice of slow operations must hold enough of them, or its edges decide what is counted in it; it grows until
/// it does, and there are fewer slices then, so that a pair takes about as long as the profile meant.
/// </summary>
/// <param name="Length">Length of one slice.</param>
/// <param name="Count">Slices a side.</param>
internal sealed record SliceBudget(Duration Length, int Count)
{
    // An edge cuts through one operation a worker: a hundred of them keep that at about 1 %.
    private const double EnoughOperations = 100;

    // Operations of 10 ms and more fill it with fewer; a held side would be held for too long.
    private static readonly Duration Longest = Duration.FromSeconds(1);

    // Two in each order of the sides.
    private const int FewestSlices = 4;

    /// <summary>Cells that hardly collect must not run for ever: at most this many times the asked slices, for the sake of ten collections.</summary>
    public const int MostExtension = 6;

    /// <summary>Shortest slice of what lives in wall time: it begins anew at each opening and is waited for at each closing.</summary>
    public static readonly Duration ShortestPaced = Duration.FromMilliseconds(100);

    /// <summary>The budget for a pair whose slower side takes so long.</summary>
    /// <param name="measure">What the profile asks for.</param>
    /// <param name="load">How operations are driven.</param>
    /// <param name="nsPerOperation">Elapsed ns an operation, all workers together; null when none was finished yet.</param>
    public static SliceBudget For(MeasureSettings measure, LoadSettings load, double? nsPerOperation)
    {
        var shortest = load.IsPaced && measure.Slice < ShortestPaced ? ShortestPaced : measure.Slice;
        // Stages are run through once, however many slices that takes.
        if (load.Timeline is not null) return new SliceBudget(shortest, int.MaxValue);
        // Warm-up may have gone at a higher rate than what is measured.
        var gap = load is LoadSettings.OpenLoop { Rate: { } rate } ? 1e9 / rate : nsPerOperation ?? Longest.Nanoseconds;
        var needed = Math.Max(shortest.Nanoseconds, Math.Min(gap * EnoughOperations, Longest.Nanoseconds));
        if (needed <= measure.Slice.Nanoseconds) return new SliceBudget(measure.Slice, measure.Slices);
        var total = (double)measure.Slices * measure.Slice.Nanoseconds;
        return new SliceBudget(new Duration((long)needed), Math.Clamp((int)(total / needed), Math.Min(FewestSlices, measure.Slices), measure.Slices));
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
