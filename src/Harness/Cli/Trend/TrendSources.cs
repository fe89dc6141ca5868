using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Trend;

/// <summary>Reads the results of a run from what a command line names.</summary>
internal static class TrendSources
{
    private const string ResultsFile = "results.json";

    /// <summary>A run folder, judged again from its evidence, or a file of results.</summary>
    /// <exception cref="UnreadableRunException">It is neither, or of a version that cannot be read.</exception>
    public static StoredRun Read(string path)
    {
        var full = Path.GetFullPath(path);
        if (File.Exists(Path.Combine(full, EvidenceParts.ManifestFile)))
            return new StoredRun(path, ResultsBuilder.Build(RunAnalyzer.AnalyzeUntraced(RunReader.Read(path))));
        var file = File.Exists(Path.Combine(full, ResultsFile)) ? Path.Combine(path, ResultsFile) : path;
        if (!File.Exists(file)) throw new UnreadableRunException($"{path}: neither a run folder nor a file of results: it has no {EvidenceParts.ManifestFile} and no {ResultsFile}");
        try
        {
            return new StoredRun(path, ResultsJson.Read(RegularFile.Read(file, ResultsJson.MostBytes), file));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new UnreadableRunException($"{file}: {exception.Message}", exception);
        }
    }
}
