using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Real builds of repositories whose projects are laid out in other ways.</summary>
[Trait("path", "whole")]
public sealed class SideLayoutTests : IDisposable
{
    private readonly SideRepository side = new();

    public SideLayoutTests() => Repository.Write(".gitignore", "*.dll\n*.pdb\n*.json\n!global.json\n!data.json\nobj/\nbin/\n");

    private TestRepository Repository => side.Files;

    public void Dispose() => side.Dispose();

    [Theory]
    [InlineData("<OutputPath>./</OutputPath>")]
    [InlineData("<OutputPath>../</OutputPath>")]
    [InlineData("<OutputPath>out/</OutputPath><BaseIntermediateOutputPath>out/obj/</BaseIntermediateOutputPath>")]
    public async Task Output_among_sources_is_compared_by_what_the_build_wrote(string output)
    {
        const string Data = "<ItemGroup><None Update=\"data.json\" CopyToOutputDirectory=\"PreserveNewest\" /></ItemGroup>";
        Repository.Write("bench/Bench.csproj", SideRepository.Project($"{output}<AppendTargetFrameworkToOutputPath>false</AppendTargetFrameworkToOutputPath>", Data));
        Repository.Write("bench/data.json", "1");
        Repository.Commit("first");
        Repository.Write("bench/README.md", "About prices.");
        Repository.Commit("words");
        Repository.Write("bench/data.json", "2");
        Repository.Commit("data");
        var before = Repository.State();

        var (first, words, data) = (await ContentAsync("HEAD~2"), await ContentAsync("HEAD~1"), await ContentAsync("HEAD"));

        Assert.Equal(first, words);
        Assert.NotEqual(words, data);
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task A_submodule_that_is_not_checked_out_is_told_with_what_checks_it_out()
    {
        using var other = WithSubmodule("libs/the library");
        Repository.Git("submodule", "--quiet", "deinit", "--force", "--all");

        var refused = await RefusalAsync("HEAD");

        Assert.EndsWith("cannot be built: its submodule libs/the library is not checked out: run git submodule update --init --recursive -- \"libs/the library\"", refused.Message, StringComparison.Ordinal);
        Assert.Contains(refused.Details, line => line.Contains("error CS0103", StringComparison.Ordinal));
        Repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
        Assert.True(File.Exists((await BuildAsync("HEAD")).Assembly));
    }

    [Fact]
    public async Task A_submodule_that_was_removed_since_is_told_with_what_brings_it_back()
    {
        using var other = WithSubmodule("libs/library");
        Repository.Git("rm", "--quiet", "libs/library");
        Repository.Commit("without it");
        Repository.Git("branch", "old", "HEAD~1");

        Assert.EndsWith("cannot be built: what is checked out does not have its submodule libs/library: run git checkout old, git submodule update --init --recursive -- libs/library and git checkout -", (await RefusalAsync("old")).Message, StringComparison.Ordinal);

        Repository.Git("checkout", "--quiet", "old");
        Repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init", "--recursive", "--", "libs/library");
        Repository.Git("checkout", "--quiet", "-");
        Assert.True(File.Exists((await BuildAsync("old")).Assembly));
    }

    [Fact]
    public async Task A_build_that_cannot_do_without_git_is_told_why_it_has_none()
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", "<Target Name=\"Ask\" BeforeTargets=\"CoreCompile\"><Exec Command=\"git rev-parse HEAD\" /></Target>"));
        Repository.Commit("a version of its commit");

        var refused = await RefusalAsync("HEAD");

        Assert.Contains("cannot be built: it asks git, and a copy of a commit has no .git: let the project go on without an answer, or build both sides yourself", refused.Message, StringComparison.Ordinal);
        Assert.Contains(refused.Details, line => line.Contains("git rev-parse HEAD", StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_SDK_that_is_not_installed_is_told_with_those_that_are()
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Repository.Write("global.json", """{ "sdk": { "version": "4.0.100", "rollForward": "disable" } }""");
        Repository.Commit("an old SDK");

        var refused = await RefusalAsync("HEAD");

        Assert.Matches(@" at HEAD \([0-9a-f]{9}\) cannot be built: its global\.json asks for \.NET SDK 4\.0\.100, which is not there \(installed: [0-9]+\.[^)]*\): install it, or change global\.json$", refused.Message);
    }

    [Fact]
    public void An_SDK_that_cannot_say_where_output_is_is_told_with_what_to_do() => Assert.Equal(
        "bench cannot be built: the .NET SDK that its global.json chooses is older than 8: let \"rollForward\" choose a newer one there, or build both sides yourself and name them by plugin=PATH",
        new DotnetBuild("bench").Failure(new ToolResult(1, "MSBUILD : error MSB1001: Unknown switch.\nSwitch: -getProperty:TargetFramework")).Message);

    [Fact]
    public async Task Files_above_the_repository_are_named_where_the_copy_does_not_build_without_them()
    {
        File.WriteAllText(Path.Combine(Path.GetDirectoryName(Repository.Folder)!, "Directory.Build.props"), "<Project><PropertyGroup><DefineConstants>ABOVE</DefineConstants></PropertyGroup></Project>");
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Repository.Write("bench/Bench.cs", "#if !ABOVE\n#error not defined\n#endif\npublic class Bench { }");
        Repository.Commit("needs it");
        Assert.Contains((await RefusalAsync("HEAD")).Details, line => line.EndsWith("Directory.Build.props lies above the repository, so the copy that is built does not have it: what the project needs of it has to be in the repository", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("Directory.Build.props", "<Project><PropertyGroup><Optimize>false</Optimize></PropertyGroup></Project>")]
    [InlineData("Directory.Packages.props", "<Project />")]
    [InlineData("global.json", """{ "sdk": { "version": "10.0.100", "rollForward": "latestMajor" } }""")]
    public async Task Settings_above_the_repository_that_a_copy_does_not_have_are_told(string file, string text)
    {
        var above = Path.Combine(Path.GetDirectoryName(Repository.Folder)!, file);
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Repository.Commit("one");
        Assert.Empty(await NotesAsync("HEAD", commitsOnly: false));
        File.WriteAllText(above, text);
        Assert.Equal([$"{above} lies above the repository, so the copy that is built does not have it: what the project needs of it has to be in the repository"], await NotesAsync("HEAD", commitsOnly: false));
        Repository.Write(file, text);
        Assert.Empty(await NotesAsync("HEAD", commitsOnly: false));
    }

    [Fact]
    public async Task Warnings_that_a_repository_treats_as_errors_keep_no_side_from_being_built()
    {
        Repository.Write("Directory.Build.props", "<Project><PropertyGroup><TreatWarningsAsErrors>true</TreatWarningsAsErrors><MSBuildTreatWarningsAsErrors>true</MSBuildTreatWarningsAsErrors></PropertyGroup></Project>");
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", "<Target Name=\"Ask\" BeforeTargets=\"CoreCompile\"><Warning Text=\"no git\" /></Target>"));
        Repository.Write("bench/Bench.cs", "public class Bench { public int Price() { int unused = 1; return 1; } }");
        Assert.True(File.Exists((await BuildAsync(GitRepository.WorkTree)).Assembly));
    }

    [Fact]
    public async Task Changes_that_are_not_committed_are_told_where_no_side_has_them()
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Repository.Commit("one");
        Repository.Write("README.md", "two");
        Repository.Commit("two");
        Repository.Write("results/run.json", "{}");
        Repository.Write("notes.txt", "of a run");
        Assert.Empty(await NotesAsync("HEAD", commitsOnly: true));
        Repository.Write("bench/Bench.cs", "public class Bench { public int Price() => 2; }");
        var before = Repository.State();
        Assert.Equal(["bench/Bench.cs has changes that are not committed, so HEAD does not have them: name commit=WORKTREE to measure them"], await NotesAsync("HEAD", commitsOnly: true));
        Assert.Empty(await NotesAsync("HEAD", commitsOnly: false));
        Assert.Empty(await NotesAsync("HEAD~1", commitsOnly: true));
        Assert.Empty(await NotesAsync(GitRepository.WorkTree, commitsOnly: true));
        Assert.Equal(before, Repository.State());
        foreach (var name in new[] { "A", "B" }) Repository.Write($"bench/{name}.cs", "");
        Assert.StartsWith("bench/Bench.cs, bench/A.cs and 1 more have changes that are not committed, so main does not have them", Assert.Single(await NotesAsync("main", commitsOnly: true)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("net8.0", "net8.0")]
    [InlineData("net9.0", "net8.0")]
    [InlineData("net10.0", "net10.0")]
    [InlineData(null, "net10.0")]
    [InlineData("net6.0", "net10.0")]
    public async Task Of_several_target_frameworks_the_newest_that_the_runtime_loads_is_built(string? runtime, string built)
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", "").Replace("<TargetFramework>net10.0</TargetFramework>", "<TargetFrameworks>net8.0;net10.0</TargetFrameworks>", StringComparison.Ordinal));
        var found = await new ProjectBuild(Repository.At("bench/Bench.csproj")) { Framework = runtime }.RunAsync(TestContext.Current.CancellationToken);
        Assert.Equal(built, Path.GetFileName(Path.GetDirectoryName(found)));
    }

    [Fact]
    public async Task Equal_projects_in_two_folders_are_built_to_the_same()
    {
        const string Bench = """
            using System.Text.RegularExpressions;
            public partial class Bench
            {
                [Used] public int Used() => 1;
                private static readonly int[] Sizes = [1, 2, 3, 4, 5, 6, 7];
                public int Price() => Word().Count("one two") + Sizes[3] + Local.One;
                [GeneratedRegex("[a-z]+")] private static partial Regex Word();
            }
            file static class Local { public static int One => 1; }
            public sealed class UsedAttribute([System.Runtime.CompilerServices.CallerFilePath] string file = "") : System.Attribute { public string File => file; }
            """;
        var contents = new List<string>();
        foreach (var folder in new[] { "one", "the other one/bench", "changed" })
        {
            Repository.Write($"{folder}/Bench.csproj", SideRepository.Project("", ""));
            Repository.Write($"{folder}/Bench.cs", folder == "changed" ? Bench.Replace("a-z", "a-y", StringComparison.Ordinal) : Bench);
            contents.Add(new PluginContent(await new ProjectBuild(Repository.At($"{folder}/Bench.csproj")).RunAsync(TestContext.Current.CancellationToken)).Read().All);
        }

        Assert.Equal(contents[0], contents[1]);
        Assert.NotEqual(contents[0], contents[2]);
    }

    [Fact]
    public async Task The_project_of_a_folder_is_built_and_not_the_solution_beside_it()
    {
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", ""));
        Repository.Write("bench/Bench.slnx", "<Solution />");
        Assert.Equal("Bench.dll", Path.GetFileName(await new ProjectBuild(Repository.At("bench")).RunAsync(TestContext.Current.CancellationToken)));
    }

    [Theory]
    [InlineData("<Project />", "it names no target framework: name a project with <TargetFramework>net10.0</TargetFramework> or an earlier one")]
    [InlineData("<Project><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>", "it builds no assembly: name the project that has the benchmarks")]
    public async Task A_project_that_builds_no_assembly_is_refused(string project, string sentence)
    {
        Repository.Write("bench/Bench.proj", project);
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => new ProjectBuild(Repository.At("bench/Bench.proj")).RunAsync(TestContext.Current.CancellationToken));
        Assert.Equal($"{Repository.At("bench/Bench.proj")} cannot be built: {sentence}", refused.Message);
    }

    [Theory]
    [InlineData("All.sln", "it is a solution: name the project in it that has the benchmarks")]
    [InlineData("All.slnx", "it is a solution: name the project in it that has the benchmarks")]
    [InlineData("bench", "its folder has several projects: name one of A.csproj, B.fsproj")]
    [InlineData("bench/Bench.dll", "it is built already: name it by --plugin or plugin=PATH")]
    [InlineData(".", "its folder has no project: name the project that has the benchmarks")]
    public async Task What_is_not_one_project_is_refused(string named, string sentence)
    {
        foreach (var file in new[] { "All.sln", "All.slnx", "bench/A.csproj", "bench/B.fsproj", "bench/Bench.dll" }) Repository.Write(file, "one");
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => new ProjectBuild(Repository.At(named)).RunAsync(TestContext.Current.CancellationToken));
        Assert.Equal($"{Repository.At(named)} cannot be built: {sentence}", refused.Message);
    }

    // A file of another repository is compiled, which lies below this folder.
    private TemporaryRepository WithSubmodule(string folder)
    {
        var other = new TemporaryRepository();
        other.Files.Write("Library.cs", "public static class Library { public static int One => 1; }");
        other.Files.Commit("one");
        Repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.Files.Folder, folder);
        Repository.Write("bench/Bench.csproj", SideRepository.Project("", $"<ItemGroup><Compile Include=\"../{folder}/*.cs\" /></ItemGroup>"));
        Repository.Write("bench/Bench.cs", "public class Bench { public int Price() => Library.One; }");
        Repository.Commit("with a submodule");
        return other;
    }

    private async Task<string> ContentAsync(string commit) => BuildContent.Of((await BuildAsync(commit)).Assembly);

    private Task<CommandFailedException> RefusalAsync(string commit) => Assert.ThrowsAsync<CommandFailedException>(() => BuildAsync(commit));

    private Task<IReadOnlyList<string>> NotesAsync(string commit, bool commitsOnly) => side.At(commit).CheckAsync(commitsOnly, TestContext.Current.CancellationToken);

    private Task<BuiltSide> BuildAsync(string commit) => side.At(commit).RunAsync(TestContext.Current.CancellationToken);
}
