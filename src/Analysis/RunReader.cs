using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Reads the evidence of a run folder. Only the manifest is indispensable; anything else that is missing or damaged is reported, and the rest is read.</summary>
public static class RunReader
{
    private const long MostCatalogueBytes = 100_000_000;

    /// <summary>Reads a run folder, finished or not.</summary>
    /// <param name="only">The files that a copy of the folder has; null for all that its manifest names.</param>
    /// <exception cref="UnreadableRunException">It has no manifest that this program can read.</exception>
    public static RunEvidence Read(string folder, IReadOnlyCollection<string>? only = null)
    {
        var problems = new List<string>();
        var (manifest, text) = ReadManifest(folder);
        var catalogue = ReadCatalogue(folder, manifest, problems);
        var journal = ReadJournal(folder, problems);
        // A missing file is found missing each time. A change must be passed on when hashes are computed again.
        var files = manifest.Files.Where(file => only?.Contains(file.Path) ?? true).ToLookup(file => RunPath.Inside(folder, file.Path) is { } path && File.Exists(path));
        IReadOnlyList<string> doubts = [.. manifest.Doubts ?? [], .. Changed(folder, manifest, text, files[true]), .. only is null ? ReferenceProblems(folder, manifest) : []];
        problems.AddRange(doubts);
        problems.AddRange(EvidenceHashes.Problems(folder, files[false]));
        var plan = Grown(manifest.Plan, journal, problems);
        return new RunEvidence(manifest with { Plan = plan }, catalogue, Planned(plan, journal, problems), problems) { Doubts = doubts };
    }

    /// <summary>Why the reference run that a folder keeps is not the one that its run began with, in words; nothing when it is.</summary>
    public static IEnumerable<string> ReferenceProblems(string folder, RunManifest manifest)
    {
        const string Inside = $"{RunManifest.ReferenceFolder}/";
        if (manifest.Reference is { } reference) return EvidenceHashes.Problems(folder, reference);
        var added = Directory.Exists(Path.Combine(folder, RunManifest.ReferenceFolder)) && !manifest.Files.Any(file => file.Path.StartsWith(Inside, StringComparison.Ordinal));
        return added ? [$"{Inside} exists, but the manifest names no reference run: it was added after the run began"] : [];
    }

    private static List<string> Changed(string folder, RunManifest manifest, ReadOnlyMemory<byte> text, IEnumerable<EvidenceFile> files)
    {
        List<string> changed = [.. EvidenceHashes.Problems(manifest, text), .. EvidenceHashes.Problems(folder, files)];
        if (changed.Count > 0 && manifest is { Status: not RunStatus.Running, Parts: { } parts } && EvidenceHashes.JournalProblem(folder, parts) is { } journal) changed.Add(journal);
        return changed;
    }

    // The manifest says what was planned; steps that sweeps added meanwhile are in the journal.
    private static Plan Grown(Plan plan, IEnumerable<JournalEntry> journal, List<string> problems)
    {
        foreach (var step in journal.OfType<JournalEntry.AddedStep>())
        {
            var grown = plan.Sweeps?.Any(sweep => sweep.Id == step.Sweep) == true ? plan.With(step.Sweep, step.At, step.Comparison) : null;
            var problem = grown is null ? "the plan has no such sweep" : PlannedRefusals.Problem(grown);
            if (problem is null) plan = grown!;
            else problems.Add($"{EvidenceParts.JournalFile}: a step of \"{step.Sweep}\" is skipped: {problem}");
        }

        return plan;
    }

    private static List<JournalEntry> Planned(Plan plan, IEnumerable<JournalEntry> journal, List<string> problems)
    {
        var known = plan.Measured.Select(comparison => comparison.Id).ToHashSet(StringComparer.Ordinal);
        var entries = new List<JournalEntry>();
        foreach (var entry in journal)
        {
            var about = entry switch
            {
                JournalEntry.Pair pair => pair.Comparison,
                JournalEntry.TracedRun run => run.Comparison,
                _ => null,
            };
            if (about is null || known.Contains(about)) entries.Add(entry);
            else problems.Add($"{EvidenceParts.JournalFile}: lines about \"{about}\" are skipped: the plan has no such comparison");
        }

        return entries;
    }

