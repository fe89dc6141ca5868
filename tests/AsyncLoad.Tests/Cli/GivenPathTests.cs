using AsyncLoad.Harness.Cli;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Files and folders that were given to the wrong command: each says what it is, and which command takes it.</summary>
public sealed class GivenPathTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-given-").FullName;

    public GivenPathTests()
    {
        foreach (var file in new[] { "bench.cs", "Shop.csproj", "Shop.fsproj", "Shop.dll", "web.nettrace", "some.json", "notes.txt", "plain/notes.md" }) Write(file);
        foreach (var run in new[] { "runs/20260101T000000Z-smoke-aaaa", "runs/20260102T000000Z-smoke-bbbb" })
        {
            foreach (var part in new[] { "manifest.json", "pairs.jsonl", "report.html", "results.json", "traces/a.nettrace" }) Write($"{run}/{part}");
        }

        Write("web/manifest.json");
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("bench.cs", "* is C#: \"asyncload compare *\" measures its benchmarks")]
    [InlineData("Shop.csproj", "* is a project: \"asyncload compare CLASS --project *\" measures a class of it")]
    [InlineData("Shop.fsproj", "* is a project: \"asyncload compare CLASS --project *\" measures a class of it")]
    [InlineData("Shop.dll", "* is an assembly: \"asyncload compare CLASS --plugin *\" measures a class of it")]
    [InlineData("web.nettrace", "* is a trace: \"asyncload analyze *\" reads it")]
    [InlineData("some.json", "* is JSON: if it is a profile, \"asyncload run *\" measures it")]
    [InlineData("runs/20260101T000000Z-smoke-aaaa", "* is a run folder: \"asyncload report *\" shows it, and its traces are in */traces")]
    [InlineData("notes.txt", null)]
    [InlineData("plain", null)]
    [InlineData("plain/notes.md", null)]
    [InlineData("absent.cs", null)]
    public void It_is_said_which_command_takes_it(string name, string? told) => Assert.Equal(told?.Replace("*", At(name), StringComparison.Ordinal), GivenPath.Told(At(name)));

    [Fact]
    public void A_manifest_alone_makes_no_run_folder()
    {
        Assert.Null(GivenPath.Told(At("web")));
        Assert.StartsWith($"{At("web/manifest.json")} is JSON", GivenPath.Told(At("web/manifest.json")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("report.html")]
    [InlineData("results.json")]
    public void A_file_of_a_run_folder_leads_to_the_folder(string part)
    {
        var run = At("runs/20260101T000000Z-smoke-aaaa");
        Assert.Equal($"{Path.Combine(run, part)} is a file of a run folder: name the folder, {run}", GivenPath.Told(Path.Combine(run, part)));
    }

    [Fact]
    public void A_folder_of_run_folders_leads_to_the_newest() =>
        Assert.Equal($"{At("runs")} holds run folders: name one of them, such as {At("runs/20260102T000000Z-smoke-bbbb")}", GivenPath.Told(At("runs")));

    [Theory]
    [InlineData("is C#", "run", "bench.cs")]
    [InlineData("is C#", "plan", "bench.cs")]
    [InlineData("is a trace", "plan", "web.nettrace")]
    [InlineData("is a project", "compare", "Shop.csproj")]
    [InlineData("is JSON", "compare", "some.json")]
    [InlineData("is an assembly", "map", "Shop.dll")]
    [InlineData("is a run folder", "compare", "runs/20260101T000000Z-smoke-aaaa")]
    [InlineData("is a trace", "report", "web.nettrace")]
    [InlineData("holds run folders", "report", "runs")]
    [InlineData("holds run folders", "trend", "runs")]
    [InlineData("is a file of a run folder", "diff", "runs/20260101T000000Z-smoke-aaaa/results.json", "runs/20260102T000000Z-smoke-bbbb/results.json")]
    public async Task Commands_say_it(string told, params string[] arguments)
    {
        var run = await CommandRun.Of([arguments[0], .. arguments.Skip(1).Select(At)]);
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Contains(told, run.Error, StringComparison.Ordinal);
    }

    private string At(string name) => Path.Combine(folder, name);

    private void Write(string name)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(At(name))!);
        File.WriteAllText(At(name), "{}");
    }
}
