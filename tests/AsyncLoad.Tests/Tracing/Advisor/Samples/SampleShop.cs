using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

// Samples are methods of an instance, as those of a service are, and some do on purpose what one should not.
#pragma warning disable CA1822, CA1849, CA2012

namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

internal interface ISampleStore
{
    Task<string> FindAsync(int id);
}

internal sealed class SampleStore : ISampleStore
{
    public Task<string> FindAsync(int id) => Task.FromResult(id.ToString("x", System.Globalization.CultureInfo.InvariantCulture));
}

internal sealed class SampleStream : MemoryStream
{
    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        await Task.Yield();
        return buffer.Length + offset + count;
    }
}

internal sealed class SampleBox<TItem>
{
    internal sealed class Inner
    {
        public async Task<TItem> Get<TKey>(TItem item, TKey key)
        {
            await Task.Yield();
            return key is null ? item : item;
        }
    }
}

/// <summary>Async methods of all kinds.</summary>
internal sealed class SampleShop
{
    private readonly ConcurrentDictionary<int, Task<string>> cache = new();

    public async Task<decimal> PriceAsync(string name)
    {
        if (name.Length == 0) await Task.Yield();
        return name.Length;
    }

    public async Task<decimal> PriceAsync(int id)
    {
        if (id == 0) await Task.Yield();
        return id;
    }

    public async Task PlainAsync() => await Task.Yield();

    public async ValueTask<int> ValueAsync(int id)
    {
        await Task.Yield();
        return id;
    }

    public async ValueTask PlainValueAsync() => await Task.Yield();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PooledAsync(int id)
    {
        await Task.Yield();
        return id;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public async ValueTask PlainPooledAsync() => await Task.Yield();

    public async void Fire() => await Task.Yield();

    public async IAsyncEnumerable<int> ItemsAsync(int count)
    {
        for (var item = 0; item < count; item++)
        {
            await Task.Yield();
            yield return item;
        }
    }

    public IEnumerable<int> Items(int count)
    {
        for (var item = 0; item < count; item++) yield return item;
    }

    public Task<int> OuterAsync(int id)
    {
        return LocalAsync(id);

        static async Task<int> LocalAsync(int inner)
        {
            await Task.Yield();
            return inner;
        }
    }

    public Task<int> LambdaAsync(int id)
    {
        var lambda = async () =>
        {
            await Task.Yield();
            return id;
        };
        return lambda();
    }

    public async Task<T> GenericAsync<T>(T value)
    {
        await Task.Yield();
        return value;
    }

    public Task<string> Explicit(int id) => Task.FromResult(id > 0 ? "some" : "none");

    public async Task<string> BothAsync(int id)
    {
        var other = Task.FromResult("other");
        return id > 0 ? "own" : await other;
    }

    public async ValueTask<int> InlinesAsync(int id) => (await Explicit(id)).Length;

    public async ValueTask<int> ConvertsAsync(int id) => await ValueAsync(id).AsTask();

    public async ValueTask<int> DeclaresConvertedAsync(int id)
    {
        Task<int> task = ValueAsync(id).AsTask();
        return await task;
    }

    public async ValueTask CombinesConvertedAsync(int id) => await Task.WhenAll(ValueAsync(id).AsTask(), ValueAsync(id).AsTask());

    public async ValueTask<int> CapturesAsync(int[] list, int id)
    {
        var found = Array.FindIndex(list, item => item == id);
        await Task.Yield();
        return found;
    }

    public ValueTask<int> SplitsAsync(int id)
    {
        return id > 0 ? new ValueTask<int>(id) : new ValueTask<int>(SlowAsync());

        async Task<int> SlowAsync()
        {
            await Task.Yield();
            return id;
        }
    }

    public async ValueTask<int> SourceAsync(int id)
    {
        var source = new TaskCompletionSource<int>();
        source.SetResult(id);
        return await source.Task;
    }

    public async ValueTask<int> RunsAsync(int id) => await Task.Run(() => id);

    public async ValueTask ListsAsync(IEnumerable<int> ids) => await Task.WhenAll(new List<Task<decimal>>(ids.Select(PriceAsync)).ToArray());

    public Task<string> CachedAsync(int id) => cache.GetOrAdd(id, key => Task.FromResult(key.ToString(System.Globalization.CultureInfo.InvariantCulture)));
}
