using AsyncLoad.Workloads.CallChain;
using AsyncLoad.Workloads.Closures;
using AsyncLoad.Workloads.MixedFastPath;
using AsyncLoad.Workloads.NoOp;
using AsyncLoad.Workloads.ShortChain;
using AsyncLoad.Workloads.StockPrices;
using AsyncLoad.Workloads.Wrapping;

namespace AsyncLoad.Workloads;

/// <summary>The built-in workloads, listed by hand: nothing is scanned for.</summary>
public static class WorkloadCatalogue
{
    /// <summary>New instances of all workloads, in the order of <c>list workloads</c>.</summary>
    public static IReadOnlyList<Workload> CreateAll() =>
    [
        new CallChainWorkload(),
        new ShortChainWorkload(),
        new MixedFastPathWorkload(),
        new StockPricesWorkload(),
        new WrappingWorkload(),
        new ClosuresWorkload(),
        new NoOpWorkload(),
    ];
}
