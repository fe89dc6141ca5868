using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.MixedFastPath;

/// <summary>
/// A method with a synchronous fast path and a slow path that waits, written twice a style: as one async method, and split into a method that
/// is not async and the slow path it hands out.
/// </summary>
internal sealed class MixedPath(bool fast)
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<string> AsyncTask()
    {
        if (fast) return Bar();
        return await BarTask();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<string> SplitTask() => fast ? Task.FromResult(Bar()) : BarTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<string> AsyncValueTask()
    {
        if (fast) return Bar();
        return await BarValueTask();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> SplitValueTask() => fast ? ValueTask.FromResult(Bar()) : BarValueTask();

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<string> AsyncPooled()
    {
        if (fast) return Bar();
        return await BarPooled();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<string> SplitPooled() => fast ? ValueTask.FromResult(Bar()) : BarPooled();

    private string Bar() => "foobar";

    private async Task<string> BarTask()
    {
        await Task.Yield();
        return Bar();
    }

    private async ValueTask<string> BarValueTask()
    {
        await Task.Yield();
        return Bar();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<string> BarPooled()
    {
        await Task.Yield();
        return Bar();
    }
}
