namespace AsyncLoad.Analysis.Metrics;

/// <summary>How often a suspended operation found its boxes in the pools of <c>PoolingAsyncValueTaskMethodBuilder</c>, in one arm's traced window.</summary>
/// <param name="Rate">1 − boxes allocated ÷ boxes rented, 0 to 1.</param>
/// <param name="Low">Lower bound at 95 %, from the sampled bytes of the boxes.</param>
/// <param name="High">Upper bound at 95 %.</param>
/// <param name="BoxesAllocated">Boxes that no pool could give: their sampled bytes ÷ their size.</param>
/// <param name="BoxesRented">Operations that suspended, times the boxes that each rents.</param>
public sealed record PoolHitRate(double Rate, double Low, double High, double BoxesAllocated, long BoxesRented);
