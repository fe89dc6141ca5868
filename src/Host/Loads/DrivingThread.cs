using System.Collections.Concurrent;

namespace AsyncLoad.Host.Loads;

/// <summary>A thread that does one thing after another: what set-up leaves on its thread, operations and clean-up find there.</summary>
internal sealed class DrivingThread
{
    /// <summary>What the thread of a load is called.</summary>
    public const string Name = "AsyncLoad driver";

    private readonly BlockingCollection<Action> work = [];

    public DrivingThread() => new Thread(Serve) { IsBackground = true, Name = Name }.Start();

    /// <summary>Has something done when all before it is, and does not wait for it.</summary>
    public void Post(Action action) => work.Add(action);

    /// <summary>Lets it end when all that it was given is done.</summary>
    public void End() => work.CompleteAdding();

    /// <summary>Has something done when all before it is, and waits for it. What it throws comes as it was thrown.</summary>
    public T Run<T>(Func<T> call)
    {
        var result = new TaskCompletionSource<T>();
        Post(() =>
        {
            try
            {
                result.SetResult(call());
            }
            catch (Exception exception)
            {
                // It is thrown where the result is waited for.
                result.SetException(exception);
            }
        });
        return result.Task.GetAwaiter().GetResult();
    }

    private void Serve()
    {
        foreach (var action in work.GetConsumingEnumerable()) action();
    }
}
