using System.Runtime.CompilerServices;

namespace SampleService;

/// <summary>Sums up a basket. Prices are nearly always in the cache.</summary>
public sealed class BasketService
{
    private static readonly string[] Basket = ["bread", "milk", "apples"];

    private readonly Dictionary<string, decimal> prices = new() { ["bread"] = 2.5m, ["milk"] = 1.25m, ["apples"] = 3m };

    /// <summary>As it was.</summary>
    public async Task<decimal> TotalBefore()
    {
        var sum = 0m;
        foreach (var product in Basket) sum += await FindPriceBefore(product);
        return sum;
    }

    /// <summary>As advised: both methods return a ValueTask, and each caller awaits it once.</summary>
    public async ValueTask<decimal> TotalAfter()
    {
        var sum = 0m;
        foreach (var product in Basket) sum += await FindPriceAfter(product);
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private async Task<decimal> FindPriceBefore(string product) => prices.TryGetValue(product, out var price) ? price : await LoadAsync(product);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private async ValueTask<decimal> FindPriceAfter(string product) => prices.TryGetValue(product, out var price) ? price : await LoadAsync(product);

    private async Task<decimal> LoadAsync(string product)
    {
        await Task.Delay(1);
        return prices[product] = 1;
    }
}
