using System.Collections;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Generated;

/// <summary>What benchmarks return. Each notes when it has been awaited or enumerated to its end.</summary>
public static class Results
{
    private static int number = 7;

    public static ref int Number => ref number;

    public static async Task Later(string name)
    {
        await Task.Yield();
        Recorder.Note("consumed " + name);
    }

    public static async Task<int> NumberLater(string name)
    {
        await Task.Delay(10);
        Recorder.Note("consumed " + name);
        return 7;
    }

    public static async IAsyncEnumerable<int> Stream(string name)
    {
        for (var item = 1; item <= 3; item++)
        {
            await Task.Yield();
            yield return item;
        }

        Recorder.Note("consumed " + name);
    }

    public static IEnumerable<int> Numbers(string name)
    {
        yield return 1;
        Recorder.Note("consumed " + name);
    }

    public static async Task<IEnumerable<int>> NumbersLater(string name)
    {
        await Task.Yield();
        return Numbers(name);
    }
}

public class Own(string name, bool later)
{
    public OwnAwaiter GetAwaiter() => new(name, later);
}

public readonly struct OwnStruct(string name)
{
    public OwnAwaiter GetAwaiter() => new(name, later: false);
}

public readonly struct OwnAwaiter(string name, bool later) : ICriticalNotifyCompletion
{
    public bool IsCompleted => !later;

    public int GetResult()
    {
        Recorder.Note("consumed " + name);
        return 7;
    }

    public void OnCompleted(Action continuation) => ThreadPool.QueueUserWorkItem(_ => continuation());

    public void UnsafeOnCompleted(Action continuation) => ThreadPool.QueueUserWorkItem(_ => continuation());
}

public sealed class OwnTask : Task
{
    private OwnTask(string name)
        : base(() =>
        {
            Thread.Sleep(10);
            Recorder.Note("consumed " + name);
        })
    {
    }

    public static OwnTask Begin(string name)
    {
        var task = new OwnTask(name);
        task.Start();
        return task;
    }
}

public sealed class OwnStream(string name) : IAsyncEnumerable<int>
{
    public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default) => Results.Stream(name).GetAsyncEnumerator(cancellationToken);
}

public sealed class OwnList(string name) : IEnumerable<int>
{
    public IEnumerator<int> GetEnumerator() => Results.Numbers(name).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>What a ValueTask may stand on; it is awaited once.</summary>
public sealed class Source(string name) : IValueTaskSource<int>, IValueTaskSource
{
    public int GetResult(short token)
    {
        Recorder.Note("consumed " + name);
        return 7;
    }

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Succeeded;

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) => continuation(state);
}
