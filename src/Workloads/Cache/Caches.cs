using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.Cache;

/// <summary>
/// A cache of <see cref="int"/> results, none of them small enough for the runtime's own cached tasks. Written out for each result type: generic code shared between reference types looks up the type to allocate at run time.
/// </summary>
internal sealed class IntCache
{
    private readonly Lookups lookups;
    private readonly SimulatedDevice device;
    private readonly int[] stored = [.. Enumerable.Range(0, Lookups.Keys).Select(key => 1000 + key)];
    private readonly Dictionary<int, int> cached;
    private readonly Dictionary<int, Task<int>> cachedTasks;

    public IntCache(Lookups lookups, SimulatedDevice device)
    {
        this.lookups = lookups;
        this.device = device;
        cached = Enumerable.Range(0, lookups.Hits).ToDictionary(key => key, key => stored[key]);
        cachedTasks = cached.ToDictionary(entry => entry.Key, entry => Task.FromResult(entry.Value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<int> TaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> CachedTaskAsync()
    {
        var key = lookups.Next();
        return cachedTasks.TryGetValue(key, out var task) ? task : LoadTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<int> ValueTaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTaskSplitAsync()
    {
        var key = lookups.Next();
        return cached.TryGetValue(key, out var value) ? new ValueTask<int>(value) : LoadValueTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PooledAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    private async Task<int> LoadTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }

    private async ValueTask<int> LoadValueTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }
}

/// <summary>A cache of <see cref="decimal"/> results. Written out for each result type: generic code shared between reference types looks up the type to allocate at run time.</summary>
internal sealed class DecimalCache
{
    private readonly Lookups lookups;
    private readonly SimulatedDevice device;
    private readonly decimal[] stored = [.. Enumerable.Range(0, Lookups.Keys).Select(key => key + 0.25m)];
    private readonly Dictionary<int, decimal> cached;
    private readonly Dictionary<int, Task<decimal>> cachedTasks;

    public DecimalCache(Lookups lookups, SimulatedDevice device)
    {
        this.lookups = lookups;
        this.device = device;
        cached = Enumerable.Range(0, lookups.Hits).ToDictionary(key => key, key => stored[key]);
        cachedTasks = cached.ToDictionary(entry => entry.Key, entry => Task.FromResult(entry.Value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> TaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> CachedTaskAsync()
    {
        var key = lookups.Next();
        return cachedTasks.TryGetValue(key, out var task) ? task : LoadTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> ValueTaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskSplitAsync()
    {
        var key = lookups.Next();
        return cached.TryGetValue(key, out var value) ? new ValueTask<decimal>(value) : LoadValueTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<decimal> PooledAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    private async Task<decimal> LoadTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }

    private async ValueTask<decimal> LoadValueTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }
}

/// <summary>A cache of <see cref="string"/> results. Written out for each result type: generic code shared between reference types looks up the type to allocate at run time.</summary>
internal sealed class StringCache
{
    private readonly Lookups lookups;
    private readonly SimulatedDevice device;
    private readonly string[] stored = [.. Enumerable.Range(0, Lookups.Keys).Select(key => $"entry {key:D2}")];
    private readonly Dictionary<int, string> cached;
    private readonly Dictionary<int, Task<string>> cachedTasks;

    public StringCache(Lookups lookups, SimulatedDevice device)
    {
        this.lookups = lookups;
        this.device = device;
        cached = Enumerable.Range(0, lookups.Hits).ToDictionary(key => key, key => stored[key]);
        cachedTasks = cached.ToDictionary(entry => entry.Key, entry => Task.FromResult(entry.Value));
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> TaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> CachedTaskAsync()
    {
        var key = lookups.Next();
        return cachedTasks.TryGetValue(key, out var task) ? task : LoadTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> ValueTaskAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> ValueTaskSplitAsync()
    {
        var key = lookups.Next();
        return cached.TryGetValue(key, out var value) ? new ValueTask<string>(value) : LoadValueTaskAsync(key);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<string> PooledAsync()
    {
        var key = lookups.Next();
        if (cached.TryGetValue(key, out var value)) return value;
        await device.AccessAsync();
        return stored[key];
    }

    private async Task<string> LoadTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }

    private async ValueTask<string> LoadValueTaskAsync(int key)
    {
        await device.AccessAsync();
        return stored[key];
    }
}
