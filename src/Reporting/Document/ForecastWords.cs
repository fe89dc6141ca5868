using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Reporting.Document;

/// <summary>The forecast duration of a run and its actual duration, in the same words everywhere.</summary>
public static class ForecastWords
{
    private static readonly TimeSpan WorthSaying = TimeSpan.FromMinutes(10);

    /// <summary>The duration that was forecast: <c>1.8 min</c>, or <c>1.8 to 5.2 min</c> where it depends on looks or on how long operations wait.</summary>
    public static string Minutes(Forecast forecast)
    {
        var (shortest, longest) = (Minutes(forecast.Shortest), Minutes(forecast.Longest));
        return shortest == longest ? $"{shortest} min" : $"{shortest} to {longest} min";
    }

    /// <summary>How long a comparison of many parameter values takes and how to ask for less; null where it is done within ten minutes.</summary>
    /// <param name="plan">What was planned.</param>
    /// <param name="most">The time that it is given, by which it is done; null where nothing but its looks ends it.</param>
    public static string? WhenLong(Plan plan, Duration? most = null) => (most ?? plan.Forecast.Longest).Span > WorthSaying
        ? $"{Figures.Count(plan.Comparisons.Count)} comparisons take about {(most is { } given ? $"{Minutes(given)} min" : Minutes(plan.Forecast))}. Name fewer values with --parameter NAME=VALUE, fewer comparisons with --only, or limit the time with --time-budget 10m"
        : null;

    /// <summary>What a run took beside its forecast: <c>1 min 47 s, forecast 1.8 min</c>; null while it has not ended. Pauses before it was resumed are left out.</summary>
    public static string? Took(RunAnalysis run)
    {
        var manifest = run.Manifest;
        if (manifest.Finished is not { } end) return null;
        // A run that was resumed lies between two readings of a clock that may have been set meanwhile.
        var took = end - manifest.Started - run.Paused;
        var told = took < TimeSpan.Zero ? "unknown, since the clock was set back" : Span(took);
        return $"{told}{(manifest.Resumed is { Count: > 0 } ? " without its pauses" : "")}, forecast {Minutes(manifest.Plan.Forecast)}";
    }

    private static string Span(TimeSpan span)
    {
        var seconds = (long)Math.Round(span.TotalSeconds, MidpointRounding.AwayFromZero);
        return seconds switch
        {
            < 60 => $"{Figures.Count(seconds)} s",
            < 3_600 => $"{Figures.Count(seconds / 60)} min {Figures.Count(seconds % 60)} s",
            _ => $"{Figures.Count(seconds / 3_600)} h {Figures.Count(seconds / 60 % 60)} min",
        };
    }

    private static string Minutes(Duration duration) => duration.Span.TotalMinutes.ToString("N1", CultureInfo.InvariantCulture);
}
