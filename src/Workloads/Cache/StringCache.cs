using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Workloads.Cache;

/// <summary>
/// A cache of <see cref="string"/> results. Written out for each result type: generic code shared between reference types would pay for looking up what it may allocate.
/// </summary>
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
