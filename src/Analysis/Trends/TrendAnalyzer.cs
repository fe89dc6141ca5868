using System.Globalization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis.Trends;

/// <summary>Follows comparisons over many runs: one series for each machine, and where it changed.</summary>
public static class TrendAnalyzer
{
    private const int MostNamed = 3;

    private static readonly TrendMethod Method = new(
        "E-divisive means (Matteson and James, 2014)", EDivisive.Level, EDivisive.Permutations, EDivisive.FewestValues, SeriesChanges.MostRuns);

    /// <summary>The trend of a metric.</summary>
    /// <param name="runs">At least one, in any order; the same run twice counts once.</param>
    /// <param name="metric">What is followed; null for what the newest run's verdicts are on.</param>
    /// <param name="chosen">Whether a comparison is wanted; its id has no machine.</param>
    public static RunTrend Of(IReadOnlyList<StoredRun> runs, Metric? metric, Func<ComparisonResult, bool> chosen)
    {
        List<StoredRun> ordered =
        [
            .. runs.GroupBy(run => run.Identity).Select(same => same.MaxBy(run => run.Extent)!).OrderBy(run => run.Origin.Started).ThenBy(run => run.Source, StringComparer.Ordinal),
        ];
        var followed = metric ?? Metric.Ratios.First(ratio => ratio.Judged!.Metric == ordered[^1].Origin.Metric);
        var margin = ordered[^1].Origin.Margin;
        IReadOnlyList<TrendRun> trended = [.. ordered.Select(Run)];
        IReadOnlyList<TrendSeries> series = [.. Series(ordered, followed, chosen, new SeriesChanges(trended, followed, margin))];
        return new RunTrend(
            RunTrend.CurrentSchemaVersion,
            followed.Name,
            followed.Unit,
            margin,
            Method,
            trended,
            [.. Differences(ordered, runs.Count), .. Ended(series, trended)],
            series);
    }

    /// <summary>All comparisons, each once. Their ids have no machine.</summary>
    public static IReadOnlyList<ComparisonResult> Comparisons(IEnumerable<StoredRun> runs) =>
        [.. runs.SelectMany(run => run.Results.Comparisons).Select(comparison => comparison with { Id = IdOf(comparison) }).DistinctBy(comparison => comparison.Id)];

    private static TrendRun Run(StoredRun run) => new(
        run.Source,
        run.Results.Profile,
        run.Origin.ProfileHash,
        run.Results.Tool,
        run.Results.Runtime,
        run.Results.Machine.Id,
        run.Origin.Started,
        run.Results.Status);

    // A joined run adds the machine to the id of a comparison that several measured.
    private static string IdOf(ComparisonResult comparison) =>
        comparison.Machine is { } machine && comparison.Id.EndsWith($"@{machine}", StringComparison.Ordinal) ? comparison.Id[..^(machine.Length + 1)] : comparison.Id;

    private static IEnumerable<TrendSeries> Series(List<StoredRun> runs, Metric metric, Func<ComparisonResult, bool> chosen, SeriesChanges changes) =>
        from measured in runs.SelectMany((run, index) => run.Results.Comparisons.Select(comparison =>
            (Id: IdOf(comparison), Machine: comparison.Machine ?? run.Results.Machine.Id, Index: index, Comparison: comparison)).DistinctBy(measured => (measured.Id, measured.Machine)))
        where chosen(measured.Comparison with { Id = measured.Id })
        from figure in ComparisonFigures.Of(measured.Comparison, metric)
        group (measured, figure) by (measured.Id, measured.Machine, figure.Side) into series
        let points = series.Select(entry => Point(entry.measured.Index, entry.measured.Comparison, entry.figure)).ToList()
        let exact = changes.CountsBytes && series.All(entry => !entry.measured.Comparison.Warnings.Contains(BytesVary.Id))
        let found = changes.Of(points, exact)
        select new TrendSeries(series.Key.Id, series.Key.Machine, series.Key.Side, points, found.Changes, found.NotLookedFor);

    private static TrendPoint Point(int run, ComparisonResult comparison, SideFigure figure) => new(
        run,
        figure.Value,
        figure.Ratio is { } ratio ? new RatioBounds(ratio.Low, ratio.High) : null,
        figure.Ratio?.Pairs,
        comparison.Verdict,
        comparison.Metrics.Select(side => side?.BytesPerOperation),
        comparison.Commits ?? new SidePair<string?>(null, null),
        figure.Missing is { } why ? new Dictionary<string, string> { ["value"] = why } : []);

