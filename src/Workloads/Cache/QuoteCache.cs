using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.Cache;

/// <summary>
/// A cache of <see cref="Quote"/> results, structs of 32 bytes. Written out for each result type: generic code shared between reference types looks up the type to allocate at run time.
/// </summary>
internal sealed class QuoteCache
{
    private readonly Lookups lookups;
    private readonly SimulatedDevice device;
    private readonly Quote[] stored = [.. Enumerable.Range(0, Lookups.Keys).Select(key => new Quote(key, key + 1, 100, 7))];
    private readonly Dictionary<int, Quote> cached;
    private readonly Dictionary<int, Task<Quote>> cachedTasks;

    public QuoteCache(Lookups lookups, SimulatedDevice device)
    {
        this.lookups = lookups;
        this.device = device;
        cached = Enumerable.Range(0, lookups.Hits).ToDictionary(key => key, key => stored[key]);
        cachedTasks = cached.ToDictionary(entry => entry.Key, entry => Task.FromResult(entry.Value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<Quote> TaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<Quote> CachedTaskAsync()
    {
        var key = lookups.Next();
        return cachedTasks.TryGetValue(key, out var task) ? task : LoadTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<Quote> ValueTaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<Quote> ValueTaskSplitAsync()
    {
        var key = lookups.Next();
        return cached.TryGetValue(key, out var value) ? new ValueTask<Quote>(value) : LoadValueTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Quote> PooledAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    private async Task<Quote> LoadTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }

    private async ValueTask<Quote> LoadValueTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }
}

/// <summary>A market price of 32 bytes: large enough that copying a result takes measurable time.</summary>
internal readonly record struct Quote(long Bid, long Ask, long Volume, long Time);

/// <summary>The keys that a worker looks up in turn: all 100, of which the first are in the cache. A miss is not stored.</summary>
internal sealed class Lookups(int hits)
{
    /// <summary>Keys in all.</summary>
    public const int Keys = 100;

    // Coprime to 100, so that every key has its turn and misses are spread; starts at key 0, which is cached unless nothing is.
    private const int Stride = 37;

    private int next;

    /// <summary>Keys that are cached, of 100.</summary>
    public int Hits => hits;

    public int Next()
    {
        var key = next;
        next = (key + Stride) % Keys;
        return key;
    }
}
