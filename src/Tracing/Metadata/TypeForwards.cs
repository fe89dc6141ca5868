using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Finds the assembly that has a type: one such as System.Runtime only says which other one has it.</summary>
internal static class TypeForwards
{
    private const int MostForwards = 8;

    /// <summary>The name of the assembly that the type is in as far as it is known, and that assembly; null where it does not have the type or cannot be read.</summary>
    /// <param name="assembly">The name of the assembly that a reference to the type gives.</param>
    /// <param name="read">Reads an assembly of a name; null where it cannot be read.</param>
    public static (string Assembly, AssemblyFile? File) Follow(string assembly, NamedType type, Func<string, AssemblyFile?> read)
    {
        for (var forwards = 0; forwards < MostForwards && read(assembly) is { } file; forwards++)
        {
            if (file.Types.Find(type.Definition) is not null) return (assembly, file);
            if (Forward(file.Metadata, type) is not { } next) break;
            assembly = next;
        }

        return (assembly, null);
    }

    // Where an assembly says that a type is now.
    private static string? Forward(MetadataReader metadata, NamedType name) => (
        from handle in metadata.ExportedTypes
        let type = metadata.GetExportedType(handle)
        where type.Implementation.Kind == HandleKind.AssemblyReference && metadata.StringComparer.Equals(type.Name, name.Path[0]) && metadata.StringComparer.Equals(type.Namespace, name.Namespace)
        select metadata.GetString(metadata.GetAssemblyReference((AssemblyReferenceHandle)type.Implementation).Name)).FirstOrDefault();
}
