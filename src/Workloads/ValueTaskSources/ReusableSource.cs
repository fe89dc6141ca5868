using System.Threading.Tasks.Sources;

namespace AsyncLoad.Workloads.ValueTaskSources;

/// <summary>
/// One object behind any number of ValueTasks, one after another: the least that a suspension can cost. Completing it runs the awaiting code at
/// once, on the completing thread.
/// </summary>
internal sealed class ReusableSource : IValueTaskSource<decimal>
{
    private ManualResetValueTaskSourceCore<decimal> core;

    /// <summary>A pending ValueTask; the one before must have been awaited.</summary>
    public ValueTask<decimal> Begin()
    {
        core.Reset();
        return new ValueTask<decimal>(this, core.Version);
    }

    public void Complete(decimal result) => core.SetResult(result);

    decimal IValueTaskSource<decimal>.GetResult(short token) => core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<decimal>.GetStatus(short token) => core.GetStatus(token);

    void IValueTaskSource<decimal>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        core.OnCompleted(continuation, state, token, flags);
}
