using System.Security.Cryptography;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Holds the evidence of a run folder against the lengths and hashes that its manifest took down when measuring ended.</summary>
internal static class EvidenceHashes
{
    /// <summary>What is missing or no longer as it was measured, in words. Files are read as streams, whatever their size.</summary>
    /// <param name="files">The evidence files of its manifest; empty while a run has not ended, so nothing is checked.</param>
    public static IEnumerable<string> Problems(string folder, IEnumerable<EvidenceFile> files) =>
        files.Select(file => Problem(folder, file)).OfType<string>();

    private static string? Problem(string folder, EvidenceFile expected)
    {
        if (RunPath.Inside(folder, expected.Path) is not { } path) return $"{expected.Path}: the manifest names a file outside the run folder";
        if (!File.Exists(path)) return $"{expected.Path}: the manifest names this file, and it is not there";
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
            return $"{expected.Path} could not be held against the manifest: {exception.Message}";
        }
    }
}
