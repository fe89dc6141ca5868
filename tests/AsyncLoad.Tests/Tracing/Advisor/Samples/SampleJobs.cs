using System.Runtime.CompilerServices;

// Samples are methods of an instance, as those of a service are, and a builder has the members that the compiler wants.
#pragma warning disable CA1815, CA1822

namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>Something to await that is neither a Task nor a ValueTask.</summary>
[AsyncMethodBuilder(typeof(SampleJobBuilder<>))]
internal readonly struct SampleJob<T>(Task<T> task)
{
    public TaskAwaiter<T> GetAwaiter() => task.GetAwaiter();
}

internal struct SampleJobBuilder<T>
{
    private AsyncTaskMethodBuilder<T> builder;

    public SampleJob<T> Task => new(builder.Task);

    public static SampleJobBuilder<T> Create() => new() { builder = AsyncTaskMethodBuilder<T>.Create() };

    public void Start<TMachine>(ref TMachine machine)
        where TMachine : IAsyncStateMachine => builder.Start(ref machine);

    public void SetStateMachine(IAsyncStateMachine machine) => builder.SetStateMachine(machine);

    public void SetResult(T result) => builder.SetResult(result);

    public void SetException(Exception fault) => builder.SetException(fault);

    public void AwaitOnCompleted<TAwaiter, TMachine>(ref TAwaiter awaiter, ref TMachine machine)
        where TAwaiter : INotifyCompletion
        where TMachine : IAsyncStateMachine => builder.AwaitOnCompleted(ref awaiter, ref machine);

    public void AwaitUnsafeOnCompleted<TAwaiter, TMachine>(ref TAwaiter awaiter, ref TMachine machine)
        where TAwaiter : ICriticalNotifyCompletion
        where TMachine : IAsyncStateMachine => builder.AwaitUnsafeOnCompleted(ref awaiter, ref machine);
}

internal sealed class SampleJobs
{
    public async SampleJob<int> WorkAsync(int id)
    {
        await Task.Yield();
        return id;
    }
}
