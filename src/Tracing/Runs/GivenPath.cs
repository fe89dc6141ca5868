namespace AsyncLoad.Tracing.Runs;

/// <summary>Says which command takes a file or folder that was given to another one.</summary>
public static class GivenPath
{
    private static readonly string[] Projects = [".csproj", ".fsproj", ".vbproj"];
    private static readonly string[] Traces = [".nettrace", ".netperf", ".etlx"];

    // Beside a manifest, each of these is a part of a run.
    private static readonly string[] PartEndings = [".json", ".jsonl", ".html", ".md", ".csv", ".xml", ".log"];

    /// <summary>What it is, and what takes it: <c>bench.cs is C#: "asyncload compare bench.cs" measures its benchmarks</c>.</summary>
    /// <param name="path">A path as it was typed.</param>
    /// <returns>Null where nothing is there, or nothing that any command takes.</returns>
    public static string? Told(string path) => Directory.Exists(path) ? OfFolder(path) : File.Exists(path) ? OfFile(path) : null;

    private static string? OfFolder(string path)
    {
        var traces = Path.Combine(path, "traces");
        if (IsRun(path)) return $"{path} is a run folder: \"asyncload report {path}\" shows it{(Directory.Exists(traces) ? $", and its traces are in {traces}" : "")}";
        return NewestRun(path) is { } newest ? $"{path} holds run folders: name one of them, such as {newest}" : null;
    }

    private static string? OfFile(string path)
    {
        var ending = Path.GetExtension(path).ToLowerInvariant();
        if (ending == ".cs") return $"{path} is C#: \"asyncload compare {path}\" measures its benchmarks";
        if (Projects.Contains(ending)) return $"{path} is a project: \"asyncload compare CLASS --project {path}\" measures a class of it";
        if (ending == ".dll") return $"{path} is an assembly: \"asyncload compare CLASS --plugin {path}\" measures a class of it";
        if (Traces.Contains(ending)) return $"{path} is a trace: \"asyncload analyze {path}\" reads it";
        var folder = Path.GetDirectoryName(path) is { Length: > 0 } named ? named : ".";
        if (PartEndings.Contains(ending) && IsRun(folder)) return $"{path} is a file of a run folder: name the folder, {folder}";
        return ending == ".json" ? $"{path} is JSON: if it is a profile, \"asyncload run {path}\" measures it" : null;
    }

    // Folders of other programs have a manifest too.
    private static bool IsRun(string folder) => File.Exists(Path.Combine(folder, EvidenceParts.ManifestFile)) && File.Exists(Path.Combine(folder, EvidenceParts.JournalFile));

    // Names of run folders begin with the time.
    private static string? NewestRun(string folder)
    {
        try
        {
            return Directory.EnumerateDirectories(folder).Where(IsRun).Max(StringComparer.Ordinal);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
