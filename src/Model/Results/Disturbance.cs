namespace AsyncLoad.Model.Results;

/// <summary>Processor use of other processes while a comparison was measured, and its effect on the interval.</summary>
/// <param name="OtherCores">Cores that other processes used, mean over pairs; null where the system does not report it.</param>
/// <param name="MostOtherCores">Most cores that other processes used in a pair; null where the system does not report it.</param>
/// <param name="Pairs">Number of pairs that were disturbed.</param>
/// <param name="QuietHalfWidth">
/// Approximate half-width of the interval, as a share of the ratio, with the spread of the undisturbed pairs; null where no pair was disturbed,
/// or too few were undisturbed.
/// </param>
/// <param name="Sentence">All of it in words.</param>
public sealed record Disturbance(double? OtherCores, double? MostOtherCores, int Pairs, double? QuietHalfWidth, string Sentence);
