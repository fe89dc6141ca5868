using System.Runtime.ExceptionServices;

namespace AsyncLoad.Host.Slices;

/// <summary>Carries the first exception of a worker to the control thread, and ends its wait.</summary>
internal sealed class FailureSignal : IDisposable
{
    private readonly ManualResetEventSlim raised = new(false, spinCount: 0);
    private ExceptionDispatchInfo? first;

    public void Raise(ExceptionDispatchInfo exception)
    {
        Interlocked.CompareExchange(ref first, exception, null);
        raised.Set();
    }

    /// <summary>Ends the control thread's waits for good: a load has come to its end.</summary>
    public void EndWaits() => raised.Set();

    /// <summary>Waits for <paramref name="length"/>, or less when a worker fails or the load has ended.</summary>
    public void WaitOut(TimeSpan length) => raised.Wait(length);

    /// <summary>Throws what a worker threw.</summary>
    /// <exception cref="WorkloadFailedException">The workload has failed.</exception>
    /// <exception cref="RequestRefusedException">The load would not run.</exception>
    public void ThrowIfRaised()
    {
        if (Volatile.Read(ref first) is not { } exception) return;
        if (exception.SourceException is RequestRefusedException) exception.Throw();
        throw new WorkloadFailedException(exception.SourceException);
    }

    public void Dispose() => raised.Dispose();
}

/// <summary>The workload under measurement threw.</summary>
internal sealed class WorkloadFailedException(Exception inner)
    : Exception($"the workload threw {inner.GetType().FullName}: {inner.Message}", inner);
