using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

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
    public IReadOnlyList<ForestRow> Told => Shared is { } shared ? [.. Rows.Select(row => row with { Conditions = RowLabels.Rest(row.Conditions, shared) })] : Rows;
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

    /// <summary>Conditions without what all begin with.</summary>
    public static string Rest(string conditions, string? shared) => shared is null ? conditions : conditions[(shared.Length + Between.Length)..];
}
