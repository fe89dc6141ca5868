using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.ValueTaskSources;

namespace AsyncLoad.Workloads.FanOut;

#pragma warning disable CA2012 // Holding several ValueTasks before awaiting each once is what the in-turn variants are about.

/// <summary>
/// Starts a number of async calls and sums their results. They complete at once, or all suspend and are let go one by one when the whole fan waits;
/// everything resumes on the same thread, so that bytes are exact.
/// </summary>
internal sealed class Fan(int width, bool suspends)
{
    private readonly ReusableSource[] sources = [.. Enumerable.Range(0, width).Select(_ => new ReusableSource())];

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllTasks()
    {
        var sum = WhenAllTasksAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllValueTasks()
    {
        var sum = WhenAllValueTasksAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> ValueTasksInTurn()
    {
        var sum = ValueTasksInTurnAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> WhenAllPooled()
    {
        var sum = WhenAllPooledAsync();
        LetGo();
        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> PooledInTurn()
    {
        var sum = PooledInTurnAsync();
        LetGo();
        return sum;
    }

    private async Task<decimal> WhenAllTasksAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallTaskAsync(index);
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> WhenAllValueTasksAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallValueTaskAsync(index).AsTask();
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> ValueTasksInTurnAsync()
    {
        var calls = new ValueTask<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallValueTaskAsync(index);
        var sum = 0m;
        for (var index = 0; index < width; index++) sum += await calls[index];
        return sum;
    }

    private async Task<decimal> WhenAllPooledAsync()
    {
        var calls = new Task<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallPooledAsync(index).AsTask();
        return Sum(await Task.WhenAll(calls));
    }

    private async Task<decimal> PooledInTurnAsync()
    {
        var calls = new ValueTask<decimal>[width];
        for (var index = 0; index < width; index++) calls[index] = CallPooledAsync(index);
        var sum = 0m;
        for (var index = 0; index < width; index++) sum += await calls[index];
        return sum;
    }

    private async Task<decimal> CallTaskAsync(int index) => await Answer(index);

    private async ValueTask<decimal> CallValueTaskAsync(int index) => await Answer(index);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> CallPooledAsync(int index) => await Answer(index);

    private ValueTask<decimal> Answer(int index) => suspends ? sources[index].Begin() : new ValueTask<decimal>(index + 0.25m);

    private void LetGo()
    {
        if (!suspends) return;
        for (var index = 0; index < width; index++) sources[index].Complete(index + 0.25m);
    }

    private static decimal Sum(decimal[] results)
    {
        var sum = 0m;
        foreach (var result in results) sum += result;
        return sum;
    }
}
