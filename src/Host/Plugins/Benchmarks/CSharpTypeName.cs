namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Types as C# writes them, without namespaces: <c>Task&lt;int&gt;</c>.</summary>
internal static class CSharpTypeName
{
    private static readonly Dictionary<Type, string> Keywords = new()
    {
        [typeof(void)] = "void",
        [typeof(bool)] = "bool",
        [typeof(byte)] = "byte",
        [typeof(sbyte)] = "sbyte",
        [typeof(char)] = "char",
        [typeof(short)] = "short",
        [typeof(ushort)] = "ushort",
        [typeof(int)] = "int",
        [typeof(uint)] = "uint",
        [typeof(long)] = "long",
        [typeof(ulong)] = "ulong",
        [typeof(nint)] = "nint",
        [typeof(nuint)] = "nuint",
        [typeof(float)] = "float",
        [typeof(double)] = "double",
        [typeof(decimal)] = "decimal",
        [typeof(string)] = "string",
        [typeof(object)] = "object",
    };

    /// <summary>With its namespace and the type that it is nested in: <c>Work.Outer.Inner&lt;int&gt;</c>.</summary>
    public static string Full(Type type) =>
        string.Join('.', new[] { type.Namespace, type.DeclaringType is { } outer ? Of(outer) : null, Of(type) }.OfType<string>());

    public static string Of(Type type)
    {
        if (Keywords.TryGetValue(type, out var keyword)) return keyword;
        if (Nullable.GetUnderlyingType(type) is { } value) return Of(value) + "?";
        if (type is { IsArray: true }) return $"{Of(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        if (type.IsByRef) return $"ref {Of(type.GetElementType()!)}";
        var name = InSource(type.Name.Split('`')[0]);
        return type.IsGenericType ? $"{name}<{string.Join(", ", type.GetGenericArguments().Select(Of))}>" : name;
    }

    // The compiler puts "<File>F", a hash and "__" before the name of a type that is local to its file.
    private static string InSource(string name)
    {
        var end = name.StartsWith('<') && name.IndexOf(">F", StringComparison.Ordinal) is var hash and > 0 ? name.IndexOf("__", hash, StringComparison.Ordinal) : -1;
        return end < 0 ? name : name[(end + 2)..];
    }
}
