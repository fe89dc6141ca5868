using System.Globalization;

namespace AsyncLoad.Tracing.Naming;

/// <summary>A type, taken apart.</summary>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Path">Names from the outermost declaring type inwards, one at least, with their arity: <c>Outer`1</c>, <c>Inner</c>. A type parameter is <c>!0</c> of a type, <c>!!0</c> of a method.</param>
/// <param name="Arguments">All generic arguments, those of declaring types first; empty for a definition.</param>
/// <param name="Suffix">Arrays, pointers and references, innermost first: <c>[]*&amp;</c>; empty for none.</param>
internal sealed record NamedType(string Namespace, IReadOnlyList<string> Path, IReadOnlyList<NamedType> Arguments, string Suffix)
{
    /// <summary>The innermost name, with its arity.</summary>
    public string Last => Path[^1];

    /// <summary>Full name of the definition: <c>My.App.Outer`1+Inner</c>, without arguments and suffix.</summary>
    public string Definition => Namespace.Length == 0 ? string.Join('+', Path) : $"{Namespace}.{string.Join('+', Path)}";

    /// <summary>The type with its arguments in the runtime's writing; equal for equal types.</summary>
    public string Full => Arguments.Count == 0 ? Definition + Suffix : $"{Definition}[{string.Join(',', Arguments.Select(argument => argument.Full))}]{Suffix}";

    public bool IsParameter => Namespace.Length == 0 && Path is [['!', ..]];

    /// <summary>Whether a type parameter is somewhere in it.</summary>
    public bool IsOpen => IsParameter || Arguments.Any(argument => argument.IsOpen);

    /// <summary>The type with others in the place of the type parameters of a type; those of methods stay.</summary>
    public NamedType Of(IReadOnlyList<NamedType> arguments)
    {
        if (IsParameter && int.TryParse(Last.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out var index) && index < arguments.Count)
            return arguments[index] with { Suffix = arguments[index].Suffix + Suffix };
        return Arguments.Count == 0 || arguments.Count == 0 ? this : this with { Arguments = [.. Arguments.Select(argument => argument.Of(arguments))] };
    }

    /// <summary>A type without arguments, such as <c>System.Int32</c> or <c>My.App.Outer+Inner</c>.</summary>
    /// <param name="dotted">Its full name, nested types after <c>+</c> or <c>/</c>; not empty.</param>
    public static NamedType Plain(string dotted) => new NamedTypeReader(dotted.Replace('/', '+')).Path() ?? new NamedType("", [dotted], [], "");

    /// <summary>What the runtime wrote, or null when that is no name of a type.</summary>
    public static NamedType? Parse(string text) => NamedTypeReader.Read(text);

    public static NamedType Parameter(bool ofMethod, int index) =>
        new("", [(ofMethod ? "!!" : "!") + index.ToString(CultureInfo.InvariantCulture)], [], "");

    /// <summary>How many type parameters a name declares by itself.</summary>
    public static int Arity(string name)
    {
        var tick = name.LastIndexOf('`');
        return tick > 0 && int.TryParse(name.AsSpan(tick + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var arity) ? Math.Min(arity, 100) : 0;
    }
}
