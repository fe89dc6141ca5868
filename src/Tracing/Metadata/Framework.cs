using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Recognises what belongs to .NET itself, which a reader of advice cannot change.</summary>
internal static class Framework
{
    /// <summary>What names of the types begin with that the compiler uses.</summary>
    public const string CompilerServices = "System.Runtime.CompilerServices.";

    /// <summary>What names of the types of tasks begin with.</summary>
    public const string Tasks = "System.Threading.Tasks.";

    /// <summary>Whether a type or its assembly bears a name of the framework.</summary>
    public static bool Owns(TracedFrame frame) => OwnsType(frame.Type) || (frame.Module is { } module && OwnsFile(FileName(module)));

    public static bool Owns(NamedType type) => OwnsType(type.Namespace + ".");

    /// <summary>Whether an assembly bears such a name.</summary>
    public static bool OwnsFile(string fileName) => OwnsType(fileName) || fileName is "mscorlib.dll" or "netstandard.dll" or "WindowsBase.dll" or "FSharp.Core.dll";

    /// <summary>The last part of a path, of whatever system.</summary>
    public static string FileName(string path) => path[(path.AsSpan().LastIndexOfAny('/', '\\') + 1)..];

    /// <summary>Whether a type or a file bears such a name.</summary>
    public static bool OwnsType(ReadOnlySpan<char> name) => name.StartsWith("System.", StringComparison.Ordinal) || name.StartsWith("Microsoft.", StringComparison.Ordinal);
}
