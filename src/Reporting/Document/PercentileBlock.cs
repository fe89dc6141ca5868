using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;

namespace AsyncLoad.Reporting.Document;

/// <summary>Both sides' latencies by percentile: the chart's data, and the same in a table.</summary>
internal static class PercentileBlock
{
    // More points would not be visible, and would make the page larger.
    private const double PointsADecade = 30;

    private static readonly (double Fraction, double Rarity, string Label)[] Stated =
        [(0.5, 2, "50 %"), (0.75, 4, "75 %"), (0.9, 10, "90 %"), (0.95, 20, "95 %"), (0.99, 100, "99 %"), (0.999, 1e3, "99.9 %"), (0.9999, 1e4, "99.99 %"), (0.99999, 1e5, "99.999 %")];

    /// <summary>The chart with its table; null when neither side was timed.</summary>
    public static ReportBlock.Percentiles? Of(string id, ComparisonRow row, ComparisonAnalysis analysis)
    {
        var (baseline, candidate) = (ResponseTime(analysis.Sides.Baseline), ResponseTime(analysis.Sides.Candidate));
        if (baseline.Count + candidate.Count == 0) return null;
        var title = $"Latency: {row.Title}, {row.Conditions}";
        var fewest = new[] { baseline.Count, candidate.Count }.Where(count => count > 0).Min();
        return new ReportBlock.Percentiles(
            new PercentileData(id, title, Sentence(row, analysis, baseline, candidate), Curve(row.Baseline, baseline), Curve(row.Candidate, candidate), fewest / (double)SideLatency.EnoughAbove),
            Table(title, row, baseline, candidate));
    }

    /// <summary>A percentile in words, however few latencies lie above it.</summary>
    /// <param name="fraction">From 0 to 1.</param>
    public static string At(Latencies latencies, double fraction) =>
        latencies.Quantile(fraction) is { } quantile ? Figures.Time(quantile.Value) : Figures.NotAvailable;

    /// <summary>The longest in words.</summary>
    public static string Slowest(Latencies latencies) => latencies.Count == 0 ? Figures.NotAvailable : Figures.Time(latencies.Max.Value);

    private static Latencies ResponseTime(SideAnalysis side) => side.Latency.Value?.ResponseTime ?? Latencies.None;

    private static string Sentence(ComparisonRow row, ComparisonAnalysis analysis, Latencies baseline, Latencies candidate)
    {
        var counted = analysis.Sides.Baseline.Latency.Value is { HasSchedule: true } or { HasSchedule: true } ? "From due to done" : "From start to done";
        return $"{counted}: half of all operations take at most {At(baseline, 0.5)} with {row.Baseline} and {At(candidate, 0.5)} with {row.Candidate}. " +
            $"99 % take at most {Stable(baseline, 0.99, 100)} and {Stable(candidate, 0.99, 100)}; the slowest took {Slowest(baseline)} and {Slowest(candidate)}.";
    }

    private static ReportBlock.Table Table(string title, ComparisonRow row, Latencies baseline, Latencies candidate)
    {
        var most = Math.Max(baseline.Count, candidate.Count);
        return new ReportBlock.Table(
            $"{title}, by percentile",
            [new("Percentile", Numeric: false), new(row.Baseline), new(row.Candidate)],
            new ReportGroup(null,
            [
                .. Stated.Where(stated => IsEnough(most, stated.Rarity)).Select(stated => (IReadOnlyList<ReportCell>)
                    [new(stated.Label), new(Stable(baseline, stated.Fraction, stated.Rarity)), new(Stable(candidate, stated.Fraction, stated.Rarity))]),
                [new("slowest"), new(Slowest(baseline)), new(Slowest(candidate))],
                [new("operations"), new(Figures.Count(baseline.Count)), new(Figures.Count(candidate.Count))],
            ]));
    }

    private static string Stable(Latencies latencies, double fraction, double rarity) =>
        IsEnough(latencies.Count, rarity) ? At(latencies, fraction) : Figures.NotAvailable;

    private static bool IsEnough(long count, double rarity) => rarity * SideLatency.EnoughAbove <= count;

    private static PercentileCurve? Curve(string name, Latencies latencies)
    {
        var count = latencies.Count;
        return count == 0 ? null : new PercentileCurve(name, count, [.. Points(latencies, count)]);
    }

    // Each bucket ends at a percentile. The last operation's rarity has no bound: it stands where the last but one's ends.
    private static IEnumerable<PercentilePoint> Points(Latencies latencies, long count)
    {
        var (seen, last) = (0L, double.NegativeInfinity);
        foreach (var bucket in latencies.Buckets)
        {
            var nanoseconds = Math.Max(1, Math.Min(Latencies.LongestOf(bucket.Index), latencies.Max.Value));
            if (seen == 0) yield return new PercentilePoint(1, nanoseconds);
            seen += bucket.Count;
            var rarity = count / (double)Math.Max(1, count - seen);
            // Marks are drawn at powers of ten, where columns begin, and at the median: so one begins at 2 as well.
            var column = Math.Floor(Math.Log10(rarity) * PointsADecade) + (rarity >= 2 ? 0.5 : 0);
            if (column <= last && seen < count) continue;
            last = column;
            yield return new PercentilePoint(rarity, nanoseconds);
        }
    }
}

/// <summary>What a chart of latencies by percentile draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Baseline">The baseline's curve; null when nothing was timed.</param>
/// <param name="Candidate">The candidate's curve; null when nothing was timed.</param>
/// <param name="Unsure">From this rarity on, too few latencies lie above a percentile of either side to state it.</param>
public sealed record PercentileData(string Id, string Title, string Description, PercentileCurve? Baseline, PercentileCurve? Candidate, double Unsure);

/// <summary>One curve of the chart.</summary>
/// <param name="Count">How many latencies, 1 or more.</param>
/// <param name="Points">Ascending; at most a few hundred.</param>
public sealed record PercentileCurve(string Name, long Count, IReadOnlyList<PercentilePoint> Points);

/// <summary>A point of a curve.</summary>
/// <param name="Rarity">How many operations there are for each that takes longer, 1/(1−p): 2 at the median, 100 at the 99th percentile; at most their number.</param>
/// <param name="Nanoseconds">What the others take at most, above 0.</param>
public sealed record PercentilePoint(double Rarity, double Nanoseconds);
