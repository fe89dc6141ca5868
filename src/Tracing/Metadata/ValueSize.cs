using System.Reflection;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>How large a value is, by the fields of its type (x64).</summary>
/// <param name="assembly">The assembly whose code names the types; null where it cannot be read.</param>
internal sealed class ValueSize(AssemblyFile? assembly)
{
    private const int Pointer = 8;
    private const int Deepest = 8;
    private const int MostFields = 200;

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
        ["Memory`1"] = 16,
        ["ReadOnlyMemory`1"] = 16,
        ["ArraySegment`1"] = 16,
    };

    /// <summary>Bytes of a value: a reference counts as one, and so does a structure of which nothing is known.</summary>
    public int Of(NamedType type) => Of(type, assembly, 0).Bytes;

    /// <summary>Bytes, filled up to whole references.</summary>
    public static int Padded(int bytes) => Aligned(bytes, Pointer);

    private static int Aligned(int bytes, int to) => (bytes + to - 1) / to * to;

    private static Layout Of(NamedType type, AssemblyFile? from, int depth)
    {
        if (type.Suffix.Length > 0 || type.IsParameter || depth > Deepest) return Layout.Reference;
        if (type is { Namespace: "System", Path: [var name] } && Sizes.TryGetValue(name, out var known)) return new Layout(known, Math.Min(known, Pointer), HoldsReference: type.Arguments.Count > 0);
        if (type is { Namespace: "System", Path: ["Nullable`1"], Arguments: [var value] }) return Together([new Layout(1, 1, HoldsReference: false), Of(value, from, depth + 1)]);
        if (type is { Namespace: "System", Path: [['V', 'a', 'l', 'u', 'e', 'T', 'u', 'p', 'l', 'e', '`', ..]] }) return Together([.. type.Arguments.Select(argument => Of(argument, from, depth + 1))]);
        return from is null ? Layout.Reference : Damage.Tolerate(() => OfDefinition(type, from, depth)) ?? Layout.Reference;
    }

    private static Layout? OfDefinition(NamedType type, AssemblyFile from, int depth)
    {
        if (Defining(type, from) is not { } file || file.Types.Find(type.Definition) is not { } handle) return null;
        var definition = file.Metadata.GetTypeDefinition(handle);
        if (definition.BaseType.IsNil || TypeDecoder.Type(file.Metadata, definition.BaseType)?.Definition is not ("System.ValueType" or "System.Enum") || type.Definition == "System.Enum") return null;
        var fields = definition.GetFields().Select(file.Metadata.GetFieldDefinition).Where(field => !field.Attributes.HasFlag(FieldAttributes.Static)).Take(MostFields);
        return Together([.. fields.Select(field => Of(TypeDecoder.Field(file.Metadata, field.Signature).Of(type.Arguments), file, depth + 1))]);
    }

    // Where the type is, in this assembly or in one that it refers to.
    private static AssemblyFile? Defining(NamedType type, AssemblyFile from)
    {
        if (from.Types.Find(type.Definition) is not null) return from;
        foreach (var handle in from.Metadata.TypeReferences)
        {
            if (TypeDecoder.Type(from.Metadata, handle)?.Definition != type.Definition || TypeDecoder.Scope(from.Metadata, handle) is not { } scope) continue;
            return TypeForwards.Follow(scope, type, from.Referenced).File;
        }

        return null;
    }

    // With references in it, the runtime puts the largest first. Without, the order of the source holds.
    private static Layout Together(IReadOnlyList<Layout> parts)
    {
        var holds = parts.Any(part => part.HoldsReference);
        var (bytes, largest) = (0, 1);
        foreach (var part in holds ? parts.OrderByDescending(part => part.Alignment) : parts.AsEnumerable())
        {
            bytes = Aligned(bytes, part.Alignment) + part.Bytes;
            largest = Math.Max(largest, part.Alignment);
        }

        return new Layout(Math.Max(1, Aligned(bytes, largest)), largest, holds);
    }

    private sealed record Layout(int Bytes, int Alignment, bool HoldsReference)
    {
        public static Layout Reference { get; } = new(Pointer, Pointer, HoldsReference: true);
    }
}
