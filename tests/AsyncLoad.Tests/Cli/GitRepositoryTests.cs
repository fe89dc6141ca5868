using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class GitRepositoryTests : IDisposable
{
    private readonly TestRepository repository = new();
    private readonly string scratch = Directory.CreateTempSubdirectory("asyncload-scratch-").FullName;
    private readonly string copy = Directory.CreateTempSubdirectory("asyncload-copy-").FullName;

    public GitRepositoryTests()
    {
        repository.Write("bench/Bench.csproj", "one");
        repository.Write(".gitignore", "*.tmp\n");
        repository.Write("bench/Gone.cs", "gone");
        repository.Commit("first");
        repository.Write("bench/Bench.csproj", "two");
        File.Delete(repository.At("bench/Gone.cs"));
        repository.Commit("second");
        repository.Git("tag", "v2");
    }

    public void Dispose()
    {
        repository.Dispose();
        foreach (var path in new[] { scratch, copy }) Directory.Delete(path, recursive: true);
    }

    [Theory]
    [InlineData("main~1", "one")]
    [InlineData("HEAD", "two")]
    [InlineData("v2", "two")]
    public async Task Files_of_a_commit_are_written_and_the_repository_stays_as_it_is(string name, string content)
    {
        repository.Write("bench/Bench.csproj", "changed");
        repository.Git("add", "--all");
        repository.Write("bench/New.cs", "new");
        var before = repository.State();

        var tree = await FindAsync(name);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal(content, File.ReadAllText(Path.Combine(copy, "bench/Bench.csproj")));
        Assert.Equal(content == "one", File.Exists(Path.Combine(copy, "bench/Gone.cs")));
        Assert.False(File.Exists(Path.Combine(copy, "bench/New.cs")));
        Assert.Equal(repository.Git("rev-parse", name + "^{tree}").Trim(), tree.Hash);
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task The_work_tree_is_what_lies_there_without_what_is_ignored()
    {
        repository.Write("bench/Bench.csproj", "changed");
        repository.Write("bench/New.cs", "new");
        repository.Write("bench/Output.tmp", "ignored");
        repository.Git("rm", "--quiet", "--cached", ".gitignore");
        var before = repository.State();

        var tree = await FindAsync(GitRepository.WorkTree);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal(["changed", "new"], new[] { "bench/Bench.csproj", "bench/New.cs" }.Select(file => File.ReadAllText(Path.Combine(copy, file))));
        Assert.False(File.Exists(Path.Combine(copy, "bench/Output.tmp")));
        Assert.True(File.Exists(Path.Combine(copy, ".gitignore")));
        Assert.Equal(before, repository.State());
    }

    [Fact]
    public async Task A_clean_work_tree_is_the_tree_of_its_commit()
    {
        Assert.Equal((await FindAsync("HEAD")).Hash, (await FindAsync(GitRepository.WorkTree)).Hash);
        Assert.Equal($"v2 ({repository.Git("rev-parse", "v2").Trim()[..9]})", (await FindAsync("v2")).FullName);
    }

    [Fact]
    public async Task What_is_not_there_is_refused_with_what_to_do()
    {
        Assert.Contains("there is no commit \"mian\" in this repository: name a branch", await RefusalAsync("mian"), StringComparison.Ordinal);
        Assert.Contains("there is no commit \"--all\"", await RefusalAsync("--all"), StringComparison.Ordinal);

        repository.Git("update-ref", "refs/remotes/origin/base", "HEAD");
        Assert.Contains("but there is \"origin/base\": name that", await RefusalAsync("base"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_shallow_clone_without_the_commit_says_what_to_fetch()
    {
        repository.Git("clone", "--quiet", "--depth", "1", $"file://{repository.Folder}", copy);
        var clone = await GitRepository.OfAsync(copy, TestContext.Current.CancellationToken);
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => clone.FindAsync("HEAD~1", scratch, TestContext.Current.CancellationToken));
        Assert.Contains("fetch-depth: 0", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_outside_any_repository_is_refused()
    {
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => GitRepository.OfAsync(scratch, TestContext.Current.CancellationToken));
        Assert.Contains("is in no git repository", refused.Message, StringComparison.Ordinal);
    }

    private async Task<string> RefusalAsync(string name) => (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync(name))).Message;

    private async Task<SourceTree> FindAsync(string name) =>
        await (await GitRepository.OfAsync(repository.At("bench"), TestContext.Current.CancellationToken)).FindAsync(name, scratch, TestContext.Current.CancellationToken);
}
