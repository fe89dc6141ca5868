using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

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
