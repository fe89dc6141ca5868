using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace ConsoleTests;

/// <summary>Code under test: asks a warehouse that is far away how many pieces are left, in two styles.</summary>
public sealed class RemoteStock(SimulatedDevice warehouse)
{
    private const int Pieces = 1234;

    public async Task<int> PiecesTask()
    {
        await warehouse.AccessAsync();
        return Pieces;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PiecesPooled()
    {
        await warehouse.AccessAsync();
        return Pieces;
    }
}
