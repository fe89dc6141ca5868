using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

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
