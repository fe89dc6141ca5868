namespace AsyncLoad.Reporting.Document;

/// <summary>What a chart of ratios along an axis draws: words ready to print, numbers only where they become positions.</summary>
/// <param name="Id">Kebab-case, unique in the report.</param>
/// <param name="Title">What the chart is.</param>
/// <param name="Description">What it shows, in a sentence.</param>
/// <param name="Axis">What the axis counts.</param>
/// <param name="MarginLow">Lower end of the band of equivalence.</param>
/// <param name="MarginHigh">Upper end of the band of equivalence.</param>
/// <param name="From">Left end of the axis.</param>
/// <param name="To">Right end of the axis.</param>
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
    PlotInterval? Crossing);

/// <summary>One step of the chart.</summary>
/// <param name="Step">Where it lies on the axis.</param>
/// <param name="Label">The step in words.</param>
/// <param name="Mark">Its verdict.</param>
/// <param name="Ratio">Its ratio; null when there is none.</param>
public sealed record CrossoverPoint(double Step, string Label, Mark Mark, PlotInterval? Ratio);
