using System.Runtime.CompilerServices;
using AsyncLoad.Workloads.ValueTaskSources;

namespace AsyncLoad.Workloads.DeepChain;

/// <summary>
/// A chain of async methods, each awaiting the next. The bottom completes at once or suspends; once the whole chain is pending it is let go, and
/// resumes level by level on the same thread: builders are measured, not thread hops.
/// </summary>
internal sealed class Levels(int depth, bool suspends)
{
    private const decimal Value = 1234.567m;

    private readonly ReusableSource source = new();

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<decimal> TaskChain()
    {
        var chain = TaskBelow(depth);
        LetGo();
        return chain;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> ValueTaskChain()
    {
        var chain = ValueTaskBelow(depth);
        LetGo();
        return chain;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<decimal> PooledChain()
    {
        var chain = PooledBelow(depth);
        LetGo();
        return chain;
    }

    private Task<decimal> TaskBelow(int level) => level > 1 ? TaskLevelAsync(level) : TaskBottomAsync();

    private async Task<decimal> TaskLevelAsync(int level) => await TaskBelow(level - 1);

    private async Task<decimal> TaskBottomAsync() => await Bottom();

    private ValueTask<decimal> ValueTaskBelow(int level) => level > 1 ? ValueTaskLevelAsync(level) : ValueTaskBottomAsync();

    private async ValueTask<decimal> ValueTaskLevelAsync(int level) => await ValueTaskBelow(level - 1);

    private async ValueTask<decimal> ValueTaskBottomAsync() => await Bottom();

    private ValueTask<decimal> PooledBelow(int level) => level > 1 ? PooledLevelAsync(level) : PooledBottomAsync();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> PooledLevelAsync(int level) => await PooledBelow(level - 1);

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<decimal> PooledBottomAsync() => await Bottom();

    private ValueTask<decimal> Bottom() => suspends ? source.Begin() : new ValueTask<decimal>(Value);

    private void LetGo()
    {
        if (suspends) source.Complete(Value);
    }
}
