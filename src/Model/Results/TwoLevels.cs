namespace AsyncLoad.Model.Results;

/// <summary>Where processes of a comparison run at one of two levels.</summary>
/// <param name="Baseline">The baseline's levels by the metric that the verdict is on, in ns per operation; null where its processes are at one.</param>
/// <param name="Candidate">The candidate's, likewise.</param>
/// <param name="Ratio">The levels of the pairs' ratios; null where these are at one, or at more than two.</param>
public sealed record TwoLevels(
    Levels? Baseline,
    Levels? Candidate,
    Levels? Ratio);

/// <summary>A sample that falls into two levels with nothing between them.</summary>
/// <param name="Low">Geometric mean of the values at the lower level: ns per operation of a side, or a ratio.</param>
/// <param name="High">Geometric mean of those at the higher: ns per operation of a side, or a ratio.</param>
/// <param name="AtLow">Number of pairs at the lower level.</param>
/// <param name="AtHigh">Number of pairs at the higher.</param>
public sealed record Levels(double Low, double High, int AtLow, int AtHigh);
