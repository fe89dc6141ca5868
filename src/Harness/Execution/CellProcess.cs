using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Execution;

/// <summary>Starts a process with a cell's settings. When the runtime cannot start with them, the settings are refused: that is not a crash.</summary>
internal static class CellProcess
{
    /// <summary>E_OUTOFMEMORY, which the runtime prints when it cannot set up its heap.</summary>
    public const string NoHeap = "0x8007000E";

    /// <summary>Starts the process; see <see cref="ChildProcess.StartAsync"/> for the parameters.</summary>
    /// <exception cref="ChildFailedException">It did not start, or cannot with these settings.</exception>
    /// <exception cref="OperationCanceledException">The scope ended.</exception>
    public static async Task<ChildProcess> StartAsync(
        Cell cell, IReadOnlyDictionary<string, string> environment, ChildScope scope, Func<Task>? started)
    {
        try
        {
            return await ChildProcess.StartAsync(HostLaunch.Of(cell), environment, scope, started);
        }
        catch (ChildFailedException failure) when (failure.Outcome is CellOutcome.Crashed { During: "start" } crashed
            && crashed.StandardError.Contains(NoHeap, StringComparison.Ordinal))
        {
            throw new ChildFailedException(new CellOutcome.Refused($"settings did not take effect: {Explain(cell)}; the runtime said: {crashed.StandardError}"));
        }
    }

    private static string Explain(Cell cell) => cell.Gc.HeapHardLimit is { } limit
        ? $"heapHardLimit: asked for {limit}, found no room in it for a heap ({NoHeap}; ask for more)"
        : $"no room for a heap ({NoHeap}; give the process more memory or address space, ulimit -v)";
}

/// <summary>A measured process did not do what it was asked; <see cref="Outcome"/> says how it ended.</summary>
internal sealed class ChildFailedException(CellOutcome outcome) : Exception("a measured process failed")
{
    public CellOutcome Outcome { get; } = outcome;
}
