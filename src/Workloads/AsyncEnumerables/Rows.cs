using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.AsyncEnumerables;

/// <summary>Ten rows, one after another; some are there, for others the device must be asked. Each variant sums them.</summary>
internal sealed class Rows(int hits, SimulatedDevice device)
{
    /// <summary>Rows an operation.</summary>
    public const int Count = 10;

    private int position;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> BufferedAsync()
    {
        var sum = 0m;
        foreach (var row in await ReadAllAsync()) sum += row;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> TaskPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MoveTaskAsync()) sum += Current;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> ValueTaskPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MoveValueTaskAsync()) sum += Current;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> IteratorAsync()
    {
        var sum = 0m;
        await foreach (var row in ReadEachAsync()) sum += row;
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PooledPerRowAsync()
    {
        position = -1;
        var sum = 0m;
        while (await MovePooledAsync()) sum += Current;
        return sum;
    }

    private decimal Current => ValueOf(position);

    private async Task<List<decimal>> ReadAllAsync()
    {
        var rows = new List<decimal>(Count);
        for (var row = 0; row < Count; row++)
        {
            if (IsMiss(row)) await device.AccessAsync();
            rows.Add(ValueOf(row));
        }

        return rows;
    }

    private async Task<bool> MoveTaskAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    private async ValueTask<bool> MoveValueTaskAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> MovePooledAsync()
    {
        if (++position == Count) return false;
        if (IsMiss(position)) await device.AccessAsync();
        return true;
    }

    private async IAsyncEnumerable<decimal> ReadEachAsync()
    {
        for (var row = 0; row < Count; row++)
        {
            if (IsMiss(row)) await device.AccessAsync();
            yield return ValueOf(row);
        }
    }

    private bool IsMiss(int row) => row >= hits;

    private static decimal ValueOf(int row) => row + 0.25m;
}
