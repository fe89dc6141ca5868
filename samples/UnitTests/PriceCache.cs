using System.Runtime.CompilerServices;

namespace UnitTests;

/// <summary>Code under test: prices that are asked for over and over, and loaded once.</summary>
public sealed class PriceCache
{
    private readonly Dictionary<string, decimal> prices = [];

    public async Task<decimal> PriceTask(string product) => prices.TryGetValue(product, out var price) ? price : await LoadAsync(product);

    public async ValueTask<decimal> PriceValueTask(string product) => prices.TryGetValue(product, out var price) ? price : await LoadAsync(product);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private async Task<decimal> LoadAsync(string product)
    {
        await Task.Yield();
        return prices[product] = product.Length * 1.25m;
    }
}
