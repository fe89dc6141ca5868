using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Repositories inside of the one that sides are built from.</summary>
public sealed class SubmoduleTests : IDisposable
{
    private readonly TemporaryRepository temporary = new();
    private readonly string scratch = Directory.CreateTempSubdirectory("asyncload-scratch-").FullName;
    private readonly string copy = Directory.CreateTempSubdirectory("asyncload-copy-").FullName;

    public SubmoduleTests()
    {
        Repository.Write("a.txt", "one");
        Repository.Commit("first");
    }

    private TestRepository Repository => temporary.Files;

    public void Dispose()
    {
        temporary.Dispose();
        foreach (var path in new[] { scratch, copy }) Directory.Delete(path, recursive: true);
    }

    [Fact]
    public async Task Submodules_are_written_at_the_commit_that_the_repository_names()
    {
        using var other = new TemporaryRepository();
        other.Files.Write("Library.cs", "old");
        other.Files.Commit("old");
        Repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.Files.Folder, "libs/the library");
        Repository.Commit("with a submodule");
        other.Files.Write("Library.cs", "new");
        other.Files.Commit("new");
        Repository.Git("-C", "libs/the library", "pull", "--quiet");
        Repository.Commit("newer");
        var before = Repository.State();

        await (await FindAsync("HEAD~1")).WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal("old", File.ReadAllText(Path.Combine(copy, "libs/the library/Library.cs")));
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task A_submodule_that_is_not_checked_out_or_lacks_its_commit_is_named()
    {
        using var other = Submodule("libs/the library");
        Repository.Git("submodule", "--quiet", "deinit", "--force", "--all");
        Assert.Equal(["libs/the library"], (await FindAsync("HEAD")).Submodules.SelectMany(one => one.Missing));
        var without = (await FindAsync("HEAD")).Key;
        Repository.Git("submodule", "--quiet", "update", "--init");
        Assert.Empty((await FindAsync("HEAD")).Submodules.SelectMany(one => one.Missing));
        Assert.NotEqual(without, (await FindAsync("HEAD")).Key);

        var commit = new string('1', 40);
        Repository.Git("update-index", "--cacheinfo", $"160000,{commit},libs/the library");
        Repository.Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "not pushed");
        Assert.Equal($"the submodule libs/the library does not have its commit {commit} on this machine: run git -C \"libs/the library\" fetch origin {commit}", await RefusalAsync("HEAD"));
    }

    [Fact]
    public async Task The_work_tree_has_files_of_submodules_as_they_lie_there()
    {
        using var other = Submodule("libs/library");
        var clean = (await FindAsync(GitRepository.WorkTree)).Key;
        Assert.Equal((await FindAsync("HEAD")).Key, clean);
        Repository.Write("libs/library/Library.cs", "changed");
        var before = Repository.State();

        var tree = await FindAsync(GitRepository.WorkTree);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.NotEqual(clean, tree.Key);
        Assert.Equal("changed", File.ReadAllText(Path.Combine(copy, "libs/library/Library.cs")));
        Assert.Equal(before, Repository.State());
    }

    private TemporaryRepository Submodule(string path)
    {
        var other = new TemporaryRepository();
        other.Files.Write("Library.cs", "old");
        other.Files.Commit("old");
        Repository.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.Files.Folder, path);
        Repository.Commit("with a submodule");
        return other;
    }

    private async Task<SourceTree> FindAsync(string name)
    {
        var own = Directory.CreateDirectory(Path.Combine(scratch, Guid.NewGuid().ToString())).FullName;
        return await (await GitRepository.OfAsync(Repository.Folder, TestContext.Current.CancellationToken)).FindAsync(name, own, TestContext.Current.CancellationToken);
    }

    private async Task<string> RefusalAsync(string name) => (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync(name))).Message;
}
