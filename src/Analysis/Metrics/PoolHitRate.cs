namespace AsyncLoad.Analysis.Metrics;

/// <summary>How often a suspended operation found its boxes in the pools of <c>PoolingAsyncValueTaskMethodBuilder</c>, in one side's traced window.</summary>
/// <param name="Rate">1 − boxes allocated ÷ boxes rented, 0 to 1.</param>
/// <param name="Low">Lower bound, 0 to 1: at 95 %, or at 99.9 % where the interval of 95 % lies entirely below 0.</param>
/// <param name="High">Upper bound, likewise.</param>
/// <param name="BoxesAllocated">Boxes that no pool could give: the bytes of their types by the trace ÷ their size.</param>
/// <param name="BoxesRented">Operations that suspended, times the boxes that each rents.</param>
/// <remarks>
/// The driver counts what rents: an operation that is not complete when it returns has suspended. One that suspends inside and is complete again by
/// then rents uncounted, which makes the rate too low. Where every operation yields to the thread pool, on two cores, that is at most 5 in a
/// thousand, and 0.4 in a thousand on average, under every load (docs/evidence/pooling.md).
/// </remarks>
public sealed record PoolHitRate(double Rate, double Low, double High, double BoxesAllocated, long BoxesRented)
{
    /// <summary>The rate of so many boxes.</summary>
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
