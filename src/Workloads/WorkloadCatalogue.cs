using AsyncLoad.Workloads.CallChain;
using AsyncLoad.Workloads.Failing;
using AsyncLoad.Workloads.NoOp;

namespace AsyncLoad.Workloads;

/// <summary>The built-in workloads, listed by hand: nothing is scanned for.</summary>
public static class WorkloadCatalogue
{
    /// <summary>New instances of all workloads, in the order of <c>list workloads</c>.</summary>
    public static IReadOnlyList<Workload> CreateAll() =>
    [
        new CallChainWorkload(),
        new NoOpWorkload(),
        new FailingWorkload(),
    ];
}
