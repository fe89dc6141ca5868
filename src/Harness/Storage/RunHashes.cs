using System.Security.Cryptography;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Storage;

/// <summary>The hashes that a manifest records.</summary>
/// <param name="folder">The run folder.</param>
internal sealed class RunHashes(string folder)
{
    /// <summary>The hashes of the reference run; null where the folder keeps none.</summary>
    public IReadOnlyList<EvidenceFile>? Reference() =>
        Directory.Exists(Path.Combine(folder, RunManifest.ReferenceFolder)) ? [.. In(RunManifest.ReferenceFolder, "*.json*").Select(Of)] : null;

    /// <summary>The hashes of everything that the run measured.</summary>
    public IReadOnlyList<EvidenceFile> Evidence()
    {
        string[] names = [EvidenceParts.CatalogueFile, EvidenceParts.ProfileFile, EvidenceParts.JournalFile];
        return [.. names.Select(name => Path.Combine(folder, name)).Concat(In("traces", "*.nettrace")).Concat(In("histograms", "*.hgrm")).Select(Of)];
    }

    /// <summary>The hashes of the journal's entries, for each comparison.</summary>
    public IReadOnlyList<EvidencePart> Journal()
    {
        using var journal = Open(Path.Combine(folder, EvidenceParts.JournalFile));
        return EvidenceParts.OfJournal(journal);
    }

    /// <summary>A manifest with the hashes of its own parts.</summary>
    /// <param name="journal">The hashes of the journal, once nothing more is added to it; empty before.</param>
    public static RunManifest Over(RunManifest manifest, IReadOnlyList<EvidencePart> journal) => manifest with
    {
        Parts = [.. EvidenceParts.OfManifest(JsonSerializer.SerializeToUtf8Bytes(manifest, ModelJson.Line.RunManifest)), .. journal],
    };

    private EvidenceFile Of(string file)
    {
        using var stream = Open(file);
        return new EvidenceFile(Path.GetRelativePath(folder, file).Replace('\\', '/'), stream.Length, Convert.ToHexStringLower(SHA256.HashData(stream)));
    }

    private static FileStream Open(string file) => new(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);

    private IEnumerable<string> In(string name, string pattern)
    {
        var path = Path.Combine(folder, name);
        return Directory.Exists(path) ? Directory.EnumerateFiles(path, pattern).Order(StringComparer.Ordinal) : [];
    }
}
