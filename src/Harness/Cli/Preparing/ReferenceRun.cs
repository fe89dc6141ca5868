using System.Security.Cryptography;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>A run that gates count changes from.</summary>
/// <param name="Folder">Its folder.</param>
/// <param name="Run">What is known of it, traces aside.</param>
internal sealed record ReferenceRun(string Folder, RunAnalysis Run)
{
    /// <summary>Reads a run folder.</summary>
    /// <exception cref="UnreadableRunException">It holds no run.</exception>
    public static ReferenceRun Read(string folder) =>
        // Without traces: a copy inside a run folder has none, and no gate counts a change of what they tell.
        new(folder, RunAnalyzer.AnalyzeUntraced(RunReader.Read(folder, RunWriter.ReferenceFiles)));

    /// <summary>The one that a run folder keeps, since its gates count changes from it; null when it keeps none.</summary>
    /// <exception cref="UnreadableRunException">What it keeps is no run.</exception>
    public static ReferenceRun? KeptIn(string folder) => FolderIn(folder) is { } kept ? Read(kept) : null;

    /// <summary>Where a run folder keeps one; null when it keeps none.</summary>
    /// <exception cref="UnreadableRunException">What it keeps is a link.</exception>
    public static string? FolderIn(string folder)
    {
        if (RunPath.Inside(folder, RunWriter.ReferenceFolder) is not { } kept)
            throw new UnreadableRunException($"{Path.Combine(folder, RunWriter.ReferenceFolder)}: a link, and what it points to is no part of the run");
        return Directory.Exists(kept) ? kept : null;
    }
}

/// <summary>The runs that several run folders keep, since their gates count changes from them.</summary>
internal static class ReferenceRuns
{
    /// <summary>Where one of the folders keeps the run that all of them keep; null, with a reason where some keep one, when they do not.</summary>
    /// <param name="folders">The run folders, at least one.</param>
    /// <exception cref="UnreadableRunException">What one of them keeps cannot be read.</exception>
    public static (string? Folder, string? Reason) Shared(IReadOnlyList<string> folders)
    {
        var kept = folders.Select(ReferenceRun.FolderIn).ToList();
        if (kept.TrueForAll(folder => folder is null)) return (null, null);
        return kept.Select(Content).Distinct(StringComparer.Ordinal).Count() == 1
            ? (kept[0], null)
            : (null, "not all of the joined folders keep the same run to count changes from (--against): the whole keeps none, and its gates with maxChange are undecided");
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
