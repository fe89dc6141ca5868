using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.ValueTaskSources;

/// <summary>Waits for a value that a producer hands over, before or after the consumer has begun to wait.</summary>
internal sealed class Handover(bool producerFirst)
{
    private const decimal Value = 1234.567m;

    private readonly ReusableSource source = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> CompletionSource()
    {
        var completion = new TaskCompletionSource<decimal>();
        if (producerFirst) completion.SetResult(Value);
        var consumer = ConsumeAsync(completion.Task);
        if (!producerFirst) completion.SetResult(Value);
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskOverSource()
    {
        var pending = Begin();
        var consumer = ConsumeTaskAsync(pending);
        End();
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> Source()
    {
        var pending = Begin();
        End();
        return pending;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskOverSource()
    {
        var pending = Begin();
        var consumer = ConsumeValueTaskAsync(pending);
        End();
        return consumer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PooledOverSource()
    {
        var pending = Begin();
        var consumer = ConsumePooledAsync(pending);
        End();
        return consumer;
    }

    private ValueTask<decimal> Begin()
    {
        var pending = source.Begin();
        if (producerFirst) source.Complete(Value);
        return pending;
    }

    private void End()
    {
        if (!producerFirst) source.Complete(Value);
    }

    private static async Task<decimal> ConsumeAsync(Task<decimal> pending) => await pending;

    private static async Task<decimal> ConsumeTaskAsync(ValueTask<decimal> pending) => await pending;

    private static async ValueTask<decimal> ConsumeValueTaskAsync(ValueTask<decimal> pending) => await pending;

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<decimal> ConsumePooledAsync(ValueTask<decimal> pending) => await pending;
}
