using System.Security.Cryptography;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>The reference run of gates with <c>maxChange</c>.</summary>
/// <param name="Folder">Its folder.</param>
/// <param name="Run">Its analysis, without traces.</param>
internal sealed record ReferenceRun(string Folder, RunAnalysis Run)
{
    /// <summary>Reads a run folder.</summary>
    /// <exception cref="UnreadableRunException">It holds no run.</exception>
    public static ReferenceRun Read(string folder) =>
        // A copy inside a run folder has no traces, and no gate limits a change of their figures.
        new(folder, RunAnalyzer.AnalyzeUntraced(RunReader.Read(folder, RunWriter.ReferenceFiles)));

    /// <summary>The reference run that a run folder keeps a copy of; null when it keeps none.</summary>
    /// <exception cref="UnreadableRunException">What it keeps is not a run.</exception>
    public static ReferenceRun? KeptIn(string folder) => FolderIn(folder) is { } kept ? Read(kept) : null;

    /// <summary>The folder of that copy; null when there is none.</summary>
    /// <exception cref="UnreadableRunException">What it keeps is a link.</exception>
    public static string? FolderIn(string folder)
    {
        if (RunPath.Inside(folder, RunManifest.ReferenceFolder) is not { } kept)
            throw new UnreadableRunException($"{Path.Combine(folder, RunManifest.ReferenceFolder)}: a link, and what it points to is no part of the run");
        return Directory.Exists(kept) ? kept : null;
    }
}

/// <summary>The reference runs that several run folders keep copies of.</summary>
internal static class ReferenceRuns
{
    /// <summary>The folder of the reference run when all keep the same; otherwise null, with a reason when some keep one.</summary>
    /// <param name="folders">The run folders, at least one.</param>
    /// <exception cref="UnreadableRunException">What one of them keeps cannot be read.</exception>
    public static (string? Folder, string? Reason) Shared(IReadOnlyList<string> folders)
    {
        var kept = folders.Select(ReferenceRun.FolderIn).ToList();
        if (kept.TrueForAll(folder => folder is null)) return (null, null);
        return kept.Select(Content).Distinct(StringComparer.Ordinal).Count() == 1
            ? (kept[0], null)
            : (null, "the joined folders do not all keep the same reference run (--against), so the joined run keeps none and its gates with maxChange are undecided");
    }

    private static string Content(string? folder) =>
        folder is null ? "" : string.Join('/', RunWriter.ReferenceFiles.Select(name => Hash(folder, name)));

    private static string Hash(string folder, string name)
    {
        if (RunPath.Inside(folder, name) is not { } path || !File.Exists(path)) return "-";
        try
        {
            using var stream = RegularFile.Open(path);
            return Convert.ToHexStringLower(SHA256.HashData(stream));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UnreadableRunException($"{path}: {exception.Message}", exception);
        }
    }
}
