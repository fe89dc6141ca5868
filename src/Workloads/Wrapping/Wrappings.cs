using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Wrapping;

/// <summary>The published methods: an inner one that may yield, and every way to pass its result on.</summary>
/// <param name="probability">How often the inner method completes synchronously, 0 to 1.</param>
internal sealed class BoolWrapping(double probability)
{
    private const bool Result = true;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<bool> TaskOverTask() => InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<bool> AsyncTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<bool> AsyncValueTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<bool> AsyncTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<bool> TaskOverValueTask() => InnerValueTask().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<bool> AsyncValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<bool> ValueTaskOverValueTask() => InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<bool> AsyncTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<bool> TaskOverPooled() => InnerPooled().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<bool> AsyncValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<bool> ValueTaskOverPooled() => InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> PooledOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<bool> PooledOverPooled() => await InnerPooled();

    private async Task<bool> InnerTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    private async ValueTask<bool> InnerValueTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<bool> InnerPooled()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }
}

/// <summary>The published methods with a result for which no task is cached: an inner one that may yield, and every way to pass its result on.</summary>
/// <param name="probability">How often the inner method completes synchronously, 0 to 1.</param>
internal sealed class DecimalWrapping(double probability)
{
    private const decimal Result = 1234.567m;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskOverTask() => InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> AsyncTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> AsyncValueTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> AsyncTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskOverValueTask() => InnerValueTask().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> AsyncValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskOverValueTask() => InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<decimal> AsyncTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskOverPooled() => InnerPooled().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<decimal> AsyncValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskOverPooled() => InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<decimal> PooledOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<decimal> PooledOverPooled() => await InnerPooled();

    private async Task<decimal> InnerTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    private async ValueTask<decimal> InnerValueTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> InnerPooled()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }
}
