using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The types of an assembly by name.</summary>
internal sealed class TypeTable
{
    private readonly Dictionary<string, TypeDefinitionHandle> types = new(StringComparer.Ordinal);

    public TypeTable(MetadataReader metadata)
    {
        foreach (var handle in metadata.TypeDefinitions)
        {
            if (Damage.Tolerate(() => TypeDecoder.Type(metadata, handle)) is { } type) types.TryAdd(type.Definition, handle);
        }
    }

    /// <summary>A type; null when the assembly does not define it.</summary>
    /// <param name="definition">Its full name, nested types after <c>+</c>, without type arguments.</param>
    public TypeDefinitionHandle? Find(string definition) => types.TryGetValue(definition, out var handle) ? handle : null;
}
