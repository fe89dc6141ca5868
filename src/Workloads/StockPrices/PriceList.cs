using System.Globalization;
using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.StockPrices;

/// <summary>
/// Prices that are loaded on first use and then looked up by a linear search. One list for all workers: they only read once it is there.
/// </summary>
internal sealed class PriceList
{
    private const int Companies = 100;
    private const int LoadingMs = 42;

    private List<(string Name, decimal Price)>? prices;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSync(string company)
    {
        Initialize();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSyncOverAsync(string company)
    {
        InitializeAsync().GetAwaiter().GetResult();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> PriceAsTask(string company)
    {
        await InitializeAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PriceAsValueTask(string company)
    {
        await InitializeAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PriceAsValueTaskSplit(string company)
    {
        var initializing = InitializeAsync();
        return initializing.IsCompleted ? new ValueTask<decimal>(Find(company)) : FindLaterAsync(initializing, company);

        async ValueTask<decimal> FindLaterAsync(Task pending, string wanted)
        {
            await pending;
            return Find(wanted);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PriceAsValueTaskSplitCapturing(string company)
    {
        var initializing = InitializeAsync();
        return initializing.IsCompleted ? new ValueTask<decimal>(Find(company)) : FindLaterAsync();

        async ValueTask<decimal> FindLaterAsync()
        {
            await initializing;
            return Find(company);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public decimal PriceSyncOverAsyncAwait(string company)
    {
        InitializeAfterYieldAsync().GetAwaiter().GetResult();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> PriceAsTaskAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> PriceAsValueTaskAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<decimal> PriceAsValueTaskPooledAwait(string company)
    {
        await InitializeAfterYieldAsync();
        return Find(company);
    }

    private void Initialize() => prices ??= Load();

    private async Task InitializeAsync()
    {
        if (prices is not null) return;
        await Task.Delay(LoadingMs);
        prices = Load();
    }

    private async Task InitializeAfterYieldAsync()
    {
        if (prices is not null)
        {
            await Task.Yield();
            return;
        }

        await Task.Delay(LoadingMs);
        prices = Load();
    }

    private static List<(string Name, decimal Price)> Load()
    {
        var loaded = new List<(string Name, decimal Price)>();
        for (var price = 1; price <= Companies; price++) loaded.Add((price.ToString(CultureInfo.InvariantCulture), price));
        loaded.Add(("MSFT", 42));
        return loaded;
    }

    private decimal Find(string company)
    {
        foreach (var (name, price) in prices!)
        {
            if (name == company) return price;
        }

        throw new KeyNotFoundException($"no price for '{company}'");
    }
}
