using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Wrapping;

/// <summary>The published methods with a string result, for which no task is cached either: an inner one that may yield, and every way to pass its result on.</summary>
/// <param name="probability">How often the inner method completes synchronously, 0 to 1.</param>
internal sealed class StringWrapping(double probability)
{
    private const string Result = "Adams";

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> TaskOverTask() => InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AsyncTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AsyncValueTaskOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AsyncTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> TaskOverValueTask() => InnerValueTask().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AsyncValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> ValueTaskOverValueTask() => InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AsyncTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> TaskOverPooled() => InnerPooled().AsTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AsyncValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> ValueTaskOverPooled() => InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverValueTask() => await InnerValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask AsyncPlainValueTaskOverPooled() => await InnerPooled();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<string> PooledOverTask() => await InnerTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<string> PooledOverPooled() => await InnerPooled();

    private async Task<string> InnerTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    private async ValueTask<string> InnerValueTask()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<string> InnerPooled()
    {
        if (Random.Shared.NextDouble() > probability) await Task.Yield();
        return Result;
    }
}
