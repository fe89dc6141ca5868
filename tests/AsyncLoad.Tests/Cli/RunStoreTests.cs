using System.Text.Json;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Trends;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Tests.Analysis;
using Microsoft.Data.Sqlite;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class RunStoreTests : IDisposable
{
    private static readonly RunResults Base = ResultsBuilder.Build(RunAnalyzer.AnalyzeUntraced(
        SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(0.400, 0.402, 0.398, 0.401, 0.399, 0.403))));

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-store-").FullName;

    /// <summary>A store of each kind.</summary>
    public static TheoryData<string> Names { get; } = ["perf", "perf.sqlite"];

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [MemberData(nameof(Names))]
    public void What_is_added_is_read_again_and_the_same_run_only_once(string name)
    {
        Assert.Equal([true, true, false], new[] { 1, 0, 1 }.Select(day => RunStore.Open(In(name)).Add(Run(day, 6))));

        var read = RunStore.Open(In(name)).Read();

        Assert.Equal([0, 1], read.Select(run => (run.Origin.Started - SyntheticRun.Noon).Days));
        Assert.Equal(Written(Run(1, 6)), Written(read[1]));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void A_resumed_run_takes_its_own_place_and_never_the_other_way_round(string name)
    {
        var store = RunStore.Open(In(name));
        Assert.Equal([true, true, false], new[] { 4, 6, 4 }.Select(pairs => store.Add(Run(0, pairs))));
        Assert.Equal(6, Assert.Single(store.Read()).Results.Comparisons[0].Ratio!.Pairs);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Runs_that_are_added_at_the_same_time_are_all_there(string name)
    {
        await Parallel.ForAsync(0, 40, TestContext.Current.CancellationToken, (index, _) =>
        {
            RunStore.Open(In(name)).Add(Run(index % 20, 6));
            return ValueTask.CompletedTask;
        });
        Assert.Equal(Enumerable.Range(0, 20), RunStore.Open(In(name)).Read().Select(run => (run.Origin.Started - SyntheticRun.Noon).Days));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task A_store_that_several_make_at_once_is_a_store_to_each_at_every_moment(string name)
    {
        for (var round = 0; round < 25; round++)
        {
            var path = In($"{round}-{name}");
            await Task.WhenAll(Enumerable.Range(0, 4).Select(day => Task.Run(() => RunStore.Open(path).Add(Run(day, 6)), TestContext.Current.CancellationToken)));
            Assert.Equal(4, RunStore.Open(path).Read().Count);
        }
    }

    [Fact]
    public void A_store_whose_making_was_cut_off_is_made_again()
    {
        Directory.CreateDirectory(In("perf"));
        File.WriteAllText(In("perf/asyncload-store.json.k3x.partial"), "{ \"sch");
        Assert.True(RunStore.Open(In("perf")).Add(Run(0, 6)));
        Assert.Single(RunStore.Open(In("perf")).Read());
    }

    [Fact]
    public async Task A_command_adds_runs_and_follows_all_that_the_store_holds()
    {
        var (a, b) = (SyntheticFolder.Write(In("a"), "abc", [0.400, 0.402, 0.398]), SyntheticFolder.Write(In("b"), "abc", [0.400, 0.402, 0.398]));
        var first = await CommandRun.Of("trend", a, "--store", In("perf"));
        Assert.Equal((ExitCode.Ok, $"note: {In("perf")}: 1 run added{Environment.NewLine}"), (first.Code, first.Error));
        var second = await CommandRun.Of("trend", a, b, "--store", In("perf"), "--format", "json");
        Assert.Equal($"note: {In("perf")}: 1 run added, 1 already there{Environment.NewLine}", second.Error);
        var alone = await CommandRun.Of("trend", "--store", In("perf"), "--format", "json");
        Assert.Equal((second.Output, ""), (alone.Output, alone.Error));
        Assert.Equal(2, JsonSerializer.Deserialize(alone.Output, ModelJson.Line.RunTrend)!.Runs.Count);
    }

    [Fact]
    public async Task A_store_that_is_not_there_holds_no_run_and_is_not_made()
    {
        var run = await CommandRun.Of("trend", "--store", In("perf"));
        Assert.Equal((ExitCode.NothingRan, ""), (run.Code, run.Output));
        Assert.Contains("this store holds no run: add one with", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(In("perf")));
    }

    [Theory]
    [InlineData("note.txt", "mine", "not a store, since it holds other files and no asyncload-store.json: name a new or empty folder")]
    [InlineData("asyncload-store.json.bak", "{}", "not a store, since it holds other files and no asyncload-store.json")]
    [InlineData("asyncload-store.json", "{ \"schemaVersion\": 2, \"tool\": \"9.0.0\" }", "a store of format 2, made by AsyncLoad 9.0.0; this program reads format 1")]
    [InlineData("asyncload-store.json", "{ \"schemaVersion\": 2 }", "a store of format 2, made by AsyncLoad of another version; this program reads format 1")]
    [InlineData("asyncload-store.json", "torn", "damaged: ")]
    public async Task A_folder_that_is_no_store_is_refused_and_stays_as_it_is(string file, string text, string reason)
    {
        Directory.CreateDirectory(In("perf"));
        File.WriteAllText(In(Path.Combine("perf", file)), text);
        var run = await CommandRun.Of("trend", SyntheticFolder.Write(In("a"), "abc", [0.4]), "--store", In("perf"));
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Contains(reason, run.Error, StringComparison.Ordinal);
        Assert.Equal([In(Path.Combine("perf", file))], Directory.EnumerateFileSystemEntries(In("perf")));
        Assert.Equal(text, File.ReadAllText(In(Path.Combine("perf", file))));
    }

    [Fact]
    public async Task A_damaged_run_in_a_store_is_named_and_nothing_is_written_over_it()
    {
        RunStore.Open(In("perf")).Add(Run(0, 6));
        var file = Directory.EnumerateFiles(In("perf"), "2026*.json").Single();
        File.WriteAllText(file, "{ torn");
        var run = await CommandRun.Of("trend", "--store", In("perf"));
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith($"error: {file}: not the results of a run", run.Error, StringComparison.Ordinal);
        Assert.Throws<UnreadableRunException>(() => RunStore.Open(In("perf")).Add(Run(0, 8)));
        Assert.Equal("{ torn", File.ReadAllText(file));
    }

    [Theory]
    [InlineData("CREATE TABLE theirs (x)", "a database of another program, not a store: name a new file")]
    [InlineData("PRAGMA application_id = 1095978052; PRAGMA user_version = 2; CREATE TABLE runs (x)", "a store of format 2; this program reads format 1")]
    public void A_database_that_is_no_store_is_refused_and_stays_as_it_is(string made, string reason)
    {
        SystemSqlite.Require("perf.db");
        using (var file = new SqliteConnection($"Data Source={In("perf.db")};Pooling=false"))
        {
            file.Open();
            using var command = file.CreateCommand();
            command.CommandText = made;
            command.ExecuteNonQuery();
        }

        var before = File.ReadAllBytes(In("perf.db"));
        Assert.Contains(reason, Assert.Throws<UnreadableRunException>(() => RunStore.Open(In("perf.db"))).Message, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(In("perf.db")));
    }

    [Theory]
    [InlineData("none/perf.sqlite")]
    [InlineData("note.txt/perf")]
    public async Task A_store_that_cannot_be_made_is_refused_before_anything_is_measured(string name)
    {
        File.WriteAllText(In("note.txt"), "mine");
        var run = await CommandRun.Of("run", Path.Combine(Repository.Root, "profiles", "smoke.json"), "--store", In(name));
        Assert.Equal(ExitCode.OutputUnwritable, run.Code);
        Assert.StartsWith($"error: {In(name)}: ", run.Error, StringComparison.Ordinal);
        Assert.EndsWith($"; name another store with --store{Environment.NewLine}", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(".;", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Looking_whether_a_store_can_be_written_leaves_it_as_it_is(string name)
    {
        RunStore.Open(In(name)).RequireWritable();
        Assert.Empty(RunStore.Open(In(name)).Read());
        RunStore.Open(In(name)).Add(Run(0, 6));
        RunStore.Open(In(name)).RequireWritable();
        Assert.Single(RunStore.Open(In(name)).Read());
        Assert.DoesNotContain(Directory.EnumerateFiles(folder, "*.partial", SearchOption.AllDirectories), _ => true);
    }

    [Fact]
    public void A_store_that_cannot_be_made_is_unwritable_and_the_message_says_how_to_add_the_run()
    {
        var refused = Assert.Throws<CommandFailedException>(() => RunStore.Open(Path.Combine(folder, "none", "perf.sqlite")).Add(Run(0, 6)));
        Assert.Equal(ExitCode.OutputUnwritable, refused.Code);
        Assert.Contains("the run itself is kept: add it with \"asyncload trend --store", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_is_not_measured_for_a_store_that_is_none()
    {
        File.WriteAllText(In("perf"), "a file");
        var run = await CommandRun.Of("run", CommandRun.Smoke, "--store", In("perf"), "--output", In("run"));
        Assert.Equal((ExitCode.BadArguments, $"error: {In("perf")}: not a store, or a damaged one: SQLite Error 26: 'file is not a database'; restore it, or name a new file{Environment.NewLine}"), (run.Code, run.Error));
        Assert.Equal("a file", File.ReadAllText(In("perf")));
        Assert.False(Directory.Exists(In("run")));
    }

    private string In(string name) => Path.Combine(folder, name);

    private static StoredRun Run(int day, int pairs) => new("a run", Base with
    {
        Origin = Base.Origin! with { Started = SyntheticRun.Noon.AddDays(day) },
        Comparisons = [Base.Comparisons[0] with { Ratio = new RatioInterval(0.4, 0.39, 0.41, 0.96, pairs) }],
    });

    private static string Written(StoredRun run)
    {
        using var writer = new StringWriter();
        ResultsJson.Write(run.Results, writer);
        return writer.ToString();
    }
}
