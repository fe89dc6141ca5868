using System.Buffers.Binary;
using System.Globalization;
using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// What an assembly does, as a hash. A compiler also writes the folder of the sources, the time and the commit into it. These are left out, so that the
/// same sources give the same hash in any folder.
/// </summary>
internal static partial class ModuleContent
{
    // Larger ones are compared byte by byte.
    public const long LargestModule = 200_000_000;

    // One character for each byte, so that names in metadata can be searched for.
    private static readonly Encoding Bytes = Encoding.Latin1;

    // Tables whose last column is a place in the heap of blobs (ECMA-335, II.22).
    private static readonly TableIndex[] EndInBlobs =
    [
        TableIndex.Field, TableIndex.MemberRef, TableIndex.Constant, TableIndex.CustomAttribute, TableIndex.FieldMarshal, TableIndex.DeclSecurity,
        TableIndex.StandAloneSig, TableIndex.Property, TableIndex.TypeSpec, TableIndex.AssemblyRef, TableIndex.File, TableIndex.MethodSpec,
    ];

    /// <summary>The hash of an assembly, or the SHA-256 of any other file; of a <c>runtimeconfig.json</c> without the place of the source.</summary>
    /// <param name="made">The folder that it was built in, whose name is left out; null where no file has it.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static byte[] Of(string file, BuildFolder? made = null)
    {
        var isModule = Path.GetExtension(file).Equals(".dll", StringComparison.OrdinalIgnoreCase);
        var isConfig = file.EndsWith(".runtimeconfig.json", StringComparison.Ordinal);
        if ((!isModule && !isConfig && made is null) || new FileInfo(file).Length > LargestModule) return ContentHash.Of(file);
        var image = RegularFile.Read(file, LargestModule);
        made?.Clear(image);
        return (isModule ? OfManaged(image) : null) ?? SHA256.HashData(isConfig ? WithoutPlaces(image) : image);
    }

    // The SDK writes there where a single C# file lies: the same file in two folders is the same build.
    private static byte[] WithoutPlaces(byte[] config) => Encoding.UTF8.GetBytes(string.Join('\n', Encoding.UTF8.GetString(config).Split('\n').Where(line => !line.Contains("\"EntryPointFile", StringComparison.Ordinal))));

    /// <summary>The hash of an assembly; null where it has native code, or is none.</summary>
    public static byte[]? OfManaged(byte[] image)
    {
        try
        {
            using var reader = new PEReader(ImmutableCollectionsMarshal.AsImmutableArray(image));
            // Code that was compiled ahead of time has the id of its compilation in many places.
            return reader is { HasMetadata: true, PEHeaders.CorHeader: { ManagedNativeHeaderDirectory.Size: 0 } header } && header.Flags.HasFlag(CorFlags.ILOnly)
                ? Hash(reader, header)
                : null;
        }
        catch (Exception damaged) when (damaged is BadImageFormatException or ArgumentException or InvalidOperationException or OverflowException or IndexOutOfRangeException)
        {
            return null;
        }
    }

