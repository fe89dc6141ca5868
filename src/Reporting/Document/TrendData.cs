namespace AsyncLoad.Reporting.Document;

/// <summary>What a chart of a figure over many runs draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Unit">Heads the axis.</param>
/// <param name="IsRatio">Whether the axis marks 1.</param>
/// <param name="Points">One per run, in their order.</param>
/// <param name="Levels">The middle of the figure between two changes, from the first run to the last.</param>
public sealed record TrendData(string Id, string Title, string Description, string Unit, bool IsRatio, IReadOnlyList<TrendDot> Points, IReadOnlyList<TrendLevel> Levels);

/// <summary>One run of the chart.</summary>
/// <param name="Label">Its day.</param>
/// <param name="Interval">Where it is drawn, all above 0; null where it has no figure.</param>
public sealed record TrendDot(string Label, Mark Mark, PlotInterval? Interval);

/// <summary>What lies between two changes.</summary>
/// <param name="First">Place of its first point, from 0.</param>
/// <param name="Last">Place of its last point.</param>
/// <param name="Middle">The figure there, above 0.</param>
/// <param name="Change">What changed before it, in a few words; null at the beginning.</param>
public sealed record TrendLevel(int First, int Last, double Middle, string? Change);
