using System.Globalization;
using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;
using Microsoft.Data.Sqlite;
using SQLitePCL;
using SystemLibrary = System.Runtime.InteropServices.NativeLibrary;

namespace AsyncLoad.Harness.Cli.Storing;

/// <summary>A store that is an SQLite file with one row per run. Processes that add runs at the same time wait for each other.</summary>
internal sealed class SqliteStore(string path) : RunStore(path)
{
    // "ASLD": distinguishes the file from those of other programs.
    private const int ApplicationId = 0x41534C44;
    private const int WaitSeconds = 60;

    // https://www.sqlite.org/rescode.html
    private const int Corrupt = 11;
    private const int NotADatabase = 26;

    private const string Insert = """
        INSERT INTO runs VALUES ($name, $machine, $started, $profile, $extent, $results)
        ON CONFLICT (name) DO UPDATE SET extent = excluded.extent, results = excluded.results WHERE excluded.extent > runs.extent
        """;

    private static readonly string Schema = string.Create(CultureInfo.InvariantCulture, $"""
        PRAGMA application_id = {ApplicationId};
        PRAGMA user_version = {SchemaVersion};
        CREATE TABLE runs (name TEXT PRIMARY KEY, machine TEXT NOT NULL, started TEXT NOT NULL, profile TEXT NOT NULL, extent INTEGER NOT NULL, results TEXT NOT NULL);
        """);

    /// <summary>Whether a path names an SQLite file, existing or not.</summary>
    public static bool Is(string path) => File.Exists(path) || (!Directory.Exists(path) && HasEnding(path));

    /// <summary>Whether a file is called as SQLite files are.</summary>
    public static bool HasEnding(string path) => System.IO.Path.GetExtension(path).ToUpperInvariant() is ".SQLITE" or ".SQLITE3" or ".DB";

    protected override void Check()
    {
        if (File.Exists(Path)) With(SqliteOpenMode.ReadOnly, IsStore);
    }

    protected override void CheckWritable()
    {
        if (File.Exists(Path)) With(SqliteOpenMode.ReadWrite, IsStore);
        else WholeFile.Check(Path);
    }

    protected override bool Add(StoredRun run, byte[] results) => With(SqliteOpenMode.ReadWriteCreate, file =>
    {
        if (!IsStore(file))
        {
            using var make = Command(file, Schema);
            make.ExecuteNonQuery();
        }

        using var add = Command(
            file, Insert, ("$name", NameOf(run)), ("$machine", run.Results.Machine.Id), ("$started", run.Origin.Started.UtcDateTime.ToString("O", CultureInfo.InvariantCulture)),
            ("$profile", run.Results.Profile), ("$extent", run.Extent), ("$results", Encoding.UTF8.GetString(results)));
        return add.ExecuteNonQuery() > 0;
    });

    protected override IEnumerable<(string Name, byte[] Results)> Texts() => !File.Exists(Path) ? [] : With(SqliteOpenMode.ReadOnly, file =>
    {
        var texts = new List<(string, byte[])>();
        if (!IsStore(file)) return texts;
        using var command = Command(file, "SELECT name, CAST(results AS BLOB) FROM runs ORDER BY name");
        using var reader = command.ExecuteReader();
        while (reader.Read()) texts.Add((reader.GetString(0), reader.GetFieldValue<byte[]>(1)));
        return texts;
    });

    // False for an empty database. A database of another program must not be touched.
    private bool IsStore(SqliteConnection file)
    {
        var (application, format, tables) = (Number(file, "PRAGMA application_id"), Number(file, "PRAGMA user_version"), Number(file, "SELECT COUNT(*) FROM sqlite_master"));
        if (application == 0 && tables == 0) return false;
        if (application != ApplicationId) throw new UnreadableRunException($"{Path}: a database of another program, not a store: name a new file");
        if (format != SchemaVersion) throw new UnreadableRunException(FormattableString.Invariant($"{Path}: a store of format {format}; this program reads format {SchemaVersion}: use the version that made it, or a new store"));
        return true;
    }

    private T With<T>(SqliteOpenMode mode, Func<SqliteConnection, T> work)
    {
        SystemSqlite.Require(Path);
        try
        {
            // Without a pool the file is closed afterwards, so that it can be moved or deleted on Windows too.
            using var file = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = Path, Mode = mode, Pooling = false, DefaultTimeout = WaitSeconds }.ToString());
            file.Open();
            // One state for all questions, since another process may make the store between two of them. A writer locks from the start, so that it waits here and not halfway.
            using var transaction = file.BeginTransaction(deferred: mode == SqliteOpenMode.ReadOnly);
            var result = work(file);
            transaction.Commit();
            return result;
        }
        catch (SqliteException problem) when (problem.SqliteErrorCode is NotADatabase or Corrupt)
        {
            throw new UnreadableRunException($"{Path}: not a store, or a damaged one: {FileProblem.Cause(problem)}; restore it, or name a new file", problem);
        }
        catch (SqliteException problem)
        {
            throw new IOException(problem.Message, problem);
        }
    }

    private static long Number(SqliteConnection file, string question)
    {
        using var command = Command(file, question);
        return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    private static SqliteCommand Command(SqliteConnection file, string text, params ReadOnlySpan<(string Name, object Value)> values)
    {
        var command = file.CreateCommand();
        command.CommandText = text;
        foreach (var (name, value) in values) command.Parameters.AddWithValue(name, value);
        return command;
    }
}

/// <summary>The SQLite of this system. Windows, macOS and most Linux systems have one. The package has none, so that it serves every system.</summary>
internal static class SystemSqlite
{
    private static readonly Lazy<bool> Loaded = new(() => Load(ThisSystem.Names.Sqlite));

    /// <summary>Loads it once.</summary>
    /// <exception cref="CommandFailedException">There is none.</exception>
    public static void Require(string store)
    {
        if (!Loaded.Value) throw Missing(store, ThisSystem.Names.Sqlite);
    }

    /// <summary>What is said where there is none.</summary>
    /// <param name="names">The libraries that were looked for.</param>
    public static CommandFailedException Missing(string store, IEnumerable<string> names) =>
        new(ExitCode.Refused, $"{store}: this system has no SQLite ({string.Join(" or ", names)}): install it (Debian: libsqlite3-0, Alpine: sqlite-libs), or name a folder as the store");

    /// <summary>Loads the first library that is there.</summary>
    /// <returns>Whether one is.</returns>
    public static bool Load(IEnumerable<string> names)
    {
        foreach (var name in names)
        {
            if (!SystemLibrary.TryLoad(name, out var library)) continue;
            SQLite3Provider_dynamic_cdecl.Setup(name, new Functions(library));
            raw.SetProvider(new SQLite3Provider_dynamic_cdecl());
            return true;
        }

        return false;
    }

    private sealed class Functions(nint library) : IGetFunctionPointer
    {
        public nint GetFunctionPointer(string name) => SystemLibrary.TryGetExport(library, name, out var function) ? function : 0;
    }
}
