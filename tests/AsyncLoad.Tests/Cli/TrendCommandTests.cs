using System.Text.Json;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class TrendCommandTests : IDisposable
{
    private static readonly double[] Steady = [0.400, 0.402, 0.398, 0.401, 0.399, 0.403];

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-trend-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task One_comparison_is_shown_run_by_run_with_what_changed()
    {
        // A synthetic folder began as many minutes after noon as its first letter says.
        string[] names = ["a", "b", "c", "d", "e", "f", "g", "h"];
        var runs = names.Select((name, i) => Write("abc", name, i < 4 ? 1 : 1.2, SyntheticRun.Id)).Reverse().ToArray();

        var run = await CommandRun.Of(["trend", .. runs]);

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        var lines = run.Output.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal($"{SyntheticRun.Id}  ▁▁▁▁████", lines[0]);
        Assert.Matches(@"^started\s+run\s+ratio \[interval\]\s+pairs\s+verdict\s+B/op, both sides$", lines[1]);
        Assert.Matches(@"^2026-01-02 13:37 UTC\s+\S+/a\s+0\.400 \[0\.398, 0\.403\]\s+6\s+wins\s+0 / 0$", lines[2]);
        Assert.EndsWith("  up", lines[6], StringComparison.Ordinal);
        Assert.StartsWith($"{SyntheticRun.Id} changed up by 20 % [", lines[10], StringComparison.Ordinal);
        Assert.Contains("since the run of 2026-01-02 13:41 UTC", lines[10], StringComparison.Ordinal);
        Assert.Equal("1 of 1 series changed, in 8 runs.", lines[11]);
    }

    [Fact]
    public async Task Several_comparisons_are_shown_in_a_row_each_and_one_can_be_chosen()
    {
        string[] runs = [Write("abc", "a", 1, "x", "y"), Write("else", "b", 1, "x", "y")];
        var all = await CommandRun.Of(["trend", .. runs]);
        Assert.Equal(5, all.Output.Split(Environment.NewLine).TakeWhile(line => line.Length > 0).Count());
        Assert.Contains("4 series: only one run has the figure: a change needs runs before and after it.", all.Output, StringComparison.Ordinal);
        Assert.Contains("warning: The runs come from 2 machines", all.Error, StringComparison.Ordinal);
        var one = await CommandRun.Of(["trend", .. runs, "--only", "y", "--metric", "bytesPerOperation"]);
        Assert.Contains("y baseline on abc", one.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("x ", one.Output, StringComparison.Ordinal);
        var both = await CommandRun.Of(["trend", .. runs, "--only", "y", "--only", "z*", "--only", "x"]);
        Assert.Equal(all.Output, both.Output);
        Assert.StartsWith("warning: --only \"z*\" matches no comparison of the runs", both.Error, StringComparison.Ordinal);
        var none = await CommandRun.Of(["trend", .. runs, "--only", "z*"]);
        Assert.Equal((ExitCode.NothingRan, "", $"error: --only \"z*\" matches no comparison of the runs{Environment.NewLine}there is x{Environment.NewLine}there is y{Environment.NewLine}"), (none.Code, none.Output, none.Error));
    }

    [Fact]
    public async Task A_file_of_results_says_the_same_as_its_folder()
    {
        var (a, b) = (Write("abc", "a", 1, "x"), Write("abc", "b", 1, "x"));
        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("report", a)).Code);
        File.Move(Path.Combine(a, "results.json"), Path.Combine(folder, "a.json"));
        File.WriteAllText(Path.Combine(folder, "a.json"), File.ReadAllText(Path.Combine(folder, "a.json")).Replace("\"profile\":", "\"ofALaterVersion\": [1], \"profile\":", StringComparison.Ordinal));

        var folders = await Series(a, b);
        var files = await Series(Path.Combine(folder, "a.json"), b);

        Assert.Equal(folders.Points.Select(point => (point.Value, point.Interval, point.Pairs, point.Bytes)), files.Points.Select(point => (point.Value, point.Interval, point.Pairs, point.Bytes)));
    }

    [Theory]
    [InlineData("{}", "not the results of a run")]
    [InlineData("not JSON", "not the results of a run")]
    [InlineData("""{ "schemaVersion": 3, "tool": "9.0.0" }""", "results of format 3, written by AsyncLoad 9.0.0; this program reads format 2: make them again with \"asyncload report\" on the run folder")]
    public async Task A_file_that_is_no_results_is_refused_with_the_reason(string text, string reason)
    {
        var file = Path.Combine(folder, "a.json");
        File.WriteAllText(file, text);
        var run = await CommandRun.Of("trend", file);
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.StartsWith($"error: {file}: {reason}", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("perf")]
    [InlineData("perf.sqlite")]
    public async Task A_store_that_is_given_as_a_run_is_said_to_be_one(string name)
    {
        var store = Path.Combine(folder, name);
        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("trend", Write("abc", "a", 1, "x"), "--store", store)).Code);

        var run = await CommandRun.Of("trend", store);

        Assert.Equal((ExitCode.BadArguments, $"error: {store} is a store, which holds many runs: name it with --store{Environment.NewLine}"), (run.Code, run.Error));
    }

    [Fact]
    public async Task Results_that_do_not_say_when_they_began_are_refused()
    {
        var a = Write("abc", "a", 1, "x");
        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("report", a)).Code);
        var results = JsonNode.Parse(File.ReadAllText(Path.Combine(a, "results.json")))!.AsObject();
        results.Remove("origin");
        File.WriteAllText(Path.Combine(folder, "old.json"), results.ToJsonString());
        var run = await CommandRun.Of("trend", Path.Combine(folder, "old.json"));
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Contains("which did not say when a run began: make them again", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Results_whose_margin_makes_no_sense_are_refused()
    {
        var a = Write("abc", "a", 1, "x");
        Assert.Equal(ExitCode.Ok, (await CommandRun.Of("report", a)).Code);
        var results = JsonNode.Parse(File.ReadAllText(Path.Combine(a, "results.json")))!;
        results["origin"]!["margin"] = -1;
        File.WriteAllText(Path.Combine(folder, "odd.json"), results.ToJsonString());
        var run = await CommandRun.Of("trend", Path.Combine(folder, "odd.json"));
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Contains("their margin is not between 0 and 1", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("trend", (int)ExitCode.BadArguments, "trend takes run folders or results.json files, or a store with --store")]
    [InlineData("trend FOLDER/a/none", (int)ExitCode.BadArguments, "neither a run folder nor a file of results: it has no manifest.json and no results.json")]
    [InlineData("trend FOLDER", (int)ExitCode.BadArguments, "FOLDER holds run folders: name one of them, such as FOLDER/a")]
    [InlineData("trend FOLDER/a --metric speed", (int)ExitCode.BadArguments, "unknown value of --metric: \"speed\"")]
    public async Task What_cannot_be_followed_is_refused(string command, int code, string reason)
    {
        Write("abc", "a", 1, "x");
        var run = await CommandRun.Of(command.Replace("FOLDER", folder, StringComparison.Ordinal).Split(' '));
        Assert.Equal((code, ""), ((int)run.Code, run.Output));
        Assert.Contains(reason.Replace("FOLDER", folder, StringComparison.Ordinal), run.Error, StringComparison.Ordinal);
    }

    private static async Task<TrendSeries> Series(params string[] runs)
    {
        var run = await CommandRun.Of(["trend", .. runs, "--format", "json"]);
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        return Assert.Single(JsonSerializer.Deserialize(run.Output, ModelJson.Line.RunTrend)!.Series);
    }

    private string Write(string machine, string name, double factor, params string[] ids) =>
        SyntheticFolder.Write(Path.Combine(folder, name), machine, [.. Steady.Select(ratio => factor * ratio)], ids);
}