    private static (RunManifest Manifest, ReadOnlyMemory<byte> Text) ReadManifest(string folder)
    {
        var path = Path.Combine(folder, EvidenceParts.ManifestFile);
        if (RunPath.Inside(folder, EvidenceParts.ManifestFile) is null) throw new UnreadableRunException($"{path} is a link, and its target is not part of the run");
        if (!File.Exists(path)) throw new UnreadableRunException(GivenPath.Told(folder) ?? $"{path} does not exist, so this is not a run folder");
        try
        {
            var text = RegularFile.Read(path, RunManifest.MostManifestBytes);
            var format = Format(text);
            if (format.SchemaVersion != RunManifest.CurrentSchemaVersion)
            {
                throw new UnreadableRunException(
                    $"{path}: format {format.SchemaVersion}, written by AsyncLoad {format.Tool ?? "of another version"}; this program reads format {RunManifest.CurrentSchemaVersion}: use the version that wrote it, or measure again");
            }

            var manifest = ModelJson.Read(text, ModelJson.Line.RunManifest);
            return ManifestRefusals.Problem(manifest) is { } problem ? throw new UnreadableRunException($"{path}: {problem}") : (manifest, text);
        }
        catch (JsonException exception)
        {
            throw new UnreadableRunException($"{path} {Damage(exception)}. Take it from a copy of this run folder, or measure again", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // These name the file.
            throw new UnreadableRunException(exception.Message, exception);
        }
    }

    // The framework's messages end with a position, which counts lines from 0 and bytes within them.
    private static string Damage(JsonException exception)
    {
        var at = exception.Message.IndexOf(" LineNumber:", StringComparison.Ordinal);
        var reason = (at < 0 ? exception.Message : exception.Message[..at]).TrimEnd('.', ' ', '|');
        if (reason.Contains("reached end of data", StringComparison.Ordinal) || reason.StartsWith("Expected depth", StringComparison.Ordinal)) reason = "it ends too early";
        return FormattableString.Invariant($"was cut off or changed{(exception.LineNumber is { } line ? $" in line {line + 1}" : "")}: {reason}");
    }

    // Read by itself first: a newer manifest should be called newer, not malformed.
    private static SchemaOf Format(byte[] manifest)
    {
        // A stream may begin with a byte order mark.
        using var text = new MemoryStream(manifest);
        return JsonSerializer.Deserialize(text, ModelJson.Line.SchemaOf) ?? throw new JsonException("holds null");
    }

    private static Catalogue ReadCatalogue(string folder, RunManifest manifest, List<string> problems)
    {
        try
        {
            return ModelJson.Read(RegularFile.Read(RunPath.Of(folder, EvidenceParts.CatalogueFile), MostCatalogueBytes), ModelJson.Line.Catalogue);
        }
        catch (Exception exception) when (exception is JsonException or IOException or UnauthorizedAccessException)
        {
            problems.Add($"{EvidenceParts.CatalogueFile} could not be read, so published figures are missing: {(exception is JsonException damaged ? $"it {Damage(damaged)}" : exception.Message)}");
            return new Catalogue(Catalogue.CurrentSchemaVersion, manifest.Tool, manifest.Runtime, []);
        }
    }

    private static List<JournalEntry> ReadJournal(string folder, List<string> problems)
    {
        var entries = new List<JournalEntry>();
        try
        {
            var path = RunPath.Of(folder, EvidenceParts.JournalFile);
            var file = new FileInfo(path);
            if (file is { Exists: true, Length: > RunManifest.MostJournalBytes and var length })
                throw new UnreadableRunException($"{path} has {new MeasuredSize(length)}, and at most {new MeasuredSize(RunManifest.MostJournalBytes)} can be read");
            // No pair was completed yet.
            if (file is { Exists: true, Length: 0 }) return entries;
            using var journal = RegularFile.Open(path);
            var (lines, parts) = (new JournalLines(journal), new SharedParts());
            while (lines.Read())
            {
                if (!lines.Line.IsEmpty && ReadEntry(lines, problems) is { } entry) entries.Add(parts.Of(entry));
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            problems.Add($"{EvidenceParts.JournalFile} could not be read: {exception.Message}");
        }

        return entries;
    }

    // Null: it is damaged, as the problems say.
    private static JournalEntry? ReadEntry(JournalLines lines, List<string> problems)
    {
        JournalEntry entry;
        try
        {
            entry = ModelJson.Read(lines.Line, ModelJson.Line.JournalEntry);
        }
        catch (JsonException exception)
        {
            problems.Add(lines.IsLast
                ? $"{EvidenceParts.JournalFile}: the last line, {lines.Number}, is incomplete: the run was killed while writing it, and this measurement is lost"
                : $"{EvidenceParts.JournalFile}: line {lines.Number} is damaged and skipped: {exception.Message}");
            return null;
        }

        // It parses, so it is not an incomplete last line.
        if (EntryRefusals.Problem(entry) is not { } problem) return entry;
        problems.Add($"{EvidenceParts.JournalFile}: line {lines.Number} is damaged and skipped: {problem}");
        return null;
    }
}

/// <summary>A folder is not a run folder, or has another format.</summary>
public sealed class UnreadableRunException : Exception
{
    /// <summary>Says what was expected and what was found.</summary>
    public UnreadableRunException(string message)
        : base(message)
    {
    }

    /// <summary>Says what was expected and what was found, with the cause.</summary>
    public UnreadableRunException(string message, Exception inner)
        : base(message, inner)
    {
    }
}
