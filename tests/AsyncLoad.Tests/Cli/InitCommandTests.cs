using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class InitCommandTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-init-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task It_says_what_it_wrote_and_what_to_type_next()
    {
        var run = await CommandRun.Of("init", folder, "--format", "json");
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        using var written = JsonDocument.Parse(run.Output);
        var files = written.RootElement.GetProperty("files").EnumerateArray().Select(file => file.GetString()!).ToList();
        Assert.Equal(Directory.EnumerateFiles(folder).Order(StringComparer.Ordinal), files.Order(StringComparer.Ordinal));
        Assert.Equal($"asyncload run {files[0]}", written.RootElement.GetProperty("next").GetString());
    }

    [Theory]
    [InlineData("mine")]
    [InlineData("my bench")]
    [InlineData("it's $HOME `now` \"quoted\" *")]
    public async Task What_to_type_next_is_one_word_to_a_shell_whatever_the_folder_is_called(string name)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "asks a shell of Unix, and Windows allows no such names");
        var wanted = Path.Combine(folder, name);
        using var written = JsonDocument.Parse((await CommandRun.Of("init", wanted, "--format", "json")).Output);

        var said = await ToolProcess.RunAsync(
            "/bin/sh", ["-c", $"printf '%s\n' {written.RootElement.GetProperty("next").GetString()}"], folder, Duration.FromSeconds(600), TestContext.Current.CancellationToken);

        Assert.Equal(["asyncload", "run", Path.Combine(wanted, "profile.json")], said.Output.TrimEnd().Split('\n'));
    }

    [Fact]
    public async Task Its_profile_is_right_for_its_workload()
    {
        await CommandRun.Of("init", folder);
        var catalogue = TestCatalogue.With(new WorkloadDescription(
            "price-lookup", "", null, [], [new("task", "", "", "", null, null), new("value-task", "", "", "", null, null)], [], null, [], []));
        var path = Path.Combine(folder, "profile.json");
        var reading = ProfileReader.Read("profile.json", await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken), catalogue);
        Assert.Empty(reading.Errors.Select(error => error.ToString()));
        Assert.All(reading.Profile!.Plugins!, plugin => Assert.True(File.Exists(Path.Combine(folder, plugin))));
        Assert.Equal((await CommandRun.Of("schema")).Output, await File.ReadAllTextAsync(Path.Combine(folder, "profile.schema.json"), TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_file_that_is_there_is_named_and_nothing_is_written_beside_it()
    {
        var mine = Path.Combine(folder, "PriceLookup.cs");
        await File.WriteAllTextAsync(mine, "mine", TestContext.Current.CancellationToken);
        var run = await CommandRun.Of("init", folder);
        Assert.Equal((ExitCode.OutputUnwritable, ""), (run.Code, run.Output));
        Assert.Equal($"error: {mine}: there already, and init overwrites nothing; name another folder or file{Environment.NewLine}", run.Error);
        Assert.Equal([mine], Directory.EnumerateFiles(folder));
    }

    [Theory]
    [InlineData("asyncload/**", "init", "asyncload")]
    [InlineData("PriceLookup.cs", "init", "")]
    [InlineData("bench.cs", "init", "--file", "bench.cs")]
    [InlineData("deep/er/bench.cs", "init", "--file", "deep/er/bench.cs")]
    public async Task A_project_that_would_compile_what_it_wrote_is_told(string removed, params string[] arguments)
    {
        var project = Path.Combine(folder, "App.csproj");
        await File.WriteAllTextAsync(project, "<Project />", TestContext.Current.CancellationToken);

        var run = await CommandRun.Of([.. arguments[..^1], Path.Combine(folder, arguments[^1])]);

        Assert.Equal(ExitCode.Ok, run.Code);
        Assert.StartsWith($"note: {project} compiles every C# file below its folder, these too", run.Error, StringComparison.Ordinal);
        Assert.Contains($"<Compile Remove=\"{removed}\" />", run.Error.Replace('\\', '/'), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_single_file_says_how_it_is_compared_and_is_not_overwritten()
    {
        var path = Path.Combine(folder, "mine.cs");
        var run = await CommandRun.Of("init", "--file", path);
        Assert.Equal($"wrote {path}{Environment.NewLine}next: asyncload compare {path} OldWay NewWay{Environment.NewLine}", run.Output);
        Assert.Contains($"asyncload compare {path} OldWay NewWay", await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken), StringComparison.Ordinal);
        await File.WriteAllTextAsync(path, "// mine", TestContext.Current.CancellationToken);

        Assert.Equal(ExitCode.OutputUnwritable, (await CommandRun.Of("init", "--file", path)).Code);
        Assert.Equal(ExitCode.BadArguments, (await CommandRun.Of("init", "--file", Path.Combine(folder, "mine.txt"))).Code);
        Assert.Equal(ExitCode.BadArguments, (await CommandRun.Of("init", folder, "--file", path)).Code);
        Assert.Equal("// mine", await File.ReadAllTextAsync(path, TestContext.Current.CancellationToken));
    }
}
