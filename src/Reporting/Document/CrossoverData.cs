using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Reporting.Document;

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
