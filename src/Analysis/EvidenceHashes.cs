using System.Security.Cryptography;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Checks the evidence of a run folder against the lengths and hashes in its manifest.</summary>
internal static class EvidenceHashes
{
    private const int MostNamed = 20;

    /// <summary>What was changed in a manifest, or is missing from it, in words; nothing when it is as it was written.</summary>
    /// <param name="text">The manifest as it stands in the folder.</param>
    public static IEnumerable<string> Problems(RunManifest manifest, ReadOnlyMemory<byte> text)
    {
        if (manifest.Parts is not { Count: > 0 } written)
            yield return $"{EvidenceParts.ManifestFile} has no hashes of its content: an older version wrote it, or they were removed, so it may have been changed after measuring";
        else if (Changed(EvidenceParts.ManifestFile, written, EvidenceParts.OfManifest(text)) is { } changed)
            yield return changed;
        if (manifest is { Status: not RunStatus.Running, Files.Count: 0 })
            yield return $"{EvidenceParts.ManifestFile} has no hashes of the evidence, though the run has ended: the evidence may have been changed after measuring";
    }

    /// <summary>The comparisons whose lines in the journal differ from those when measuring ended, in words; null for none.</summary>
    /// <param name="written">The parts that the manifest lists.</param>
    public static string? JournalProblem(string folder, IReadOnlyList<EvidencePart> written)
    {
        try
        {
            // A missing or empty journal is reported as a file.
            if (RunPath.Inside(folder, EvidenceParts.JournalFile) is not { } path || !RegularFile.Is(path)) return null;
            using var journal = RegularFile.Open(path);
            return Changed(EvidenceParts.JournalFile, written, EvidenceParts.OfJournal(journal));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"{EvidenceParts.JournalFile} could not be checked against the manifest: {exception.Message}";
        }
    }

    /// <summary>What is missing or no longer as it was measured, in words. Files of any size are read as streams.</summary>
    /// <param name="files">The evidence files of its manifest; empty while a run has not ended, so nothing is checked.</param>
    public static IEnumerable<string> Problems(string folder, IEnumerable<EvidenceFile> files) =>
        files.Select(file => Problem(folder, file)).OfType<string>();

    private static string? Changed(string file, IEnumerable<EvidencePart> written, IReadOnlyList<EvidencePart> found)
    {
        var before = written.Where(part => part.File == file).ToList();
        var names = before.Except(found).Concat(found.Except(before)).Select(part => part.Name).Distinct(StringComparer.Ordinal).ToList();
        if (names.Count == 0) return null;
        var more = names.Count > MostNamed ? FormattableString.Invariant($" and {names.Count - MostNamed} more") : "";
        return $"{file} was changed after measuring: {string.Join(", ", names.Take(MostNamed))}{more}";
    }

    private static string? Problem(string folder, EvidenceFile expected)
    {
        if (RunPath.Inside(folder, expected.Path) is not { } path) return $"{expected.Path}: the manifest names a file outside the run folder";
        if (!File.Exists(path)) return $"{expected.Path}: the manifest names this file, but it does not exist";
        try
        {
            if (expected.Bytes == 0 && new FileInfo(path).Length == 0) return null;
            using var stream = RegularFile.Open(path);
            if (stream.Length != expected.Bytes)
                return FormattableString.Invariant($"{expected.Path} was changed after measuring: it has {stream.Length} B, the manifest says {expected.Bytes} B");
            return Convert.ToHexStringLower(SHA256.HashData(stream)) == expected.Sha256
                ? null
                : $"{expected.Path} was changed after measuring: its SHA-256 is not the one in the manifest";
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return $"{expected.Path} could not be checked against the manifest: {exception.Message}";
        }
    }
}
