using AsyncLoad.Workloads.AsyncEnumerables;
using AsyncLoad.Workloads.Cache;
using AsyncLoad.Workloads.CallChain;
using AsyncLoad.Workloads.Channels;
using AsyncLoad.Workloads.Closures;
using AsyncLoad.Workloads.DeepChain;
using AsyncLoad.Workloads.Failing;
using AsyncLoad.Workloads.FanOut;
using AsyncLoad.Workloads.MixedFastPath;
using AsyncLoad.Workloads.NoOp;
#if NET9_0_OR_GREATER
using AsyncLoad.Workloads.Pipes;
#endif
using AsyncLoad.Workloads.Semaphores;
using AsyncLoad.Workloads.ShortChain;
using AsyncLoad.Workloads.SimulatedIo;
using AsyncLoad.Workloads.Sockets;
using AsyncLoad.Workloads.StockPrices;
using AsyncLoad.Workloads.StreamRead;
using AsyncLoad.Workloads.ValueTaskSources;
using AsyncLoad.Workloads.Wrapping;

namespace AsyncLoad.Workloads;

/// <summary>The built-in workloads, listed here one by one.</summary>
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
        new CacheWorkload(),
        new DeepChainWorkload(),
        new ValueTaskSourceWorkload(),
        new ChannelWorkload(),
#if NET9_0_OR_GREATER
        new PipeWorkload(),
#endif
        new SocketWorkload(),
        new SemaphoreWorkload(),
        new FanOutWorkload(),
        new AsyncEnumerableWorkload(),
        new SimulatedIoWorkload(),
        new StreamReadWorkload(),
        new NoOpWorkload(),
        new FailingWorkload(),
    ];
}
