using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.Semaphores;

/// <summary>A section that one caller at a time may enter. Contended: somebody is inside when the caller asks, and leaves right after.</summary>
internal sealed class GuardedSection(bool contended) : IDisposable
{
    /// <summary>Large enough not to be among the results whose tasks the runtime caches.</summary>
    private const int Value = 1234;

    private readonly SemaphoreSlim semaphore = new(1, 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public Task<int> Task()
    {
        if (contended) semaphore.Wait();
        var entering = EnterTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTask()
    {
        if (contended) semaphore.Wait();
        var entering = EnterValueTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> ValueTaskSplit()
    {
        if (contended) semaphore.Wait();
        var entering = semaphore.Wait(0) ? new ValueTask<int>(Leave()) : EnterValueTaskAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public ValueTask<int> Pooled()
    {
        if (contended) semaphore.Wait();
        var entering = EnterPooledAsync();
        if (contended) semaphore.Release();
        return entering;
    }

    public void Dispose() => semaphore.Dispose();

    private async Task<int> EnterTaskAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    private async ValueTask<int> EnterValueTaskAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<int> EnterPooledAsync()
    {
        await semaphore.WaitAsync();
        return Leave();
    }

    private int Leave()
    {
        semaphore.Release();
        return Value;
    }
}
