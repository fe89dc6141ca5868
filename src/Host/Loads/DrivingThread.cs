using System.Collections.Concurrent;

namespace AsyncLoad.Host.Loads;

/// <summary>Runs actions one after another on one thread, so that operations and clean-up find what set-up left in thread-local state.</summary>
internal sealed class DrivingThread
{
    /// <summary>Name of the thread.</summary>
    public const string Name = "AsyncLoad driver";

    private readonly BlockingCollection<Action> work = [];

    public DrivingThread() => new Thread(Serve) { IsBackground = true, Name = Name }.Start();

    /// <summary>Queues an action without waiting for it.</summary>
    public void Post(Action action) => work.Add(action);

    /// <summary>Ends the thread once all queued actions are done.</summary>
    public void End() => work.CompleteAdding();

    /// <summary>Queues a function and waits for its result. Its exception is rethrown as it was.</summary>
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
                // Rethrown where the result is waited for.
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
