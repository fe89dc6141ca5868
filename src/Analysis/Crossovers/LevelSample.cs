namespace AsyncLoad.Analysis.Crossovers;

/// <summary>What was measured at one level of an axis.</summary>
/// <param name="Level">Where on the axis, in the axis' own unit.</param>
/// <param name="LogRatios">Natural logarithm of candidate ÷ baseline of each completed pair; above 0 the candidate is slower.</param>
public sealed record LevelSample(double Level, IReadOnlyList<double> LogRatios);
