using System.Text;

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
        var name = type.Name.Split('`')[0];
        return type.IsGenericType ? $"{name}<{string.Join(", ", type.GetGenericArguments().Select(Of))}>" : name;
    }
}

/// <summary>Names of code as ids: <c>HttpClientReads</c> becomes <c>http-client-reads</c>. Whatever is neither letter nor digit separates words.</summary>
internal static class KebabCase
{
    private const int Longest = 80;

    /// <summary>The id; never empty, at most 80 characters.</summary>
    public static string Of(string name)
    {
        var id = new StringBuilder();
        for (var i = 0; i < name.Length && id.Length < Longest; i++)
        {
            if (!char.IsLetterOrDigit(name[i]))
            {
                if (id.Length > 0 && id[^1] != '-') id.Append('-');
                continue;
            }

            if (BeginsWord(name, i) && id.Length > 0 && id[^1] != '-') id.Append('-');
            id.Append(char.ToLowerInvariant(name[i]));
        }

        return id.ToString().Trim('-') is { Length: > 0 } found ? found : "unnamed";
    }

    /// <summary>The id, with a number behind it where others have it already; it is added to them.</summary>
    public static string Unique(string id, ISet<string> taken)
    {
        if (taken.Add(id)) return id;
        for (var number = 2; ; number++)
        {
            var numbered = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{id}-{number}");
            if (taken.Add(numbered)) return numbered;
        }
    }

    // "IOTask" is "io-task": the last capital of a row begins the next word.
    private static bool BeginsWord(string name, int at)
    {
        if (at == 0 || !char.IsUpper(name[at])) return false;
        return !char.IsUpper(name[at - 1]) || (at + 1 < name.Length && char.IsLower(name[at + 1]));
    }
}
