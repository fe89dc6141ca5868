namespace AsyncLoad.Tracing.Metadata;

/// <summary>Names of methods that read and write properties, as compilers write them.</summary>
internal static class Accessor
{
    private const string Getter = "get_";
    private const string Setter = "set_";

    /// <summary>Whether a method of this name reads a property.</summary>
    public static bool Reads(string method) => method.StartsWith(Getter, StringComparison.Ordinal);

    /// <summary>Whether a method of this name writes a property.</summary>
    public static bool Writes(string method) => method.StartsWith(Setter, StringComparison.Ordinal);

    /// <summary>The property of an accessor; the method's own name where it is none.</summary>
    public static string Property(string method) => Reads(method) || Writes(method) ? method[Getter.Length..] : method;

    /// <summary>The method that reads a property.</summary>
    public static string ReaderOf(string property) => Getter + property;

    /// <summary>The method that writes a property.</summary>
    public static string WriterOf(string property) => Setter + property;
}