    private static IEnumerable<string> Differences(List<StoredRun> runs, int given)
    {
        if (given > runs.Count) yield return Count(given - runs.Count, "run was given", "runs were given") + " twice and counted once.";
        var profiles = runs.GroupBy(run => run.Origin.ProfileHash).ToList();
        if (profiles.Count > 1)
        {
            yield return $"The runs are of {Figure(profiles.Count)} profiles ({string.Join(", ", profiles.Select(same => $"{same.First().Results.Profile} {EvidenceParts.FirstDigits(same.Key)}: {Count(same.Count(), "run", "runs")}"))}): "
                + "a change between two profiles may come from the profile.";
        }

        if (runs.Select(run => run.Origin.Margin).Distinct().ToList() is { Count: > 1 } margins)
            yield return $"The margins of the runs differ ({string.Join(", ", margins.Select(margin => margin.ToString("0.###", CultureInfo.InvariantCulture)))}): changes are judged by the newest run's.";
        if (runs.Select(run => run.Results.Machine.Id).Distinct().Count() is > 1 and var machines)
            yield return $"The runs come from {Figure(machines)} machines: each has its own series, since ratios of two machines differ.";
        if (runs.Count(run => run.Results.Status != RunStatus.Complete) is > 0 and var unfinished)
            yield return $"{Count(unfinished, "run did", "runs did")} not finish: what was measured counts, with fewer pairs.";
        if (runs.Count(run => run.Results.Problems is { Count: > 0 }) is > 0 and var damaged)
            yield return $"{Count(damaged, "run has", "runs have")} evidence that is missing or was changed: run \"asyncload report\" on the run folder to see it.";
    }

    // The newest figure of such a series is not that of the newest run.
    private static IEnumerable<string> Ended(IReadOnlyList<TrendSeries> series, IReadOnlyList<TrendRun> runs)
    {
        string[] ended =
        [
            .. series.Where(one => IsAnother(one, runs[one.Points[^1].Run], runs.Skip(one.Points[^1].Run + 1))).Select(one => one.Comparison).Distinct(StringComparer.Ordinal),
        ];
        if (ended.Length == 0) yield break;
        yield return $"{Count(ended.Length, "comparison is", "comparisons are")} not in the newest run of {(ended.Length == 1 ? "its" : "their")} profile, so the newest {(ended.Length == 1 ? "figure is" : "figures are")} of an earlier one: "
            + $"{string.Join(", ", ended.Take(MostNamed))}{(ended.Length > MostNamed ? $" and {Figure(ended.Length - MostNamed)} more" : "")}.";

        static bool IsAnother(TrendSeries one, TrendRun last, IEnumerable<TrendRun> later) => later.Any(run => run.MachineId == one.MachineId && run.Profile == last.Profile);
    }

    private static string Count(int count, string one, string many) => $"{Figure(count)} {(count == 1 ? one : many)}";

    private static string Figure(int count) => count.ToString("N0", CultureInfo.InvariantCulture);
}

/// <summary>The results of a run, read from somewhere.</summary>
/// <param name="Source">Where from: a path, or the name in a store.</param>
/// <param name="Results">What was read; its origin is known.</param>
public sealed record StoredRun(string Source, RunResults Results)
{
    /// <summary>When and of what it was measured.</summary>
    /// <exception cref="InvalidOperationException">The results are of a version that did not say.</exception>
    public RunOrigin Origin => Results.Origin ?? throw new InvalidOperationException($"{Source}: results without an origin cannot be ordered");

    /// <summary>What tells it from every other run: a machine begins one run of a profile at a time.</summary>
    public (string Machine, DateTimeOffset Started, string ProfileHash) Identity => (Results.Machine.Id, Origin.Started, Origin.ProfileHash);

    /// <summary>Pairs that its ratios rest on, and one more where it came to its end: a run that was resumed has more than it had before.</summary>
    public long Extent => Results.Comparisons.Sum(comparison => (long)(comparison.RatioBy(Origin.Metric)?.Pairs ?? 0)) + (Results.Status == RunStatus.Complete ? 1 : 0);
}
