using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Analysis;
using Microsoft.Data.Sqlite;
using Xunit;

namespace AsyncLoad.Tests.Storage;

/// <summary>What of a store other programs see: its name, its columns and the file itself.</summary>
public sealed class SqliteStoreTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-sqlite-").FullName;

    private string Store => Path.Combine(folder, "perf.db");

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("perf.sqlite", true)]
    [InlineData("perf.sqlite3", true)]
    [InlineData("perf.DB", true)]
    [InlineData("perf.sqlite4", false)]
    [InlineData("perf", false)]
    [InlineData("db", false)]
    public void A_name_says_whether_it_is_a_file(string name, bool file)
    {
        Assert.Equal(file, SqliteStore.HasEnding(name));
        Assert.Equal(file, SqliteStore.Is(Path.Combine(folder, name)));
    }

    [Fact]
    public void A_store_is_a_file_called_so_or_a_folder_that_was_marked()
    {
        string[] paths = [Store, Path.Combine(folder, "stored"), Path.Combine(folder, "notes.txt"), folder];
        Assert.All(paths, path => Assert.False(RunStore.IsThere(path)));
        foreach (var path in paths[..2]) RunStore.Open(path).Add(Run());
        File.WriteAllText(paths[2], "");

        Assert.Equal([true, true, false, false], paths.Select(RunStore.IsThere));
    }

    [Fact]
    public void Runs_can_be_asked_for_by_their_columns()
    {
        var run = Run();
        RunStore.Open(Store).Add(run);

        Assert.Equal(
            $"{run.Results.Machine.Id}|{run.Origin.Started.UtcDateTime.ToString("O", CultureInfo.InvariantCulture)}|{run.Results.Profile}|{run.Extent}",
            Asked("SELECT machine || '|' || started || '|' || profile || '|' || extent FROM runs"));
        Assert.Equal($"{RunStore.Stamp(run.Origin.Started)}-", Asked("SELECT substr(name, 1, 17) FROM runs"));
    }

    [Fact]
    public void Runs_that_began_in_one_second_are_told_apart()
    {
        var run = Run();
        var other = run with { Results = run.Results with { Machine = run.Results.Machine with { Id = "another" } } };

        Assert.Equal([true, true, false], new[] { run, other, run }.Select(RunStore.Open(Store).Add));
        Assert.Equal(2, RunStore.Open(Store).Read().Count);
    }

    [Fact]
    public void A_store_that_was_deleted_is_made_anew()
    {
        RunStore.Open(Store).Add(Run());
        // Nothing holds the file between two uses.
        File.Delete(Store);

        Assert.True(RunStore.Open(Store).Add(Run()));
        Assert.Single(RunStore.Open(Store).Read());
    }

    [Fact]
    public void What_came_to_its_place_meanwhile_is_no_store()
    {
        var store = RunStore.Open(Store);
        File.WriteAllText(Store, "a text");

        Assert.Contains("not a store, or a damaged one", Assert.Throws<UnreadableRunException>(store.RequireWritable).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_system_without_sqlite_is_told_what_to_do()
    {
        Assert.False(SystemSqlite.Load(["libunheard-of-asyncload.so.7"]));

        var refusal = SystemSqlite.Missing("perf.db", ["a.so", "b.so"]);
        Assert.Equal(
            (ExitCode.Refused, "perf.db: this system has no SQLite (a.so or b.so): install it (Debian: libsqlite3-0, Alpine: sqlite-libs), or name a folder as the store"),
            (refusal.Code, refusal.Message));
    }

    private string Asked(string question)
    {
        using var file = new SqliteConnection($"Data Source={Store};Pooling=false");
        file.Open();
        using var command = file.CreateCommand();
        command.CommandText = question;
        return (string)command.ExecuteScalar()!;
    }

    private static StoredRun Run() => new("a run", ResultsBuilder.Build(RunAnalyzer.AnalyzeUntraced(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(0.400, 0.402, 0.398, 0.401, 0.399, 0.403)))));
}
