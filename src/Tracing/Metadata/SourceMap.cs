using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A line of a source file.</summary>
/// <param name="File">Its path as the PDB has it.</param>
internal sealed record SourcePoint(string File, int Line);

/// <summary>Where code stands in source files, by the portable PDB beside an assembly or inside it. What it holds may be damaged; see <see cref="Damage"/>.</summary>
internal sealed class SourceMap : IDisposable
{
    // In bytes; the file is read into memory as a whole.
    private const int Largest = 128 << 20;
    private const int MostPoints = 100_000;
    private const int LongestPath = 4_096;

    private static readonly Guid TypeDefinitionDocuments = new("932e74bc-dba9-4478-8d46-0f32a7bab3d3");

    private readonly MethodTable methods;
    private readonly MetadataReaderProvider? opened;
    private readonly MetadataReader? pdb;
    private readonly Dictionary<MethodDefinitionHandle, IReadOnlyList<SequencePoint>> points = [];
    private readonly Dictionary<DocumentHandle, string?> files = [];
    private readonly Dictionary<DocumentHandle, string[]?> texts = [];

    /// <summary>Reads the PDB, if there is one.</summary>
    /// <param name="path">Where the assembly is.</param>
    public SourceMap(PEReader image, string path, MethodTable methods)
    {
        this.methods = methods;
        string? beside = null;
        opened = Damage.Tolerate(() => UnpacksTooLarge(image) || !image.TryOpenAssociatedPortablePdb(path, Read, out var found, out _) ? null : found);
        pdb = Damage.Tolerate(() => opened?.GetMetadataReader());
        Unused = pdb is null ? beside : null;

        Stream? Read(string file)
        {
            if (!RegularFile.Is(file)) return null;
            beside = Path.GetFileName(file);
            return RegularFile.ReadOrNull(file, Largest) is { } bytes ? new MemoryStream(bytes, writable: false) : null;
        }
    }

    /// <summary>The PDB beside the assembly that belongs to another build or cannot be read; null for none.</summary>
    public string? Unused { get; }

    /// <summary>Where a method begins; null when no PDB shows it.</summary>
    public SourcePoint? Of(MethodDefinitionHandle method) => Points(methods.CodeOf(method)) is [var first, ..] ? Point(first) : null;

    /// <summary>Where an instruction stands; null when no PDB shows it.</summary>
    /// <param name="code">The method whose code it is part of.</param>
    public SourcePoint? At(MethodDefinitionHandle code, int offset) =>
        Points(code) is var all && all.LastOrDefault(point => point.Offset <= offset) is { StartLine: > 0 } point ? Point(point) : null;

    /// <summary>The statement that an instruction is part of; null when no PDB shows it.</summary>
    public SourceSpan? Statement(MethodDefinitionHandle code, int offset)
    {
        var all = Points(code);
        if (all.LastOrDefault(point => point.Offset <= offset) is not { StartLine: > 0 } point) return null;
        // Parts of an expression, such as the branches of a switch, have sequence points too.
        var inner = SourceSpan.Of(point);
        return all.Select(SourceSpan.Of).Where(span => span.Holds(inner)).MaxBy(span => (span.EndLine - span.StartLine, span.EndColumn - span.StartColumn));
    }

    /// <summary>All statements of a method.</summary>
    public IEnumerable<SourceSpan> Statements(MethodDefinitionHandle code) => Points(code).Select(SourceSpan.Of).Distinct();

    /// <summary>Paths of the source files, as the PDB has them.</summary>
    public IEnumerable<string> Files => pdb?.Documents.Select(FileName).OfType<string>() ?? [];

    /// <summary>Whether some source file that a build names alike everywhere is here, below or above the working folder.</summary>
    public bool HasMappedSource => pdb?.Documents.Any(document => FileName(document) is { } file && SourceLines.IsMapped(file) && TextOf(document) is not null) == true;

    /// <summary>Whether some source file is here, as it was compiled.</summary>
    public bool HasSource => pdb?.Documents.Any(document => TextOf(document) is not null) == true;

    /// <summary>Whether some source file is outside a folder.</summary>
    /// <param name="folder">With a slash at its end.</param>
    public bool HasOutside(string folder) => Files.Any(file => !file.StartsWith(folder, StringComparison.Ordinal));

    /// <summary>Paths of the files that have a part of the type which declares a method.</summary>
    public IReadOnlyList<string> FilesOf(MethodFacts method) => [.. DocumentsOf(method).Select(FileName).OfType<string>()];

    /// <summary>The texts of these files that are chosen by their paths, as far as they are here.</summary>
    public IEnumerable<string> TextsOf(MethodFacts method, Func<string, bool> isChosen) =>
        from document in DocumentsOf(method)
        where FileName(document) is { } file && isChosen(file)
        let lines = TextOf(document)
        where lines is not null
        select string.Join('\n', lines);

