using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace AsyncLoad.Harness.Execution;

/// <summary>Finds environment variables that the code of a plug-in names. Under BenchmarkDotNet a benchmark sees all of them, and here only those of a short list.</summary>
internal static class NamedVariables
{
    /// <summary>Those of some names that stand in the code as a text.</summary>
    /// <param name="assembly">Path of the plug-in.</param>
    /// <param name="names">Names to look for.</param>
    public static IReadOnlyList<string> Of(string assembly, IReadOnlySet<string> names)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(assembly));
            return [.. Texts(file.GetMetadataReader()).Where(names.Contains).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or BadImageFormatException or InvalidOperationException)
        {
            // What is no assembly is refused elsewhere, with the reason.
            return [];
        }
    }

    private static IEnumerable<string> Texts(MetadataReader metadata)
    {
        for (var text = metadata.GetNextHandle(default(UserStringHandle)); !text.IsNil; text = metadata.GetNextHandle(text)) yield return metadata.GetUserString(text);
    }
}
