using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Storing;

/// <summary>Results of many runs in one place. A stored run stays; only the same run, resumed and with more pairs, replaces it.</summary>
internal abstract class RunStore(string path)
{
    /// <summary>The store's format that this program writes and reads.</summary>
    public const int SchemaVersion = 1;

    /// <summary>Where it is.</summary>
    public string Path { get; } = path;

    /// <summary>Whether there is a store at a path.</summary>
    public static bool IsThere(string path) => File.Exists(path) ? SqliteStore.HasEnding(path) : FolderStore.IsMarked(path);

    /// <summary>The store at a path; it is created when the first run is added.</summary>
    /// <exception cref="UnreadableRunException">The path holds something else.</exception>
    /// <exception cref="CommandFailedException">It cannot be opened.</exception>
    public static RunStore Open(string path)
    {
        RunStore store = SqliteStore.Is(path) ? new SqliteStore(path) : new FolderStore(path);
        store.Attempt(store.Check);
        return store;
    }

    /// <summary>Checks that results can be added, before hours of measuring.</summary>
    /// <exception cref="CommandFailedException">They cannot.</exception>
    public void RequireWritable() => Attempt(CheckWritable, "; name another store with --store");

    /// <summary>Adds results.</summary>
    /// <returns>Whether the store changed: it had no such run, or one with fewer pairs.</returns>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public bool Add(StoredRun run)
    {
        using var text = new StringWriter(CultureInfo.InvariantCulture);
        ResultsJson.Write(run.Results, text);
        return Attempt(() => Add(run, Encoding.UTF8.GetBytes(text.ToString())), $"; the run itself is kept: add it with \"asyncload trend --store {Path} {run.Source}\"");
    }

    /// <summary>All that it holds.</summary>
    /// <exception cref="UnreadableRunException">Something in it is damaged, or of a version that cannot be read.</exception>
    public IReadOnlyList<StoredRun> Read() => Attempt(() => (IReadOnlyList<StoredRun>)
    [
        .. Texts().Select(entry => new StoredRun(entry.Name, ResultsJson.Read(entry.Results, System.IO.Path.Combine(Path, entry.Name)))),
    ]);

    /// <summary>A time in UTC for names, which sort by it.</summary>
    public static string Stamp(DateTimeOffset time) => time.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);

    /// <summary>The name of a run in the store: it sorts by time and is unique.</summary>
    protected static string NameOf(StoredRun run)
    {
        var (machine, started, hash) = run.Identity;
        var identity = SHA256.HashData(Encoding.UTF8.GetBytes($"{machine}\n{started.UtcDateTime.Ticks.ToString(CultureInfo.InvariantCulture)}\n{hash}"));
        return $"{Stamp(started)}-{Convert.ToHexStringLower(identity)[..12]}";
    }

    /// <summary>Checks that the path holds a store or nothing.</summary>
    protected abstract void Check();

    /// <summary>Checks that the store can be made or changed, and leaves it as it is.</summary>
    protected abstract void CheckWritable();

    /// <summary>Adds results, given as the content of their file.</summary>
    protected abstract bool Add(StoredRun run, byte[] results);

    /// <summary>Every run's name and results.</summary>
    protected abstract IEnumerable<(string Name, byte[] Results)> Texts();

    private void Attempt(Action work, string instead = "") => Attempt(
        () =>
        {
            work();
            return 0;
        },
        instead);

    private T Attempt<T>(Func<T> work, string instead = "")
    {
        try
        {
            return work();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"{Path}: {FileProblem.Cause(problem)}{instead}");
        }
    }
}
