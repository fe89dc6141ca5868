namespace AsyncLoad.Tracing.Naming;

/// <summary>Types as C# writes them, without namespaces.</summary>
internal static class CSharpType
{
    /// <summary>What stands before a type that is passed by reference.</summary>
    public const string Reference = "ref ";

    private static readonly Dictionary<string, string> Keywords = new(StringComparer.Ordinal)
    {
        ["Void"] = "void",
        ["Boolean"] = "bool",
        ["Char"] = "char",
        ["SByte"] = "sbyte",
        ["Byte"] = "byte",
        ["Int16"] = "short",
        ["UInt16"] = "ushort",
        ["Int32"] = "int",
        ["UInt32"] = "uint",
        ["Int64"] = "long",
        ["UInt64"] = "ulong",
        ["Single"] = "float",
        ["Double"] = "double",
        ["Decimal"] = "decimal",
        ["String"] = "string",
        ["Object"] = "object",
        ["IntPtr"] = "nint",
        ["UIntPtr"] = "nuint",
        // Shared generic code stands for any class.
        ["__Canon"] = "T",
    };

    /// <summary>The keyword for a type of the namespace <c>System</c>; null where there is none.</summary>
    public static string? Keyword(string name) => Keywords.GetValueOrDefault(name);

    public static string Write(NamedType type, TypeParameters parameters)
    {
        var written = Bare(type, parameters) + type.Suffix.TrimEnd('&');
        return type.Suffix.EndsWith('&') ? Reference + written : written;
    }

    private static string Bare(NamedType type, TypeParameters parameters)
    {
        if (type.IsParameter) return parameters.Name(type.Last);
        if (type is { Namespace: "System", Path: [var name] })
        {
            if (type.Arguments.Count == 0 && Keywords.TryGetValue(name, out var keyword)) return keyword;
            if (name == "Nullable`1" && type.Arguments is [var value]) return $"{Write(value, parameters)}?";
            if (name is ['V', 'a', 'l', 'u', 'e', 'T', 'u', 'p', 'l', 'e', '`', >= '2' and <= '7'])
                return $"({string.Join(", ", type.Arguments.Select(argument => Write(argument, parameters)))})";
        }

        var path = new CSharpPath();
        path.Add(type, parameters);
        return path.ToString();
    }
}
