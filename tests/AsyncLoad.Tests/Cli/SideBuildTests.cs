using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Real builds of a repository with a benchmark project and the library that it measures.</summary>
[Trait("path", "whole")]
public sealed class SideBuildTests : IDisposable
{
    private const string Library = "src/Shop/Prices.cs";

    private readonly TemporaryRepository temporary = new("my shop, a=b;c");
    private readonly string builds = Directory.CreateTempSubdirectory("asyncload-builds-").FullName;

    private TestRepository Repository => temporary.Files;

    public SideBuildTests()
    {
        Repository.Write(".gitignore", "bin/\nobj/\n");
        Repository.Write("src/Shop/Shop.csproj", """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        Repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => id; }");
        Repository.Write("bench/Bench.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><ProjectReference Include="../src/Shop/Shop.csproj" /></ItemGroup>
            </Project>
            """);
        Repository.Write("bench/Bench.cs", "using System.Runtime.CompilerServices; public class Bench { public int Price() => Shop.Prices.Of(1); public string Where() => Here(); private static string Here([CallerFilePath] string file = \"\") => file; }");
        Repository.Commit("slow");
        Repository.Write("README.md", "About prices.");
        Repository.Commit("words");
        Repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => id + 1; }");
        Repository.Commit("change");
    }

    private string Project => Repository.At("bench/Bench.csproj");

    public void Dispose()
    {
        temporary.Dispose();
        Directory.Delete(builds, recursive: true);
    }

    [Fact]
    public async Task Commits_are_built_once_apart_from_the_users_folder()
    {
        var before = Repository.State();
        var (oldest, words, head) = (await BuildAsync("HEAD~2"), await BuildAsync("HEAD~1"), await BuildAsync("HEAD"));

        // A commit that changes no source gives the same files, as does the user's folder.
        Assert.NotEqual(oldest.Assembly, words.Assembly);
        Assert.Equal(BuildContent.Of(oldest.Assembly), BuildContent.Of(words.Assembly));
        Assert.NotEqual(BuildContent.Of(words.Assembly), BuildContent.Of(head.Assembly));
        Assert.Equal(head.Assembly, (await BuildAsync(GitRepository.WorkTree)).Assembly);
        Assert.Equal(Repository.Git("rev-parse", "HEAD").Trim(), head.Commit);

        // What is measured with it lies beside it; copies of sources are gone.
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(head.Assembly)!, "Shop.dll")));
        Assert.Equal(3, Directory.EnumerateDirectories(builds).Count());
        var written = File.GetLastWriteTimeUtc(head.Assembly);
        Assert.Equal((head, written), (await BuildAsync("HEAD"), File.GetLastWriteTimeUtc(head.Assembly)));
        Assert.Equal(before, Repository.State());
    }

    [Theory]
    [InlineData("bench/Bench.csproj")]
    [InlineData("bench/file.cs")]
    public async Task A_package_that_is_not_used_is_told_before_anything_is_compiled(string project)
    {
        Repository.Write(Library, "this does not compile");
        Repository.Write("bench/file.cs", "this does not compile");
        Repository.Commit("broken");

        var failure = await Assert.ThrowsAsync<CommandFailedException>(() => new SideBuild(new SideSource(Repository.At(project), "HEAD", [new PackageVersion("Polly", "8.0.0")]), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken));

        Assert.EndsWith("cannot be built: it does not use the package Polly", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_commit_that_was_checked_is_built_although_its_branch_has_moved_since()
    {
        var side = new SideBuild(new SideSource(Project, "HEAD", []), BuildCache.In(builds));
        await side.CheckAsync(commitsOnly: false, TestContext.Current.CancellationToken);
        var found = Repository.Git("rev-parse", "HEAD").Trim();
        Repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => id + 2; }");
        Repository.Commit("later");

        var built = await side.RunAsync(TestContext.Current.CancellationToken);

        Assert.Equal(found, built.Commit);
        Assert.Equal(built.Assembly, (await BuildAsync("HEAD~1")).Assembly);
    }

    [Fact]
    public async Task Builds_may_lie_behind_a_link_as_where_a_home_directory_is_one()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "an account of Windows may not make links");
        var link = Path.Combine(builds, "linked");
        Directory.CreateSymbolicLink(link, Directory.CreateDirectory(Path.Combine(builds, "elsewhere")).FullName);
        var built = await new SideBuild(new SideSource(Project, "HEAD", []), BuildCache.In(Path.Combine(link, "builds"))).RunAsync(TestContext.Current.CancellationToken);
        // The path of the copy is in no file that is compared.
        Assert.Equal(BuildContent.Of((await BuildAsync("HEAD")).Assembly), BuildContent.Of(built.Assembly));
    }

    [Fact]
    public async Task What_does_not_build_is_refused_with_the_side_and_the_first_error()
    {
        Repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => \"\"; }");
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync(GitRepository.WorkTree));
        Assert.Equal(ExitCode.ProfileInvalid, refused.Code);
        Assert.StartsWith($"{Project} at WORKTREE cannot be built: ", refused.Message, StringComparison.Ordinal);
        Assert.Contains(refused.Details, line => line.StartsWith($"{Library}(1,", StringComparison.Ordinal) && line.Contains("error CS0029", StringComparison.Ordinal));
        Assert.Empty(Directory.EnumerateDirectories(builds));

        var unknown = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync("mian"));
        Assert.Contains("there is no commit \"mian\"", unknown.Message, StringComparison.Ordinal);

        Repository.Git("rm", "-r", "--quiet", "--force", "bench");
        Repository.Commit("no benchmarks");
        Assert.Contains("it has no bench/Bench.csproj", (await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync("HEAD"))).Message, StringComparison.Ordinal);
        var folder = Repository.At("bench");
        var absent = await Assert.ThrowsAsync<CommandFailedException>(() => new SideBuild(new SideSource(folder, "HEAD", []), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken));
        Assert.Contains("it has no bench:", absent.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_does_not_build_with_another_package_is_told_with_its_version()
    {
        Repository.Write(Library, "namespace Shop; public static class Prices { public static int Of(int id) => \"\"; }");
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() =>
            new SideBuild(new SideSource(Project, GitRepository.WorkTree, [new PackageVersion("Dapper", "2.1.66")]), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken));
        Assert.StartsWith($"{Project} at WORKTREE with Dapper 2.1.66 cannot be built: ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_lock_file_does_not_stop_a_package_in_another_version()
    {
        Repository.Write("Directory.Build.props", "<Project><PropertyGroup><RestorePackagesWithLockFile>true</RestorePackagesWithLockFile></PropertyGroup></Project>");
        foreach (var locked in new[] { "bench/packages.lock.json", "src/Shop/packages.Shop.lock.json" }) Repository.Write(locked, """{ "version": 1, "dependencies": { "net10.0": {} } }""");
        Repository.Write("bench/Bench.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><PackageReference Include="BenchmarkDotNet.Annotations" Version="0.15.7" /><ProjectReference Include="../src/Shop/Shop.csproj" /></ItemGroup>
            </Project>
            """);
        var built = await BuildAsync(GitRepository.WorkTree, new PackageVersion("BenchmarkDotNet.Annotations", "0.15.8"));
        Assert.Contains("BenchmarkDotNet.Annotations/0.15.8", File.ReadAllText(Path.ChangeExtension(built.Assembly, ".deps.json")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Of_many_errors_the_first_are_told()
    {
        Repository.Write("src/Shop/Broken.cs", "namespace Shop;\n" + string.Concat(Enumerable.Range(1, 120).Select(line => $"class C{line} {{ int M() => \"\"; }}\n")));
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync(GitRepository.WorkTree));
        Assert.Contains(refused.Details, line => line.StartsWith("src/Shop/Broken.cs(2,", StringComparison.Ordinal) && line.Contains("error CS0029", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Output_outside_of_the_repository_is_left_alone()
    {
        var outside = Directory.CreateDirectory(Path.Combine(builds, "outside.of it")).FullName;
        File.WriteAllText(Path.Combine(outside, "precious.txt"), "mine");
        Repository.Write("Directory.Build.props", $"<Project><PropertyGroup><OutputPath>{outside}/</OutputPath><AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath></PropertyGroup></Project>");
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync(GitRepository.WorkTree));
        Assert.Contains($"it writes its output to {outside}", refused.Message, StringComparison.Ordinal);
        Assert.Equal(["precious.txt"], Directory.EnumerateFiles(outside).Select(Path.GetFileName));
    }

    [Fact]
    public async Task What_surrounds_a_project_in_its_repository_counts_and_a_project_may_have_moved()
    {
        // Versions in one place, an SDK, outputs in one folder, and what a build service sets.
        Repository.Write("Directory.Packages.props", "<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup></Project>");
        Repository.Write("Directory.Build.props", "<Project><PropertyGroup><UseArtifactsOutput>true</UseArtifactsOutput><ContinuousIntegrationBuild>true</ContinuousIntegrationBuild></PropertyGroup></Project>");
        Repository.Write("global.json", """{ "sdk": { "version": "10.0.100", "rollForward": "latestMajor" } }""");
        Repository.Git("mv", "bench", "benchmarks");
        Repository.Commit("moved");
        var before = Repository.State();

        var moved = Repository.At("benchmarks/Bench.csproj");
        var built = await new SideBuild(new SideSource(moved, "HEAD", []), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken);
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(built.Assembly)!, "Shop.dll")));
        // There it has another name, and no folder of the user's is left to ask.
        Assert.Equal((await BuildAsync("HEAD~1")).Commit, Repository.Git("rev-parse", "HEAD~1").Trim());
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync("HEAD"));
        Assert.Contains("it has no bench/Bench.csproj: name the project of this side by project=PATH", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task A_build_with_a_floating_version_serves_one_run()
    {
        Repository.Write("bench/Bench.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><PackageReference Include="BenchmarkDotNet.Annotations" Version="0.15.*" /><ProjectReference Include="../src/Shop/Shop.csproj" /></ItemGroup>
            </Project>
            """);
        var (one, other) = (await BuildAsync(GitRepository.WorkTree), await BuildAsync(GitRepository.WorkTree));
        // Later there may be a newer one, for the other side alone.
        Assert.NotEqual(one.Assembly, other.Assembly);
        Assert.Equal(BuildContent.Of(one.Assembly), BuildContent.Of(other.Assembly));
    }

    [Theory]
    [InlineData("--plugin: every side has its own build, so the plug-in would not be measured", "--plugin", "a.dll", "--baseline", "plugin=b.dll", "--candidate", "plugin=c.dll")]
    [InlineData("a side is built from \"main\", and no project is named: name one with --project", "--baseline", "commit=main", "--candidate", "commit=HEAD")]
    [InlineData("there is no plug-in b.dll", "--baseline", "plugin=b.dll", "--candidate", "plugin=c.dll")]
    [InlineData("several projects are named: say for each side which one it is built from, by project=", "--project", "a.csproj", "--project", "b.csproj", "--baseline", "commit=main", "--candidate", "commit=HEAD")]
    public async Task What_cannot_be_built_for_a_side_is_refused_before_anything_is(string message, params string[] options)
    {
        var run = await CommandRun.Of(["compare", "orders", .. options]);
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
    }

    private async Task<BuiltSide> BuildAsync(string commit, params PackageVersion[] packages) =>
        await new SideBuild(new SideSource(Project, commit, packages), BuildCache.In(builds)).RunAsync(TestContext.Current.CancellationToken);
}
