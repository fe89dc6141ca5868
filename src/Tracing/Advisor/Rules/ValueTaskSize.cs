using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>How large a <c>ValueTask</c> is where a caller keeps it over an await, in the box of its state machine (x64).</summary>
internal static class ValueTaskSize
{
    private const int Pointer = 8;
    private const int TokenAndFlag = 3;

    private static readonly Dictionary<string, int> Sizes = new(StringComparer.Ordinal)
    {
        ["Boolean"] = 1,
        ["Byte"] = 1,
        ["SByte"] = 1,
        ["Char"] = 2,
        ["Int16"] = 2,
        ["UInt16"] = 2,
        ["Int32"] = 4,
        ["UInt32"] = 4,
        ["Single"] = 4,
        ["DateTimeOffset"] = 16,
        ["Decimal"] = 16,
        ["Guid"] = 16,
        ["Int128"] = 16,
        ["UInt128"] = 16,
    };

    /// <summary>Bytes that it takes more than a reference to a task.</summary>
    /// <param name="result">The T of its result; null for none.</param>
    public static int OverTask(NamedType? result) => Padded(Pointer + (result is null ? 0 : SizeOf(result)) + TokenAndFlag) - Pointer;

    // A reference, and as much for a structure of which nothing is known.
    private static int SizeOf(NamedType type) => type switch
    {
        { Suffix.Length: > 0 } => Pointer,
        { Namespace: "System", Path: ["Nullable`1"], Arguments: [var value] } => SizeOf(value) < Pointer ? Pointer : SizeOf(value) + Pointer,
        { Namespace: "System", Path: [['V', 'a', 'l', 'u', 'e', 'T', 'u', 'p', 'l', 'e', '`', ..]] } => Padded(type.Arguments.Sum(SizeOf)),
        { Namespace: "System", Path: [var name] } => Sizes.GetValueOrDefault(name, Pointer),
        _ => Pointer,
    };

    private static int Padded(int bytes) => (bytes + Pointer - 1) / Pointer * Pointer;
}
