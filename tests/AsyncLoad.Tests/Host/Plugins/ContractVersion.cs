using System.Buffers.Binary;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Plug-ins as if they had been built against another contract.</summary>
internal static class ContractVersion
{
    /// <summary>The bytes of a plug-in that asks for a version: the first four of its row in the table of references.</summary>
    public static byte[] Patched(string path, ushort major, ushort minor)
    {
        var content = File.ReadAllBytes(path);
        using var file = new PEReader(new MemoryStream(content));
        var metadata = file.GetMetadataReader();
        var row = metadata.AssemblyReferences.Index().Single(entry => metadata.GetString(metadata.GetAssemblyReference(entry.Item).Name) == "AsyncLoad.Workloads").Index;
        var at = file.PEHeaders.MetadataStartOffset + metadata.GetTableMetadataOffset(TableIndex.AssemblyRef) + (row * metadata.GetTableRowSize(TableIndex.AssemblyRef));
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(at), major);
        BinaryPrimitives.WriteUInt16LittleEndian(content.AsSpan(at + 2), minor);
        return content;
    }
}
