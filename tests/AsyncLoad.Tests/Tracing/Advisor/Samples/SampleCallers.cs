// Callers do on purpose what one should not.
#pragma warning disable CA1822, CA1849, CA2012, CA1812

namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>A method for each thing that a caller may do with a task. Each method called has no other callers.</summary>
internal sealed class SampleCallers
{
    private Task<int>? kept;

    public async Task<int> AwaitsAsync() => await Awaited(1);

    public async Task<int> ConfiguresAsync() => await Configured(1).ConfigureAwait(false);

    public async Task<int> AwaitsValueAsync() => await AwaitedValue(1).ConfigureAwait(false) + await AwaitedValue(2);

    public async Task<int> AwaitsLaterAsync()
    {
        var task = AwaitedLater(1);
        await Task.Yield();
        return await task;
    }

    public async Task<int> InspectsAsync()
    {
        var task = Inspected(1);
        return task.IsCompletedSuccessfully ? task.Result : await task;
    }

    public Task<int> Returns() => Returned(1);

    public async Task<int> AwaitsReturnedAsync() => await Returns();

    public Task<int> ReturnsUncalled() => ReturnedOnly(1);

    public ValueTask<int> Wraps() => new(Wrapped(1));

    public int Blocks() => Blocked(1).Result;

    public int BlocksByAwaiter() => BlockedByAwaiter(1).GetAwaiter().GetResult();

    public void Waits() => Waited(1).Wait();

    public async Task StoresAsync()
    {
        kept ??= Stored(1);
        await kept;
    }

    public async Task CombinesAsync() => await Task.WhenAll(Combined(1), Combined(2));

    public async Task CollectsAsync()
    {
        var list = new List<Task<int>> { Collected(1) };
        await Task.WhenAny(list);
    }

    public async Task<int> UsesAgainAsync()
    {
        var task = UsedAgain(1);
        return await task + await task;
    }

    public Task Passes() => PassedOn(1).ContinueWith(task => { }, TaskScheduler.Default);

    public void Discards() => _ = Discarded(1);

    public Func<int, Task<int>> MakesDelegate() => AsDelegate;

    public Func<Task<int>> ReturnsFromLambda() => () => ReturnedByLambda(1);

    public async Task<string> ThroughInterfaceAsync(ISampleStore store) => await store.FindAsync(1);

    public async Task<int> NoneOfThatAsync() => await Task.FromResult(kept is null ? 1 : 2);

    private Task<int> Awaited(int value) => Task.FromResult(value);

    private Task<int> Configured(int value) => Task.FromResult(value);

    private ValueTask<int> AwaitedValue(int value) => new(value);

    private Task<int> AwaitedLater(int value) => Task.FromResult(value);

    private Task<int> Inspected(int value) => Task.FromResult(value);

    private Task<int> Returned(int value) => Task.FromResult(value);

    private Task<int> ReturnedOnly(int value) => Task.FromResult(value);

    private Task<int> Wrapped(int value) => Task.FromResult(value);

    private Task<int> Blocked(int value) => Task.FromResult(value);

    private Task<int> BlockedByAwaiter(int value) => Task.FromResult(value);

    private Task<int> Waited(int value) => Task.FromResult(value);

    private Task<int> Stored(int value) => Task.FromResult(value);

    private Task<int> Combined(int value) => Task.FromResult(value);

    private Task<int> Collected(int value) => Task.FromResult(value);

    private Task<int> UsedAgain(int value) => Task.FromResult(value);

    private Task<int> PassedOn(int value) => Task.FromResult(value);

    private Task<int> Discarded(int value) => Task.FromResult(value);

    private Task<int> AsDelegate(int value) => Task.FromResult(value);

    private Task<int> ReturnedByLambda(int value) => Task.FromResult(value);

    public Task<int> Uncalled(int value) => Task.FromResult(value + (kept?.Id ?? 0));
}
