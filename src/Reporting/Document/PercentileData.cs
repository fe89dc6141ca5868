namespace AsyncLoad.Reporting.Document;

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
