using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

/// <summary>What bars of a change in parts draw: words ready to print, numbers only where they become lengths.</summary>
/// <param name="Description">What it shows, for those who cannot see it.</param>
public sealed record CostBarData(string Title, string Description, IReadOnlyList<CostBar> Rows)
{
    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public string? Subject => RowLabels.Subject([.. Rows.Select(row => row.Label)]);

    /// <summary>What the conditions of all rows begin with, where some have no room for all of theirs. Null where there is nothing.</summary>
    public string? Shared => RowLabels.Shared([.. Rows.Select(row => row.Conditions)]);

    /// <summary>The rows, without what their conditions share.</summary>
    public IReadOnlyList<CostBar> Told => RowLabels.WithoutShared(Rows, row => row.Conditions, (row, rest) => row with { Conditions = rest });
}

/// <summary>The change of one comparison, as shares of the baseline's time.</summary>
/// <param name="Parts">What it is made of; null where that is not known.</param>
/// <param name="Total">The change in words, or n/a.</param>
/// <param name="Told">The parts in words, or why there are none.</param>
public sealed record CostBar(string Label, string Conditions, CostParts? Parts, string Total, string Told);

/// <summary>Parts that add up to a change: both finite, and below 0 where the candidate takes less.</summary>
/// <param name="Collector">Pauses of the garbage collector.</param>
/// <param name="Rest">Everything else.</param>
public sealed record CostParts(double Collector, double Rest)
{
    /// <summary>All of it.</summary>
    public double Total => Collector + Rest;
}

/// <summary>What a forest plot draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Description">What it shows, for those who cannot see it.</param>
public sealed record ForestData(
    string Title,
    string Description,
    double MarginLow,
    double MarginHigh,
    string Margin,
    IReadOnlyList<ForestRow> Rows)
{
    /// <summary>What lies left and right of 1.</summary>
    public (string Less, string More) Ends { get; init; } = JudgedWords.Ends(VerdictMetric.Wall);

    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public string? Subject => RowLabels.Subject([.. Rows.Select(row => row.Label)]);

    /// <summary>What the conditions of all rows begin with, where some have no room for all of theirs: cut off, rows would read the same. Null where there is nothing.</summary>
    public string? Shared => RowLabels.Shared([.. Rows.Select(row => row.Conditions)]);

    /// <summary>The rows, without what their conditions share.</summary>
    public IReadOnlyList<ForestRow> Told => RowLabels.WithoutShared(Rows, row => row.Conditions, (row, rest) => row with { Conditions = rest });
}

/// <summary>One interval of a forest plot.</summary>
/// <param name="Value">The ratio in words.</param>
/// <param name="Interval">Where it is drawn; null when there is no ratio.</param>
public sealed record ForestRow(string Label, string Conditions, string Value, Mark Mark, PlotInterval? Interval)
{
    /// <summary>The ratio of each pair, in order; all finite and above 0.</summary>
    public IReadOnlyList<PlotPair> Pairs { get; init; } = [];
}

/// <summary>The ratio of one pair.</summary>
/// <param name="IsOdd">Whether it lies far from all others.</param>
public sealed record PlotPair(double Ratio, bool IsOdd);

/// <summary>A position on the axis with its interval; all finite and above 0.</summary>
public sealed record PlotInterval(double Estimate, double Low, double High)
{
    /// <summary>Where a ratio is drawn; null when it cannot be.</summary>
    public static PlotInterval? Of(Model.Results.RatioInterval? ratio) =>
        ratio is { Low: > 0, Estimate: > 0, High: > 0 } && double.IsFinite(ratio.High) && double.IsFinite(ratio.Estimate) && double.IsFinite(ratio.Low)
            ? new PlotInterval(ratio.Estimate, ratio.Low, ratio.High)
            : null;
}

/// <summary>What the rows of a chart have in common, which is said once.</summary>
internal static class RowLabels
{
    // In fewer rows a repeated label does no harm.
    private const int Many = 8;

    // Characters that a row has room for on a narrow page.
    private const int Short = 28;
    private const string Between = ", ";

    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public static string? Subject(IReadOnlyList<string> labels) => labels.Count > Many && labels.Distinct(StringComparer.Ordinal).Count() == 1 ? labels[0] : null;

    /// <summary>What all conditions begin with, where some have no room for all of theirs; null where there is nothing.</summary>
    public static string? Shared(IReadOnlyList<string> conditions)
    {
        if (conditions.Count < 2 || conditions.All(row => row.Length <= Short)) return null;
        var parts = conditions.Select(row => row.Split(Between)).ToList();
        var same = Enumerable.Range(0, parts.Min(row => row.Length) - 1).TakeWhile(place => parts.TrueForAll(row => row[place] == parts[0][place])).Count();
        return same == 0 ? null : string.Join(Between, parts[0].Take(same));
    }

