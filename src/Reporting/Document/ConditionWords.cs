using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>Loads and pressures in words.</summary>
internal static class ConditionWords
{
    /// <summary>What a time per operation means where operations run at once: it is not the duration of one operation.</summary>
    public const string SharedTime = "elapsed ÷ all operations";

    /// <summary>How operations are driven, as a part of a sentence.</summary>
    public static string Of(LoadSettings load) => load switch
    {
        LoadSettings.Sequential => "one thread, one operation after another, blocking on a pending one",
        LoadSettings.ParallelFor parallel => $"Parallel.For on {Workers(parallel.Degree)}, blocking on a pending operation",
        LoadSettings.ParallelForAsync parallel => $"Parallel.ForAsync on {Workers(parallel.Degree)}, each awaiting its operation before the next",
        LoadSettings.ClosedLoop loop => $"{Figures.Plural(loop.Workers, "worker")} on the thread pool, {(loop.Workers == 1 ? "" : "each ")}awaiting an operation before the next{(loop.ThinkTime is { } pause ? $", with a pause of {pause} between" : "")}",
        LoadSettings.Wave wave => $"{Figures.Plural(wave.Size, "operation")} started together and awaited together, repeatedly",
        LoadSettings.OpenLoop { Rate: { } rate } open => $"{Figures.Count(rate)} arrivals/s, {Spaced(open)}, however long operations take",
        LoadSettings.OpenLoop open => $"arrivals at several rates in turn, {Spaced(open)}, however long operations take",
        LoadSettings.Simulations { Engine: LoadEngine.NBomber } simulations => $"{Figures.Plural(simulations.Stages.Count, "stage")} of NBomber, driven by NBomber",
        LoadSettings.Simulations simulations => $"{Figures.Plural(simulations.Stages.Count, "stage")} named as in NBomber, driven by AsyncLoad",
        _ => throw new ArgumentException($"{load.Kind} has no words", nameof(load)),
    };

    /// <summary>What else the heap holds and does, as a part of a sentence.</summary>
    public static string Of(PressureSettings pressure)
    {
        var parts = new List<string>();
        if (pressure.LiveSet.Bytes > 0) parts.Add($"{Figures.Size(pressure.LiveSet.Bytes)} of objects that stay alive");
        if (pressure.OldToYoungWritesPerMs > 0) parts.Add($"{Figures.Count(pressure.OldToYoungWritesPerMs)} writes of new objects into old ones per ms");
        if (pressure.AllocatePerSecond.Bytes > 0) parts.Add($"{Figures.Size(pressure.AllocatePerSecond.Bytes)}/s allocated in the background{Shares(pressure)}");
        if (pressure.Gen0Size is { } gen0) parts.Add($"a gen0 of {Figures.Size(gen0.Bytes)}");
        return parts.Count == 0 ? "the workload has the heap to itself" : string.Join(", ", parts);
    }

    /// <summary>Whether operations run at once, so that elapsed time ÷ all operations is not the duration of one.</summary>
    public static bool RunsAtOnce(LoadSettings load) => load is LoadSettings.ParallelFor or LoadSettings.ParallelForAsync or LoadSettings.Wave { Size: > 1 } or LoadSettings.ClosedLoop { Workers: > 1, ThinkTime: null };

    private static string Workers(int? degree) => degree is { } some ? Figures.Plural(some, "worker") : "a worker for each core";

    private static string Spaced(LoadSettings.OpenLoop open) => open.Arrivals == ArrivalSpacing.Poisson ? "at random" : "evenly spaced";

    private static string Shares(PressureSettings pressure)
    {
        (int Share, string Text)[] shares =
        [
            (pressure.SurvivePercent, $"{Figures.Count(pressure.SurvivePercent)} % outlives a collection"),
            (pressure.LohPerMille, $"{Figures.Percent(pressure.LohPerMille / 1_000.0)} in large objects"),
            (pressure.PinnedPercent, $"{Figures.Count(pressure.PinnedPercent)} % pinned"),
            (pressure.FinalizablePercent, $"{Figures.Count(pressure.FinalizablePercent)} % with a finalizer"),
        ];
        return string.Join(", ", shares.Where(entry => entry.Share > 0).Select(entry => entry.Text)) is { Length: > 0 } told ? $" ({told})" : "";
    }
}
