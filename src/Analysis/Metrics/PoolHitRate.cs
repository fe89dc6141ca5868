namespace AsyncLoad.Analysis.Metrics;

/// <summary>How often a suspended operation found its boxes in the pools of <c>PoolingAsyncValueTaskMethodBuilder</c>, in one arm's traced window.</summary>
/// <param name="Rate">1 − boxes allocated ÷ boxes rented, 0 to 1.</param>
/// <param name="Low">Lower bound at 95 %, from the sampled boxes; 0 to 1.</param>
/// <param name="High">Upper bound at 95 %; 0 to 1.</param>
/// <param name="BoxesAllocated">Boxes that no pool could give: their sampled bytes ÷ their size.</param>
/// <param name="BoxesRented">Operations that suspended, times the boxes that each rents.</param>
/// <remarks>
/// What rents is counted where the driver looks: an operation that is not complete when it returns has suspended, and holds all its boxes. One
/// that suspends inside and finishes before the driver looks rents an inner box uncounted, so the rate then is a little too low.
/// </remarks>
public sealed record PoolHitRate(double Rate, double Low, double High, double BoxesAllocated, long BoxesRented)
{
    /// <summary>The rate of so many boxes.</summary>
    /// <param name="allocated">Boxes allocated, with their interval.</param>
    /// <param name="rented">Boxes rented, 1 or more.</param>
    internal static PoolHitRate Of(BoxCount allocated, long rented) => new(
        Share(allocated.Boxes, rented),
        Share(allocated.High, rented),
        Share(allocated.Low, rented),
        allocated.Boxes,
        rented);

    // An estimate, or a bound, may lie beyond what can be: more boxes than were rented. The share ends there.
    private static double Share(double allocated, long rented) => Math.Clamp(1 - (allocated / rented), 0, 1);
}