    /// <summary>Rows without what the conditions of all begin with.</summary>
    /// <param name="rows">The rows.</param>
    /// <param name="conditionsOf">The conditions of a row.</param>
    /// <param name="with">The row with other conditions.</param>
    public static IReadOnlyList<T> WithoutShared<T>(IReadOnlyList<T> rows, Func<T, string> conditionsOf, Func<T, string, T> with) =>
        Shared([.. rows.Select(conditionsOf)]) is { } shared ? [.. rows.Select(row => with(row, conditionsOf(row)[(shared.Length + Between.Length)..]))] : rows;
}

/// <summary>What a chart of ratios along an axis draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Geometric">Whether equal factors are equal distances on the axis.</param>
/// <param name="Points">Steps, ascending.</param>
/// <param name="Crossing">Where the ratio crosses 1, with its interval inside the axis; null where it does not.</param>
public sealed record CrossoverData(
    string Id,
    string Title,
    string Description,
    string Axis,
    double MarginLow,
    double MarginHigh,
    double From,
    double To,
    bool Geometric,
    IReadOnlyList<CrossoverPoint> Points,
    PlotInterval? Crossing)
{
    /// <summary>What a ratio below 1 says.</summary>
    public string Below { get; init; } = JudgedWords.Below(VerdictMetric.Wall);
}

/// <summary>One step of the chart.</summary>
/// <param name="Ratio">Its ratio; null when there is none.</param>
public sealed record CrossoverPoint(double Step, string Label, Mark Mark, PlotInterval? Ratio);

/// <summary>What a heat map of ratios draws: words ready to print, numbers only where they become places or shades.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Description">What it shows, for those who cannot see it.</param>
/// <param name="Rows">Loads, or what else varies down, from top to bottom.</param>
/// <param name="Columns">Pressures, or what else varies across, from left to right.</param>
/// <param name="Cells">At most one for each row and column.</param>
public sealed record HeatMapData(
    string Id,
    string Title,
    string Description,
    IReadOnlyList<string> Rows,
    IReadOnlyList<string> Columns,
    IReadOnlyList<HeatMapCell> Cells)
{
    /// <summary>What its ratios are.</summary>
    public string Explained { get; init; } = JudgedWords.Explained(VerdictMetric.Wall);
}

/// <summary>One comparison of a heat map.</summary>
/// <param name="Row">Number of its row, from 0.</param>
/// <param name="Column">Number of its column, from 0.</param>
/// <param name="Ratio">The ratio in words.</param>
/// <param name="Interval">Its interval in words; null without a ratio.</param>
/// <param name="Shade">How far the ratio lies from 1: 1 up to a factor of 1.25, 2 up to 2, 3 beyond. 0 where no verdict says so.</param>
public sealed record HeatMapCell(int Row, int Column, string Ratio, string? Interval, Mark Mark, int Shade)
{
    /// <summary>Letters of the warnings that concern it; empty for none.</summary>
    public string Letters { get; init; } = "";
}

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

/// <summary>What a timeline of collections draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Origin">Where time counts from: <c>the start of the trace</c>.</param>
/// <param name="SpanMs">Length of the time axis in ms, above 0.</param>
/// <param name="Collections">In the order of their pauses.</param>
public sealed record HeapOverTime(
    string Id,
    string Title,
    string Description,
    string Origin,
    double SpanMs,
    IReadOnlyList<TimelineGc> Collections);

/// <summary>One collection of the chart; all finite.</summary>
/// <param name="AtMs">Start of its pause, ms from the left end of the axis, inside it.</param>
/// <param name="PauseMs">Length of its pause, 0 or more.</param>
/// <param name="HeapBytes">Heap after it, 0 or more; null when the trace does not state it, or states it for a later moment.</param>
public sealed record TimelineGc(double AtMs, CollectionSort Sort, double PauseMs, double? HeapBytes);

/// <summary>What a collection collected, as charts tell collections apart.</summary>
public enum CollectionSort
{
    /// <summary>Generation 0.</summary>
    Gen0,

    /// <summary>Generations 0 and 1.</summary>
    Gen1,

    /// <summary>The whole heap, while the process stood still.</summary>
    Gen2,

    /// <summary>The whole heap, for the most part while the process ran.</summary>
    Background,
}
