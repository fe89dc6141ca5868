using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>An edge of a phase of a run, with the process's own counters at that moment.</summary>
/// <param name="Counters">Its counters; null where one of them is missing.</param>
internal sealed record PhaseMarked(string Name, PhaseCounters? Counters)
{
    // Matched by number: the names of these events show as "Phase/Start" and "Phase/Stop".
    public const int StartId = 1;
    public const int StopId = 2;

    /// <summary>The edge; null when the event has no name.</summary>
    public static PhaseMarked? Read(in NettraceEvent traced)
    {
        var fields = NamedFields.Read(traced);
        return fields.GetValueOrDefault("name") is string name ? new PhaseMarked(name, CountersOf(fields)) : null;
    }

    private static PhaseCounters? CountersOf(IReadOnlyDictionary<string, object> fields) =>
        fields.GetValueOrDefault("operations") is long operations
        && fields.GetValueOrDefault("allocatedBytes") is long allocated
        && fields.GetValueOrDefault("pauseNanoseconds") is long pause
        && fields.GetValueOrDefault("pressureBytes") is long pressure
            ? new PhaseCounters(operations, allocated, pause, pressure, fields.GetValueOrDefault("suspensions") as long?)
            : null;
}

/// <summary>Counters of a measured process.</summary>
/// <param name="AllocatedBytes">Bytes allocated so far, by the exact counter.</param>
/// <param name="PauseNanoseconds">Pauses so far, by the runtime's own sum.</param>
/// <param name="PressureBytes">The part of the bytes that the pressurer allocated.</param>
/// <param name="Suspensions">Operations that were not complete when they returned; null in traces of versions that did not count them.</param>
internal sealed record PhaseCounters(long Operations, long AllocatedBytes, long PauseNanoseconds, long PressureBytes, long? Suspensions);

/// <summary>Fields of an event whose layout the trace itself describes.</summary>
internal static class NamedFields
{
    // Not in the platform's enum; the format's own number.
    private const TypeCode SixteenBytes = (TypeCode)17;

    /// <summary>All fields by name, up to the first whose type is not a plain one.</summary>
    /// <exception cref="InvalidDataException">The payload ends before its fields do.</exception>
    public static IReadOnlyDictionary<string, object> Read(in NettraceEvent traced)
    {
        var values = new Dictionary<string, object>(StringComparer.Ordinal);
        var rest = traced.Fields();
        foreach (var field in traced.Kind.Fields)
        {
            if (Value(ref rest, field.Type) is not { } value) break;
            values.TryAdd(field.Name, value);
        }

        return values;
    }

    private static object? Value(ref PayloadReader rest, TypeCode type) => type switch
    {
        TypeCode.Boolean => rest.Int32() != 0,
        TypeCode.Char => (char)rest.UInt16(),
        TypeCode.SByte => unchecked((sbyte)rest.Byte()),
        TypeCode.Byte => rest.Byte(),
        TypeCode.Int16 => unchecked((short)rest.UInt16()),
        TypeCode.UInt16 => rest.UInt16(),
        TypeCode.Int32 => rest.Int32(),
        TypeCode.UInt32 => rest.UInt32(),
        TypeCode.Int64 => rest.Int64(),
        TypeCode.UInt64 => rest.UInt64(),
        TypeCode.Single => BitConverter.Int32BitsToSingle(rest.Int32()),
        TypeCode.Double => rest.Double(),
        TypeCode.String => rest.Text(),
        SixteenBytes => rest.Guid(),
        _ => null,
    };
}
