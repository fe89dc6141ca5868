using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Real builds that refer to the folder they were made in, as those do that host a web site: its settings and pages have to be those of the commit.</summary>
[Trait("path", "whole")]
public sealed class SideInPlaceTests : IDisposable
{
    // What tests of web sites write beside the assembly: where the content of each site lies.
    private const string Manifest = "MvcTestingAppManifest.json";

    private readonly SideRepository side = new();

    private TestRepository Repository => side.Files;

    public void Dispose() => side.Dispose();

    [Theory]
    [InlineData("")]
    [InlineData("<OutputPath>./</OutputPath><AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>")]
    public async Task What_a_build_finds_by_its_folder_is_that_of_its_commit(string output)
    {
        Repository.Write(".gitignore", "*.dll\n*.pdb\nobj/\nbin/\n");
        Repository.Write("bench/Bench.csproj", SideRepository.Project(output, Writing($"$(OutDir){Manifest}")));
        Repository.Write("bench/settings.txt", "first");
        Repository.Commit("first");
        Repository.Write("bench/README.md", "About prices.");
        Repository.Commit("words");
        Repository.Write("bench/settings.txt", "second");
        Repository.Commit("settings");
        var before = Repository.State();

        var (first, words, settings) = (await BuildAsync("HEAD~2"), await BuildAsync("HEAD~1"), await BuildAsync("HEAD"));

        Assert.Equal(["first", "first", "second"], new[] { first, words, settings }.Select(Settings));
        Assert.Equal(BuildContent.Of(first), BuildContent.Of(words));
        Assert.NotEqual(BuildContent.Of(words), BuildContent.Of(settings));
        Assert.Equal(settings, await BuildAsync("HEAD"));
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task Such_a_build_is_made_anew_when_its_folder_was_removed_and_kept_while_it_is_used()
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", Writing($"$(OutDir){Manifest}")));
        Repository.Write("bench/settings.txt", "first");
        Repository.Commit("first");
        var built = await BuildAsync("HEAD");
        var folders = Directory.GetDirectories(side.Builds);
        foreach (var folder in folders) Directory.SetLastWriteTimeUtc(folder, DateTime.UtcNow.AddDays(-20));
        Assert.Equal(built, await BuildAsync("HEAD"));
        Assert.All(folders, folder => Assert.True(Directory.GetLastWriteTimeUtc(folder) > DateTime.UtcNow.AddDays(-1)));

        Directory.Delete(folders.Single(folder => built.StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)), recursive: true);
        Assert.Equal("first", Settings(await BuildAsync("HEAD")));
    }

    [Fact]
    public async Task A_path_in_the_code_of_a_build_counts_and_one_in_its_symbols_does_not()
    {
        const string Constant = "<ItemGroup><AssemblyMetadata Include=\"Folder\" Value=\"$(MSBuildProjectDirectory)\" /></ItemGroup>";
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", Constant));
        Repository.Commit("first");
        Repository.Write("README.md", "About prices.");
        Repository.Commit("words");
        var (first, words) = (await BuildAsync("HEAD~1"), await BuildAsync("HEAD"));
        Assert.True(File.Exists(Path.Combine(Path.GetDirectoryName(words)!, "../../../Bench.cs")));
        Assert.Equal(BuildContent.Of(first), BuildContent.Of(words));

        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Assert.False(File.Exists(Path.Combine(Path.GetDirectoryName(await BuildAsync(GitRepository.WorkTree))!, "../../../Bench.cs")));
    }

    [Fact]
    public async Task Links_that_lead_in_a_circle_or_out_of_the_repository_are_not_followed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "an account of Windows may not make links");
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        foreach (var name in new[] { "one", "two", "three", "four" }) Directory.CreateSymbolicLink(Repository.At(name), ".");
        Directory.CreateSymbolicLink(Repository.At("system"), "/proc");
        Repository.Commit("links");
        Assert.True(File.Exists(await BuildAsync("HEAD")));
    }

    private static string Writing(string file) =>
        $"<Target Name=\"Tell\" AfterTargets=\"CopyFilesToOutputDirectory\"><WriteLinesToFile File=\"{file}\" Lines=\"$(MSBuildProjectDirectory)\" Overwrite=\"true\" /></Target>";

    private static string Settings(string assembly) =>
        File.ReadAllText(Path.Combine(File.ReadAllText(Path.Combine(Path.GetDirectoryName(assembly)!, Manifest)).Trim(), "settings.txt"));

    private async Task<string> BuildAsync(string commit) => (await side.At(commit).RunAsync(TestContext.Current.CancellationToken)).Assembly;
}
