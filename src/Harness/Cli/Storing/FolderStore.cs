using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Model;
using AsyncLoad.Model.Runs;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Storing;

/// <summary>A store that is a folder with one file per run. Processes that add runs at the same time write different files, and version control handles it well.</summary>
internal sealed class FolderStore(string path) : RunStore(path)
{
    private const string MarkFile = "asyncload-store.json";
    private const long MostMarkBytes = 10_000;

    private string Mark => System.IO.Path.Combine(Path, MarkFile);

    /// <summary>Whether a folder says that it is a store.</summary>
    public static bool IsMarked(string folder) => File.Exists(System.IO.Path.Combine(folder, MarkFile));

    protected override void Check()
    {
        // The mark is written first: a store without it holds at most what was left of writing it.
        if (!Directory.Exists(Path) || Directory.EnumerateFileSystemEntries(Path).All(entry => WholeFile.IsBeside(entry, Mark))) return;
        if (!File.Exists(Mark)) throw new UnreadableRunException($"{Path}: not a store, since it holds other files and no {MarkFile}: name a new or empty folder");
        try
        {
            var format = ModelJson.Read(RegularFile.Read(Mark, MostMarkBytes), ModelJson.Tolerant.SchemaOf);
            if (format.SchemaVersion != SchemaVersion)
                throw new UnreadableRunException(FormattableString.Invariant($"{Mark}: a store of format {format.SchemaVersion}, made by AsyncLoad {format.Tool ?? "of another version"}; this program reads format {SchemaVersion}: use the version that made it, or a new store"));
        }
        catch (JsonException damaged)
        {
            throw new UnreadableRunException($"{Mark}: damaged: {FileProblem.Cause(damaged)}; restore it, or write {{ \"schemaVersion\": 1 }} into it", damaged);
        }
    }

    // Under a name that no other process takes at the same time.
    protected override void CheckWritable()
    {
        Directory.CreateDirectory(Path);
        WholeFile.Check($"{Mark}.{System.IO.Path.GetRandomFileName()}");
    }

    protected override bool Add(StoredRun run, byte[] results)
    {
        Directory.CreateDirectory(Path);
        if (!File.Exists(Mark)) WholeFile.WriteBeside(Mark, JsonSerializer.SerializeToUtf8Bytes(new SchemaOf(SchemaVersion, ToolVersion.Current), ModelJson.Line.SchemaOf));
        var file = System.IO.Path.Combine(Path, $"{NameOf(run)}.json");
        if (File.Exists(file) && new StoredRun(file, ResultsJson.Read(RegularFile.Read(file, ResultsJson.MostBytes), file)).Extent >= run.Extent) return false;
        WholeFile.WriteBeside(file, results);
        return true;
    }

    protected override IEnumerable<(string Name, byte[] Results)> Texts() => !Directory.Exists(Path) ? [] : Directory.EnumerateFiles(Path, "*.json")
        .Where(file => System.IO.Path.GetFileName(file) != MarkFile)
        .Order(StringComparer.Ordinal)
        .Select(file => (System.IO.Path.GetFileName(file), RegularFile.Read(file, ResultsJson.MostBytes)));
}
