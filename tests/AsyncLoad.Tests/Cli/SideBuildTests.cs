using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Real builds of a repository with a benchmark project and the library that it measures.</summary>
public sealed class SideBuildTests : IDisposable
{
    private const string Library = "src/Shop/Prices.cs";

    private readonly TestRepository repository = new();
    private readonly string builds = Directory.CreateTempSubdirectory("asyncload-builds-").FullName;

    public SideBuildTests()
    {
        repository.Write(".gitignore", "bin/\nobj/\n");
        repository.Write("src/Shop/Shop.csproj", """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => id; }");
        repository.Write("bench/Bench.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><ProjectReference Include="../src/Shop/Shop.csproj" /></ItemGroup>
            </Project>
            """);
        repository.Write("bench/Bench.cs", "public class Bench { public int Price() => Shop.Prices.Of(1); }");
        repository.Commit("slow");
        repository.Write("README.md", "About prices.");
        repository.Commit("words");
        repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => id + 1; }");
        repository.Commit("change");
    }

    private string Project => repository.At("bench/Bench.csproj");

    public void Dispose()
    {
        repository.Dispose();
        Directory.Delete(builds, recursive: true);
    }

    [Fact]
    public async Task Commits_are_built_once_apart_from_the_users_folder()
    {
        var before = repository.State();
        var (oldest, words, head) = (await BuildAsync("HEAD~2"), await BuildAsync("HEAD~1"), await BuildAsync("HEAD"));

        // A commit that changes no source gives the same files, as does the user's folder.
        Assert.NotEqual(oldest.Assembly, words.Assembly);
        Assert.Equal(BuildCache.ContentOf(oldest.Assembly), BuildCache.ContentOf(words.Assembly));
        Assert.NotEqual(BuildCache.ContentOf(words.Assembly), BuildCache.ContentOf(head.Assembly));
        Assert.Equal(head.Assembly, (await BuildAsync(GitRepository.WorkTree)).Assembly);
        Assert.Equal(repository.Git("rev-parse", "HEAD").Trim(), head.Commit);

        // What is measured with it lies beside it; copies of sources are gone.
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(head.Assembly)!, "Shop.dll")));
        Assert.Equal(3, Directory.EnumerateDirectories(builds).Count());
        var written = File.GetLastWriteTimeUtc(head.Assembly);
        Assert.Equal((head, written), (await BuildAsync("HEAD"), File.GetLastWriteTimeUtc(head.Assembly)));
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task What_does_not_build_is_refused_with_the_side_and_the_first_error()
    {
        repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => \"\"; }");
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync(GitRepository.WorkTree));
        Assert.Equal(ExitCode.ProfileInvalid, refused.Code);
        Assert.StartsWith($"{Project} at WORKTREE cannot be built: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains(refused.Details, line => line.StartsWith($"{Library}(1,", StringComparison.Ordinal) && line.Contains("error CS0029", StringComparison.Ordinal));
        Assert.Empty(Directory.EnumerateDirectories(builds));

        var unknown = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync("mian"));
        Assert.Contains("there is no commit \"mian\"", unknown.Message, StringComparison.Ordinal);

        repository.Git("rm", "-r", "--quiet", "--force", "bench");
        repository.Commit("no benchmarks");
        Assert.Contains("there is no bench/Bench.csproj in it", (await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync("HEAD"))).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--plugin: each side has a build of its own, so it would not be measured", "--plugin", "a.dll", "--baseline", "plugin=b.dll", "--candidate", "plugin=c.dll")]
    [InlineData("a side is to be built from \"main\", and no project is named: name one by --project", "--baseline", "commit=main", "--candidate", "commit=HEAD")]
    [InlineData("there is no plug-in b.dll", "--baseline", "plugin=b.dll", "--candidate", "plugin=c.dll")]
    [InlineData("several are named: say which by project=", "--project", "a.csproj", "--project", "b.csproj", "--baseline", "commit=main", "--candidate", "commit=HEAD")]
    public async Task What_cannot_be_built_for_a_side_is_refused_before_anything_is(string message, params string[] options)
    {
        var run = await CommandRun.Of(["compare", "orders", .. options]);
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    private async Task<BuiltSide> BuildAsync(string commit, params PackageVersion[] packages) =>
        await new SideBuild(new SideSource(Project, commit, packages), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken);
}
