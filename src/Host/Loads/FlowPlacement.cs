using AsyncLoad.Host.Platform;

namespace AsyncLoad.Host.Loads;

/// <summary>
/// Where the pool threads of a load on the pool run: one on each core where there are flows for all cores. A single flow that never suspends stays
/// on one core, the same in both sides. One that suspends goes from thread to thread, and the scheduler may choose among physical cores that share a cache.
/// </summary>
internal sealed class FlowPlacement(int flows)
{
    private readonly PoolThreadPlacement onePerCore = PoolThreadPlacement.OnePerCore();
    private readonly PoolThreadPlacement onOneCore = PoolThreadPlacement.OnOneCore(worker: 0);
    private readonly PoolThreadPlacement anywhere = PoolThreadPlacement.Anywhere(flows);

    /// <summary>The placement for what is known of the operations.</summary>
    /// <param name="suspensions">How many were not complete when they returned.</param>
    public PoolThreadPlacement Of(long suspensions) => flows >= ThreadAffinity.AllowedCores.Count ? onePerCore : suspensions == 0 && flows == 1 ? onOneCore : anywhere;
}
