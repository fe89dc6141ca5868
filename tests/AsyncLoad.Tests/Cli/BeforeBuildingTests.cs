using AsyncLoad.Harness.Cli;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What is wrong whatever a build gives is told before anything is built. The project here cannot be built, so it is named in vain only where it should be.</summary>
public sealed class BeforeBuildingTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-before-").FullName;

    public BeforeBuildingTests() => File.WriteAllText(Project, "<Project />");

    private string Project => Path.Combine(folder, "My.csproj");

    public void Dispose() => Directory.Delete(folder, recursive: true);

    public static TheoryData<string[], int, string> Wrong => new()
    {
        { ["--runtime", "net99.0"], (int)ExitCode.NothingRan, "no comparison can be measured: there is no runtime for net99.0 (found " },
        { ["--candidate", "runtime=net99.0"], (int)ExitCode.NothingRan, "no comparison can be measured: there is no runtime for net99.0 (found " },
        { ["--baseline", "runtime=net99.0", "--candidate", "gc.server=true"], (int)ExitCode.NothingRan, "no comparison can be measured: there is no runtime for net99.0 (found " },
        { ["--candidate", "runtime=net8.0,compiler=runtime-async"], (int)ExitCode.NothingRan, "no comparison can be measured: runtime async came with net10.0" },
        { ["--candidate", "runtime=9"], (int)ExitCode.BadArguments, "--candidate: unknown runtime \"9\"" },
        { ["--candidate", "compiler=fast"], (int)ExitCode.BadArguments, "--candidate: unknown compiler \"fast\"" },
        { ["--candidate", "gc.servr=true"], (int)ExitCode.BadArguments, "\"servr\"" },
        { ["--candidate", "gc.server=perhaps"], (int)ExitCode.BadArguments, "\"server\" must be true or false" },
        { ["--candidate", "env.1=a"], (int)ExitCode.BadArguments, "\"1\" is not the name of an environment variable" },
        { ["--candidate", "pressure=none"], (int)ExitCode.BadArguments, "--candidate: unknown pressure" },
        { ["--load", "parallel"], (int)ExitCode.BadArguments, "--load: unknown load" },
        { ["--set", "measure.slices=many"], (int)ExitCode.BadArguments, "--set measure.slices: \"slices\" must be a whole number" },
        { ["--plugin", "gone.dll"], (int)ExitCode.BadArguments, "there is no plug-in gone.dll" },
        { ["--candidate", "plugin=gone.dll"], (int)ExitCode.BadArguments, "there is no plug-in gone.dll" },
        { ["--dotnet-root", "/nowhere"], (int)ExitCode.BadArguments, "--dotnet-root: /nowhere holds no" },
        { ["--output", "."], (int)ExitCode.OutputUnwritable, "is not empty; a run needs an absent or empty folder" },
    };

    [Theory]
    [MemberData(nameof(Wrong))]
    public async Task It_is_told_before_the_project_is_built(string[] arguments, int code, string message)
    {
        var run = await CommandRun.Of(["compare", "Orders", "Sum", "--project", Project, .. arguments]);

        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Equal(code, (int)run.Code);
        Assert.DoesNotContain("building", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--runtime", "net99.0", "--runtime", "net10.0")]
    [InlineData("--candidate", "runtime=net99.0", "--candidate", "gc.server=true")]
    [InlineData("--baseline", "parameter.any=thing", "--candidate", "parameter.any=other")]
    [InlineData("--set", "gc.server=true")]
    public async Task What_only_a_build_can_tell_is_left_to_it(params string[] arguments)
    {
        var run = await CommandRun.Of(["compare", "Orders", "Any", "--project", Project, .. arguments]);

        Assert.Contains("building ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_commit_that_is_not_there_is_told_without_notes_on_the_other_side()
    {
        using var repository = new TemporaryRepository();
        repository.Files.Write("My.csproj", "<Project />");
        repository.Files.Commit("first");
        repository.Files.Write("My.csproj", "<Project></Project>");

        var run = await CommandRun.Of("compare", "Orders", "--project", repository.Files.At("My.csproj"), "--baseline", "commit=HEAD", "--candidate", "commit=gone");

        Assert.Contains("there is no commit \"gone\"", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("note:", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(new[] { "--baseline", "commit=HEAD", "--candidate", "commit=v1" }, "\"HEAD\" and \"v1\" are two names of it")]
    [InlineData(new[] { "--baseline", "commit=HEAD", "--candidate", "commit=HEAD,name=again" }, "\"HEAD\"")]
    [InlineData(new[] { "--baseline", "package=Dapper=2.1", "--candidate", "package=dapper=2.1.0" }, "\"Dapper 2.1\" and \"dapper 2.1.0\" are two names of it")]
    [InlineData(new[] { "--baseline", "commit=v1,gc.server=true", "--candidate", "commit=v1,gc.server=true", "--candidate", "commit=HEAD,gc.server=true" }, "\"v1\"")]
    public async Task Two_names_of_one_build_are_told(string[] sides, string names)
    {
        using var repository = TaggedRepository();

        var run = await CommandRun.Of(["compare", "Orders", "--project", repository.Files.At("My.csproj"), .. sides]);

        Assert.Equal((ExitCode.NothingRan, $"error: no comparison can be measured: both sides are the same build: {names}{Environment.NewLine}"), (run.Code, run.Error));
    }

    [Theory]
    [InlineData("--baseline", "commit=HEAD", "--candidate", "commit=v1", "--candidate", "commit=WORKTREE")]
    [InlineData("--baseline", "commit=HEAD", "--candidate", "commit=v1,gc.server=true")]
    [InlineData("--baseline", "commit=HEAD,variant=a", "--candidate", "commit=HEAD,variant=b")]
    public async Task Sides_that_may_differ_are_built(params string[] sides)
    {
        using var repository = TaggedRepository();

        var run = await CommandRun.Of(["compare", "Orders", "--project", repository.Files.At("My.csproj"), .. sides]);

        Assert.Contains("building ", run.Error, StringComparison.Ordinal);
    }

    private static TemporaryRepository TaggedRepository()
    {
        var repository = new TemporaryRepository();
        repository.Files.Write("My.csproj", "<Project />");
        repository.Files.Commit("first");
        repository.Files.Git("tag", "v1");
        return repository;
    }

    [Fact]
    public async Task A_profile_is_read_before_its_projects_are_built_and_again_with_what_they_give()
    {
        var profile = Path.Combine(folder, "own.json");
        await File.WriteAllTextAsync(profile, """
            { "schemaVersion": 1, "name": "own", "plugins": ["My.csproj"], "experiments": [
              { "name": "a", "workload": "Orders", "loads": ["sideways"], "parameters": { "n": [1] }, "crossover": { "axis": "parameters.n" }, "gates": [{ "metric": "bytesPerOperation", "variant": "any", "max": 0 }] }] }
            """, TestContext.Current.CancellationToken);
        var wrong = await CommandRun.Of("plan", profile);
        Assert.Equal(ExitCode.ProfileInvalid, wrong.Code);
        Assert.Contains("unknown load", wrong.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("workload", wrong.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("building", wrong.Error, StringComparison.Ordinal);

        await File.WriteAllTextAsync(profile, (await File.ReadAllTextAsync(profile, TestContext.Current.CancellationToken)).Replace("sideways", "sequential", StringComparison.Ordinal), TestContext.Current.CancellationToken);
        Assert.Contains("building", (await CommandRun.Of("plan", profile)).Error, StringComparison.Ordinal);
    }
}
