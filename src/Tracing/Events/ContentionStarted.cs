using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A thread begins to wait for a lock.</summary>
/// <param name="Managed">Whether a lock of the program, and not of the runtime.</param>
internal readonly record struct ContentionStarted(bool Managed)
{
    public const int Id = 81;

    public static ContentionStarted Read(in NettraceEvent traced) => new(traced.Fields(oldest: 1).Byte() == 0);
}
