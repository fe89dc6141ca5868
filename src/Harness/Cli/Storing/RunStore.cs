using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli.Storing;

/// <summary>Results of many runs in one place. A run that is there stays: only the same run that got further, since it was resumed, takes its place.</summary>
internal abstract class RunStore(string path)
{
    /// <summary>The store's format that this program writes and reads.</summary>
    public const int SchemaVersion = 1;

    /// <summary>Where it is.</summary>
    public string Path { get; } = path;

    /// <summary>The store at a path; it is made when the first run is added.</summary>
    /// <exception cref="UnreadableRunException">What is there is no store.</exception>
    /// <exception cref="CommandFailedException">It cannot be opened.</exception>
    public static RunStore Open(string path)
    {
        RunStore store = SqliteStore.Is(path) ? new SqliteStore(path) : new FolderStore(path);
        store.Attempt(() =>
        {
            store.Check();
            return true;
        });
        return store;
    }

    /// <summary>Adds results.</summary>
    /// <returns>Whether they were not there, or had not got as far.</returns>
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

    /// <summary>What a run is called: it sorts by time, and no two runs share it.</summary>
    protected static string NameOf(StoredRun run)
    {
        var (machine, started, hash) = run.Identity;
        var stamp = started.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        var identity = SHA256.HashData(Encoding.UTF8.GetBytes($"{machine}\n{started.UtcDateTime.Ticks.ToString(CultureInfo.InvariantCulture)}\n{hash}"));
        return $"{stamp}-{Convert.ToHexStringLower(identity)[..12]}";
    }

    /// <summary>Finds out whether what is there is a store, or nothing is.</summary>
    protected abstract void Check();

    /// <summary>Adds what results look like as a file.</summary>
    protected abstract bool Add(StoredRun run, byte[] results);

    /// <summary>Every run's name and results.</summary>
    protected abstract IEnumerable<(string Name, byte[] Results)> Texts();

    private T Attempt<T>(Func<T> work, string instead = "")
    {
        try
        {
            return work();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"{Path}: {problem.Message}{instead}");
        }
    }
}
