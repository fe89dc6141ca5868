using AsyncLoad.Analysis;
using AsyncLoad.Harness.Storage;
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
        new(folder, RunAnalyzer.AnalyzeUntraced(RunReader.Read(folder)));

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

    /// <summary>Copies its evidence into a run folder, traces aside: so the run there can be judged again wherever its folder goes.</summary>
    /// <exception cref="OutputUnwritableException">It cannot be copied.</exception>
    public void KeepIn(RunWriter writer) => Keep(writer, Folder);

    /// <summary>The same of a folder that is not read.</summary>
    /// <exception cref="OutputUnwritableException">It cannot be copied.</exception>
    public static void Keep(RunWriter writer, string folder)
    {
        foreach (var name in RunWriter.ReferenceFiles) ForeignFile.Take(writer, folder, name, Path.Combine(RunWriter.ReferenceFolder, name));
    }
}
