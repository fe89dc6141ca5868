using System.Runtime.CompilerServices;

namespace AsyncLoad.Workloads.SimulatedIo;

/// <summary>A call that waits for its back end and returns a number.</summary>
internal sealed class RemoteCall(BackEnd backEnd)
{
    private const int Answer = 1234;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async Task<int> TaskAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public async ValueTask<int> ValueTaskAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<int> PooledAsync()
    {
        await backEnd.WaitAsync();
        return Answer;
    }
}
