using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Storage;

/// <summary>Writes the evidence of a run. Files are written under a temporary name and renamed; the journal is appended and flushed line by line. Not thread-safe.</summary>
internal sealed class RunWriter : IDisposable
{
    private readonly RunLock guard;
    private readonly FileStream journal;
    private readonly CellHistograms histograms;
    private RunManifest manifest;

    private RunWriter(string folder, RunLock guard, RunManifest manifest, FileMode mode)
    {
        Folder = folder;
        this.guard = guard;
        this.manifest = manifest;
        histograms = new CellHistograms(manifest.Plan);
        WriteManifest();
        // Without a buffer, which would keep a line that the disk refused and write it again each time.
        journal = new FileStream(Path.Combine(folder, EvidenceParts.JournalFile), mode, FileAccess.ReadWrite, FileShare.Read, bufferSize: 0);
    }

    /// <summary>The files of the reference run that are copied: its evidence without traces.</summary>
    public static IReadOnlyList<string> ReferenceFiles { get; } = [EvidenceParts.ManifestFile, EvidenceParts.CatalogueFile, EvidenceParts.JournalFile];

    public string Folder { get; }

    public RunManifest Manifest => manifest;

    /// <summary>
    /// Makes the run folder, which must be absent or empty, and writes what is known before measuring. The manifest comes last: a folder with one has all that is
    /// needed to resume the run.
    /// </summary>
    /// <param name="reference">Folder of the reference run, whose evidence is copied; null for none.</param>
    /// <exception cref="OutputUnwritableException">The folder is not empty, in use, or not writable.</exception>
    public static RunWriter Create(string folder, RunManifest manifest, Catalogue catalogue, Profile profile, string? reference = null)
    {
        RunLock? guard = null;
        try
        {
            RequireEmpty(folder);
            MakePrivate(folder);
            guard = RunLock.Take(folder);
            WriteWhole(Path.Combine(folder, EvidenceParts.CatalogueFile), catalogue, ModelJson.Indented.Catalogue);
            WriteWhole(Path.Combine(folder, EvidenceParts.ProfileFile), profile, ModelJson.Indented.Profile);
            if (reference is not null) KeepReference(reference, FileOwner.MakeInside(folder, RunManifest.ReferenceFolder));
            return new RunWriter(folder, guard, manifest with { Reference = new RunHashes(folder).Reference() }, FileMode.CreateNew);
        }
        catch (Exception exception)
        {
            guard?.Dispose();
            if (exception is IOException or UnauthorizedAccessException) throw Unwritable(folder, exception);
            throw;
        }
    }

    /// <summary>Refuses a folder that holds something already.</summary>
    /// <exception cref="OutputUnwritableException">It does.</exception>
    public static void RequireEmpty(string folder)
    {
        try
        {
            if (File.Exists(folder)) throw new OutputUnwritableException($"{folder} is a file; a run needs an absent or empty folder (--output DIR)");
            if (Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any())
                throw new OutputUnwritableException($"{folder} is not empty; a run needs an absent or empty folder (--output DIR)");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(folder, exception);
        }
    }

    private static OutputUnwritableException Unwritable(string folder, Exception cause) => new($"cannot write to {folder}: {FileProblem.Cause(cause)}; choose another folder with --output");

    /// <summary>Resumes an interrupted run: its journal stays, except for an incomplete last line.</summary>
    /// <param name="read">Reads what is there; called once no other process writes to it.</param>
    /// <param name="warnings">What limits the trust in what is measured from now on.</param>
    /// <exception cref="OutputUnwritableException">The folder is in use, or not writable.</exception>
    public static RunWriter Resume(string folder, Func<EvidenceSoFar> read, DateTimeOffset now, params IReadOnlyList<string> warnings)
    {
        var guard = RunLock.Take(folder);
        try
        {
            var soFar = read();
            // The manifest has the plan as it was made: steps that sweeps added are in the journal.
            var manifest = ModelJson.Read(RegularFile.Read(Path.Combine(folder, EvidenceParts.ManifestFile), RunManifest.MostManifestBytes), ModelJson.Line.RunManifest);
            manifest = manifest with
            {
                Status = RunStatus.Running,
                Finished = null,
                Files = [],
                Resumed = [.. manifest.Resumed ?? [], now],
                Warnings = [.. manifest.Warnings.Union(warnings, StringComparer.Ordinal)],
                Doubts = soFar.Doubts is { Count: > 0 } doubts ? doubts : null,
            };
            var writer = new RunWriter(folder, guard, manifest, FileMode.OpenOrCreate);
            writer.EndAtWholeLine();
            foreach (var entry in soFar.Journal) writer.Count(entry);
            return writer;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or JsonException)
        {
            guard.Dispose();
            throw new OutputUnwritableException($"cannot resume {folder}: {exception.Message}");
        }
        catch
        {
            guard.Dispose();
            throw;
        }
    }

