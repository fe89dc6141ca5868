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

/// <summary>An exception is thrown.</summary>
internal readonly ref struct ExceptionThrown(ReadOnlySpan<char> type)
{
    public const int Id = 80;

    /// <summary>Its type as the runtime wrote it. Valid while the event is.</summary>
    public ReadOnlySpan<char> Type { get; } = type;

    // Its message follows, which may hold anything: it is not read.
    public static ExceptionThrown Read(in NettraceEvent traced)
    {
        var fields = traced.Fields(oldest: 1);
        return new ExceptionThrown(fields.Characters());
    }
}