    /// <summary>What is written there; null when the source file is not here, or has changed since.</summary>
    public string? Text(SourceSpan span) => TextOf(span.Document) is { } lines ? span.In(lines) : null;

    /// <summary>What is written behind it, in as many lines as a statement may have; empty where <see cref="Text"/> is null.</summary>
    public string Behind(SourceSpan span)
    {
        if (TextOf(span.Document) is not { } lines || span.EndLine < 1 || span.EndLine > lines.Length) return "";
        var last = Math.Min(lines.Length, span.EndLine + SourceLines.MostLines);
        return new SourceSpan(span.Document, span.EndLine, span.EndColumn, last, lines[last - 1].Length + 1).In(lines) ?? "";
    }

    /// <summary>What is written in front of the code of a method, from the start of its file; null where <see cref="Text"/> is.</summary>
    public string? Before(MethodDefinitionHandle method) =>
        Points(methods.CodeOf(method)) is [var first, ..] && TextOf(first.Document) is { } lines && first.StartLine <= lines.Length && first.StartColumn <= lines[first.StartLine - 1].Length
            ? string.Join('\n', lines[..(first.StartLine - 1)].Append(lines[first.StartLine - 1][..(first.StartColumn - 1)]))
            : null;

    public void Dispose() => opened?.Dispose();

    // Its length when unpacked stands before it.
    private static bool UnpacksTooLarge(PEReader image)
    {
        foreach (var entry in image.ReadDebugDirectory().Where(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb))
        {
            var head = image.GetEntireImage().GetReader(entry.DataPointer, sizeof(uint) + sizeof(int));
            head.ReadUInt32();
            if (head.ReadInt32() is < 0 or > Largest) return true;
        }

        return false;
    }

    private IReadOnlyList<SequencePoint> Points(MethodDefinitionHandle code)
    {
        if (points.TryGetValue(code, out var known)) return known;
        return points[code] = Damage.Tolerate<IReadOnlyList<SequencePoint>>(() =>
            [.. pdb?.GetMethodDebugInformation(code.ToDebugInformationHandle()).GetSequencePoints().Where(point => !point.IsHidden).Take(MostPoints) ?? []]) ?? [];
    }

    // A PDB lists the files of a type whose statements do not tell them.
    private List<DocumentHandle> DocumentsOf(MethodFacts method) => Damage.Tolerate(() =>
    {
        var stated = pdb is null ? [] : pdb.GetCustomDebugInformation(method.Type).Select(pdb.GetCustomDebugInformation).Where(information => pdb.GetGuid(information.Kind) == TypeDefinitionDocuments).SelectMany(information => Rows(information.Value));
        return method.Assembly.Metadata.GetTypeDefinition(method.Type).GetMethods().SelectMany(sibling => Points(methods.CodeOf(sibling))).Select(point => point.Document).Concat(stated).Distinct().ToList();
    }) ?? [];

    private List<DocumentHandle> Rows(BlobHandle blob)
    {
        var reader = pdb!.GetBlobReader(blob);
        var rows = new List<DocumentHandle>();
        while (reader.RemainingBytes > 0) rows.Add(MetadataTokens.DocumentHandle(reader.ReadCompressedInteger()));
        return rows;
    }

    private SourcePoint? Point(SequencePoint point) => FileName(point.Document) is { } file ? new SourcePoint(file, point.StartLine) : null;

    private string[]? TextOf(DocumentHandle document)
    {
        if (!texts.TryGetValue(document, out var lines)) texts.Add(document, lines = Damage.Tolerate(() => LinesOf(document)));
        return lines;
    }

    private string? FileName(DocumentHandle document)
    {
        if (!files.TryGetValue(document, out var file)) files.Add(document, file = Damage.Tolerate(() => FileOf(document)));
        return file;
    }

    private string[]? LinesOf(DocumentHandle handle)
    {
        var document = pdb!.GetDocument(handle);
        return FileName(handle) is { } path ? SourceLines.Of(path, pdb.GetGuid(document.HashAlgorithm), pdb.GetBlobBytes(document.Hash)) : null;
    }

    private string? FileOf(DocumentHandle document)
    {
        var name = pdb!.GetDocument(document).Name;
        // A path is stored as a list of parts. Parts may repeat, so that a short blob can make a very long path.
        var parts = pdb.GetBlobReader(name);
        if (parts.Length > LongestPath) return null;
        parts.ReadByte();
        for (var length = 0; parts.RemainingBytes > 0;)
        {
            length += pdb.GetBlobReader(parts.ReadBlobHandle()).Length + 1;
            if (length > LongestPath) return null;
        }

        return pdb.GetString(name);
    }
}
