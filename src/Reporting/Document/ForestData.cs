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
    // Fewer rows are seen at once as they are.
    private const int Many = 8;

    // Characters that a row has room for on a narrow page.
    private const int Short = 28;
    private const string Between = ", ";

    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public string? Subject => Rows.Count > Many && Rows.Select(row => row.Label).Distinct(StringComparer.Ordinal).Count() == 1 ? Rows[0].Label : null;

    /// <summary>What the conditions of all rows begin with, where some have no room for all of theirs: cut off, rows would read the same. Null where there is nothing.</summary>
    public string? Shared
    {
        get
        {
            if (Rows.Count < 2 || Rows.All(row => row.Conditions.Length <= Short)) return null;
            var parts = Rows.Select(row => row.Conditions.Split(Between)).ToList();
            var same = Enumerable.Range(0, parts.Min(row => row.Length) - 1).TakeWhile(place => parts.TrueForAll(row => row[place] == parts[0][place])).Count();
            return same == 0 ? null : string.Join(Between, parts[0].Take(same));
        }
    }

    /// <summary>The rows, without what their conditions share.</summary>
    public IReadOnlyList<ForestRow> Told => Shared is { } shared ? [.. Rows.Select(row => row with { Conditions = row.Conditions[(shared.Length + Between.Length)..] })] : Rows;
}

/// <summary>One interval of a forest plot.</summary>
/// <param name="Value">The ratio in words.</param>
/// <param name="Interval">Where it is drawn; null when there is no ratio.</param>
public sealed record ForestRow(string Label, string Conditions, string Value, Mark Mark, PlotInterval? Interval);

/// <summary>A position on the axis with its interval; all finite and above 0.</summary>
public sealed record PlotInterval(double Estimate, double Low, double High)
{
    /// <summary>Where a ratio is drawn; null when it cannot be.</summary>
    public static PlotInterval? Of(Model.Results.RatioInterval? ratio) =>
        ratio is { Low: > 0, Estimate: > 0, High: > 0 } && double.IsFinite(ratio.High) && double.IsFinite(ratio.Estimate) && double.IsFinite(ratio.Low)
            ? new PlotInterval(ratio.Estimate, ratio.Low, ratio.High)
            : null;
}
