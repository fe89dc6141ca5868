using AsyncLoad.Analysis;

namespace AsyncLoad.Harness.Cli;

/// <summary>A run that gates count changes from.</summary>
/// <param name="Folder">Its folder.</param>
/// <param name="Run">What is known of it, traces aside.</param>
internal sealed record EarlierRun(string Folder, RunAnalysis Run)
{
    /// <summary>Reads a run folder.</summary>
    /// <exception cref="UnreadableRunException">It holds no run.</exception>
    public static EarlierRun Read(string folder)
    {
        // Without traces: a copy inside a run folder has none, and no gate counts a change of what they tell.
        return new EarlierRun(folder, RunAnalyzer.AnalyzeUntraced(RunReader.Read(folder)));
    }
}
