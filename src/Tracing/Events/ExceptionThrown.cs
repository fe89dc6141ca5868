using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