    /// <summary>Copies a file of another run folder into this one.</summary>
    /// <returns>Whether it is there; one that is not, or is empty, is left out.</returns>
    /// <exception cref="OutputUnwritableException">It cannot be copied.</exception>
    public bool Take(string from, string to)
    {
        try
        {
            if (!RegularFile.Is(from)) return false;
            FileOwner.MakeInside(Folder, Path.GetDirectoryName(to)!);
            File.Copy(from, Path.Combine(Folder, to));
            return true;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new OutputUnwritableException($"cannot copy {from} to {Folder}: {exception.Message}");
        }
    }

    /// <summary>Appends one line to the journal and hands it to the operating system.</summary>
    /// <exception cref="OutputUnwritableException">The line cannot be written; the journal ends with its last whole line.</exception>
    public void Append(JournalEntry entry)
    {
        var length = journal.Length;
        try
        {
            var json = JsonSerializer.SerializeToUtf8Bytes(entry, ModelJson.Line.JournalEntry);
            // A removed file would still accept data, which would be lost.
            if (!File.Exists(journal.Name)) throw new FileNotFoundException(null, journal.Name);
            journal.Write([.. json, (byte)'\n']);
            Count(entry);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            journal.SetLength(length);
            throw OutputUnwritableException.Midway(journal.Name, exception);
        }
    }

    /// <summary>Adds a warning, which the last version of the manifest has.</summary>
    public void Warn(string warning) => manifest = manifest with { Warnings = [.. manifest.Warnings, warning] };

    /// <summary>Writes histograms, then the manifest's last version, with the hashes of all evidence.</summary>
    /// <exception cref="OutputUnwritableException">They cannot be written; the journal is whole.</exception>
    public RunManifest Finish(RunStatus status, DateTimeOffset? finished)
    {
        try
        {
            journal.Flush(flushToDisk: true);
            histograms.Write(Path.Combine(Folder, "histograms"));
            var hashes = new RunHashes(Folder);
            manifest = manifest with { Status = status, Finished = finished, Files = hashes.Evidence() };
            WriteManifest(hashes.Journal());
            return manifest;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw OutputUnwritableException.Midway(Folder, exception);
        }
    }

    public void Dispose()
    {
        journal.Dispose();
        guard.Dispose();
    }

    private void Count(JournalEntry entry)
    {
        if (entry is JournalEntry.Pair pair) histograms.Add(pair);
        if (entry is JournalEntry.AddedStep step) histograms.Add(step);
    }

    // An interrupted line has no end, and the next one would be read as part of it. A line that lacks only its end is kept.
    private void EndAtWholeLine()
    {
        var end = journal.Length;
        var length = end;
        while (length > 0)
        {
            journal.Position = length - 1;
            if (journal.ReadByte() == '\n') break;
            length--;
        }

        if (IsEntry(length))
        {
            journal.Position = end;
            journal.WriteByte((byte)'\n');
            return;
        }

        journal.SetLength(length);
        journal.Position = length;
    }

    // Decided by the journal's reader, so that a pair that counts as measured is never cut off.
    private bool IsEntry(long from)
    {
        var line = new byte[journal.Length - from];
        journal.Position = from;
        journal.ReadExactly(line);
        try
        {
            _ = ModelJson.Read(line, ModelJson.Line.JournalEntry);
            return true;
        }
        catch (JsonException)
        {
            return false;
        }
    }

    // A file that is a link, lies outside its folder or is missing is not copied, and the run reports it as missing. A journal may be empty.
    private static void KeepReference(string from, string into)
    {
        foreach (var name in ReferenceFiles)
        {
            if (RunPath.Inside(from, name) is not { } file || !File.Exists(file)) continue;
            if (RegularFile.Is(file)) File.Copy(file, Path.Combine(into, name));
            else File.WriteAllBytes(Path.Combine(into, name), []);
        }
    }

    private void WriteManifest(params IReadOnlyList<EvidencePart> journal)
    {
        manifest = RunHashes.Over(manifest, journal);
        WriteWhole(Path.Combine(Folder, EvidenceParts.ManifestFile), manifest, ModelJson.Indented.RunManifest);
    }

    private static void WriteWhole<T>(string path, T value, JsonTypeInfo<T> type) =>
        WholeFile.Write(path, stream => stream.Write([.. JsonSerializer.SerializeToUtf8Bytes(value, type), (byte)'\n']));

    // Private, since traces hold command lines and paths. Folders above it get the user's usual rights.
    private static void MakePrivate(string folder)
    {
        if (Directory.Exists(folder)) return;
        if (Path.GetDirectoryName(Path.GetFullPath(folder)) is { } parent) Directory.CreateDirectory(parent);
        ThisSystem.Files.MakePrivate(folder);
    }
}

/// <summary>The evidence of a resumed run.</summary>
/// <param name="Journal">What its journal holds.</param>
/// <param name="Doubts">Evidence that was changed after measuring. Its hashes are computed again, and would not show the change.</param>
internal sealed record EvidenceSoFar(IReadOnlyList<JournalEntry> Journal, IReadOnlyList<string> Doubts);
