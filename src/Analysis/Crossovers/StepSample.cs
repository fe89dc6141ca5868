namespace AsyncLoad.Analysis.Crossovers;

/// <summary>What was measured at one step of an axis.</summary>
/// <param name="Step">Where on the axis, in the axis' own unit.</param>
/// <param name="LogRatios">Natural logarithm of candidate ÷ baseline of each completed pair; above 0 the candidate is slower.</param>
public sealed record StepSample(double Step, IReadOnlyList<double> LogRatios);
