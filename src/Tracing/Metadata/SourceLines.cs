using System.Reflection.Metadata;
using System.Security.Cryptography;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A part of a source file. Lines and columns count from 1; the last column is the first behind it.</summary>
internal readonly record struct SourceSpan(DocumentHandle Document, int StartLine, int StartColumn, int EndLine, int EndColumn)
{
    public static SourceSpan Of(SequencePoint point) => new(point.Document, point.StartLine, point.StartColumn, point.EndLine, point.EndColumn);

    public bool Holds(SourceSpan other) =>
        Document == other.Document
        && (StartLine, StartColumn).CompareTo((other.StartLine, other.StartColumn)) <= 0
        && (EndLine, EndColumn).CompareTo((other.EndLine, other.EndColumn)) >= 0;

    /// <summary>What is written there; null where the lines are not so long.</summary>
    public string? In(string[] lines)
    {
        if (StartLine < 1 || EndLine > lines.Length || EndLine < StartLine || EndLine - StartLine > SourceLines.MostLines) return null;
        var text = string.Join('\n', lines[(StartLine - 1)..EndLine]);
        var end = text.Length - lines[EndLine - 1].Length + EndColumn - 1;
        return StartColumn < 1 || StartColumn > end || end > text.Length ? null : text[(StartColumn - 1)..end];
    }
}

/// <summary>Reads the source files that a PDB names, if their hashes are those of the compiled files.</summary>
internal static class SourceLines
{
    /// <summary>The longest statement that is looked at, in lines.</summary>
    public const int MostLines = 200;

    private const long Largest = 8 << 20;
    private const string Deterministic = "/_/";

    // Those of C# and Visual Basic.
    private static readonly string[] Extensions = [".cs", ".vb"];

    // Compilers before 2018 wrote SHA-1 by default; such files are not read.
    private static readonly Guid Sha256 = new("8829d00f-11b8-4213-878b-770e8597ac16");

    /// <summary>Whether a path begins as a build writes it that is the same everywhere.</summary>
    public static bool IsMapped(string path) => path.StartsWith(Deterministic, StringComparison.Ordinal);

    /// <summary>The lines of a file; null when it is not here or has another hash.</summary>
    public static string[]? Of(string path, Guid algorithm, byte[] hash) =>
        algorithm == Sha256 && Candidates(path).Select(file => RegularFile.ReadOrNull(file, Largest)).OfType<byte[]>().FirstOrDefault(bytes => SHA256.HashData(bytes).AsSpan().SequenceEqual(hash)) is { } source ? Split(source) : null;

    // The PDB may be of unknown origin: it must not make this machine connect to another.
    private static IEnumerable<string> Candidates(string path)
    {
        if (!Extensions.Any(extension => path.EndsWith(extension, StringComparison.OrdinalIgnoreCase)) || path.StartsWith("//", StringComparison.Ordinal) || path.StartsWith(@"\\", StringComparison.Ordinal)) yield break;
        if (!IsMapped(path))
        {
            if (Path.IsPathFullyQualified(path)) yield return path;
            yield break;
        }

        // Path.Combine would follow a rooted part anywhere, on Windows to another machine.
        var inside = path[Deterministic.Length..];
        if (inside.StartsWith('/') || inside.StartsWith('\\') || Path.IsPathRooted(inside)) yield break;
        foreach (var folder in FolderPath.InAndAbove(Environment.CurrentDirectory)) yield return Path.Combine(folder, inside);
    }

    private static string[] Split(byte[] source)
    {
        using var reader = new StreamReader(new MemoryStream(source));
        return reader.ReadToEnd().ReplaceLineEndings("\n").Split('\n');
    }
}