    private static byte[]? Hash(PEReader image, CorHeader header)
    {
        var reader = image.GetMetadataReader();
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        ContentHash.Add(hash, Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{image.PEHeaders.CoffHeader.Machine} {header.Flags} {header.EntryPointTokenOrRelativeVirtualAddress}")));
        AddMetadata(hash, image, reader);
        foreach (var handle in reader.MethodDefinitions)
        {
            var address = reader.GetMethodDefinition(handle).RelativeVirtualAddress;
            ContentHash.Add(hash, address == 0 ? [] : Content(image, address, image.GetMethodBody(address).Size));
        }

        foreach (var field in reader.FieldDefinitions.Select(reader.GetFieldDefinition).Where(field => field.Attributes.HasFlag(FieldAttributes.HasFieldRVA)))
        {
            if (SizeOf(field, reader) is not { } size) return null;
            ContentHash.Add(hash, Content(image, field.GetRelativeVirtualAddress(), size));
        }

        var resources = header.ResourcesDirectory;
        ContentHash.Add(hash, resources.Size == 0 ? [] : Content(image, resources.RelativeVirtualAddress, resources.Size));
        return hash.GetHashAndReset();
    }

    // Without the id of the compilation. Blobs, code and data are added by themselves: their places depend on the length of paths.
    private static void AddMetadata(IncrementalHash hash, PEReader image, MetadataReader reader)
    {
        var content = image.GetMetadata().GetContent().AsSpan().ToArray();
        // A reference to a module is a name alone, and a signature that stands alone is a blob alone.
        var (name, blob) = (reader.GetTableRowSize(TableIndex.ModuleRef), reader.GetTableRowSize(TableIndex.StandAloneSig));
        foreach (var table in EndInBlobs) AddBlobs(hash, reader, content, table, reader.GetTableRowSize(table) - blob);
        AddBlobs(hash, reader, content, TableIndex.MethodDef, sizeof(int) + (2 * sizeof(short)) + name);
        AddBlobs(hash, reader, content, TableIndex.Assembly, (2 * sizeof(int)) + (4 * sizeof(short)));
        AddBlobs(hash, reader, content, TableIndex.AssemblyRef, sizeof(int) + (4 * sizeof(short)));
        // The address is the first column of both.
        foreach (var table in new[] { TableIndex.MethodDef, TableIndex.FieldRva }) ForRows(reader, content, table, row => row[..sizeof(int)].Clear());
        foreach (var table in Enum.GetValues<TableIndex>().Where(table => reader.GetTableRowCount(table) > 0))
            ContentHash.Add(hash, content.AsSpan(reader.GetTableMetadataOffset(table), reader.GetTableRowCount(table) * reader.GetTableRowSize(table)));
        ContentHash.Add(hash, Bytes.GetBytes(WithoutSurroundings(Bytes.GetString(Heap(reader, content, HeapIndex.String)))));
        ContentHash.Add(hash, Heap(reader, content, HeapIndex.UserString));
    }

    private static Span<byte> Heap(MetadataReader reader, byte[] content, HeapIndex heap) => content.AsSpan(reader.GetHeapMetadataOffset(heap), reader.GetHeapSize(heap));

    // Adds the blobs of a column, and clears their places.
    private static void AddBlobs(IncrementalHash hash, MetadataReader reader, byte[] content, TableIndex table, int column) => ForRows(reader, content, table, row =>
    {
        var place = row.Slice(column, reader.GetTableRowSize(TableIndex.StandAloneSig));
        var blob = reader.GetBlobBytes(MetadataTokens.BlobHandle(place.Length == sizeof(short) ? BinaryPrimitives.ReadUInt16LittleEndian(place) : BinaryPrimitives.ReadInt32LittleEndian(place)));
        ContentHash.Add(hash, table == TableIndex.CustomAttribute ? Bytes.GetBytes(WithoutSurroundings(WithoutPaths(blob))) : blob);
        place.Clear();
    });

    private static void ForRows(MetadataReader reader, byte[] content, TableIndex table, RowAction action)
    {
        var (start, size) = (reader.GetTableMetadataOffset(table), reader.GetTableRowSize(table));
        for (var row = 0; row < reader.GetTableRowCount(table); row++) action(content.AsSpan(start + (row * size), size));
    }

    private static string WithoutSurroundings(string text) => FromSurroundings().Replace(text, found => new string('0', found.Length));

    // An attribute may ask for the file that uses it, as [Benchmark] does: the compiler writes its path, after the path's length.
    private static string WithoutPaths(byte[] attribute)
    {
        var kept = new StringBuilder();
        for (var at = 0; at < attribute.Length;)
        {
            var (header, length) = attribute[at] switch
            {
                var one and < 0x80 => (1, one),
                var first and < 0xC0 when at + 1 < attribute.Length => (2, ((first & 0x3F) << 8) | attribute[at + 1]),
                _ => (0, 0),
            };
            var text = header > 0 && at + header + length <= attribute.Length ? Bytes.GetString(attribute, at + header, length) : "";
            var path = SourcePath().Match(text);
            if (path.Success) kept.Append(path.Groups[1].Value);
            else kept.Append((char)attribute[at]);
            at += path.Success ? header + length : 1;
        }

        return kept.ToString();
    }

    // Compilers make fields with data of number types, and of types that state their size.
    private static int? SizeOf(FieldDefinition field, MetadataReader reader)
    {
        var signature = reader.GetBlobReader(field.Signature);
        signature.ReadSignatureHeader();
        return signature.ReadSignatureTypeCode() switch
        {
            SignatureTypeCode.Boolean or SignatureTypeCode.SByte or SignatureTypeCode.Byte => 1,
            SignatureTypeCode.Char or SignatureTypeCode.Int16 or SignatureTypeCode.UInt16 => 2,
            SignatureTypeCode.Int32 or SignatureTypeCode.UInt32 or SignatureTypeCode.Single => 4,
            SignatureTypeCode.Int64 or SignatureTypeCode.UInt64 or SignatureTypeCode.Double => 8,
            SignatureTypeCode.TypeHandle when signature.ReadTypeHandle() is { Kind: HandleKind.TypeDefinition } type
                && reader.GetTypeDefinition((TypeDefinitionHandle)type).GetLayout() is { IsDefault: false } layout => layout.Size,
            _ => null,
        };
    }

    private static ReadOnlySpan<byte> Content(PEReader image, int address, int size) => image.GetSectionData(address).GetContent(0, size).AsSpan();

    private delegate void RowAction(Span<byte> row);

    // A full path, and the name of the file.
    [GeneratedRegex(@"\A(?:/|\\\\|[A-Za-z]:[\\/])(?:.*[\\/])?([^\\/]+\.(?:cs|fs|vb))\z", RegexOptions.Singleline)]
    private static partial Regex SourcePath();

    // "<File>F", a hash of the file's path and "__" in the name of a type that is local to a file; "+" and a commit in the version that people read.
    [GeneratedRegex(@"(?<=>F)[0-9A-F]{64}(?=__)|(?<=\+)[0-9a-f]{40}(?![0-9a-f])")]
    private static partial Regex FromSurroundings();
}
