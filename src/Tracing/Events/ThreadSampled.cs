using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>The stack of one thread at one moment.</summary>
/// <param name="RunsManaged">Whether it ran managed code: not waiting, not in the system, not in native code.</param>
internal readonly record struct ThreadSampled(bool RunsManaged)
{
    public const int Id = 0;

    private const uint Managed = 2;

    public static ThreadSampled Read(in NettraceEvent traced) => new(traced.Fields().UInt32() == Managed);
}
