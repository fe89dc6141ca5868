namespace AsyncLoad.Model.Results;

/// <summary>What other processes did while the pairs of a comparison were measured, and what that did to its interval.</summary>
/// <param name="OtherCores">Cores that other processes used, mean over pairs; null where the system does not report it.</param>
/// <param name="MostOtherCores">Cores that other processes used in the pair in which it was most; null where the system does not report it.</param>
/// <param name="Pairs">Number of pairs that were disturbed.</param>
/// <param name="QuietHalfWidth">
/// About how wide the interval would be, to either side as a share of the ratio, if all pairs spread as little as those that were not disturbed; null where none was,
/// or where too few were not.
/// </param>
/// <param name="Sentence">All of it in words.</param>
public sealed record Disturbance(double? OtherCores, double? MostOtherCores, int Pairs, double? QuietHalfWidth, string Sentence);
