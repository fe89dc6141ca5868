using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class GitRepositoryTests : IDisposable
{
    private readonly TemporaryRepository temporary = new("my repository, v=2");
    private readonly string scratch = Directory.CreateTempSubdirectory("asyncload-scratch-").FullName;
    private readonly string copy = Directory.CreateTempSubdirectory("asyncload-copy-").FullName;

    private TestRepository Repository => temporary.Files;

    public GitRepositoryTests()
    {
        Repository.Write("bench/Bench.csproj", "one");
        Repository.Write(".gitignore", "*.tmp\n");
        Repository.Write("bench/Gone.cs", "gone");
        Repository.Commit("first");
        Repository.Write("bench/Bench.csproj", "two");
        File.Delete(Repository.At("bench/Gone.cs"));
        Repository.Commit("second");
        Repository.Git("tag", "v2");
    }

    public void Dispose()
    {
        temporary.Dispose();
        foreach (var path in new[] { scratch, copy }) Directory.Delete(path, recursive: true);
    }

    [Theory]
    [InlineData("main~1", "one")]
    [InlineData("HEAD", "two")]
    [InlineData("v2", "two")]
    public async Task Files_of_a_commit_are_written_and_the_repository_stays_as_it_is(string name, string content)
    {
        Repository.Write("bench/Bench.csproj", "changed");
        Repository.Git("add", "--all");
        Repository.Write("bench/New.cs", "new");
        var before = Repository.State();

        var tree = await FindAsync(name);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal(content, File.ReadAllText(Path.Combine(copy, "bench/Bench.csproj")));
        Assert.Equal(content == "one", File.Exists(Path.Combine(copy, "bench/Gone.cs")));
        Assert.False(File.Exists(Path.Combine(copy, "bench/New.cs")));
        Assert.Equal(Repository.Git("rev-parse", name + "^{tree}").Trim(), tree.Hash);
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task The_work_tree_is_what_lies_there_without_what_is_ignored()
    {
        Repository.Write("bench/Bench.csproj", "changed");
        Repository.Write("bench/New.cs", "new");
        Repository.Write("bench/Output.tmp", "ignored");
        Repository.Git("rm", "--quiet", "--cached", ".gitignore");
        var before = Repository.State();

        var tree = await FindAsync(GitRepository.WorkTree);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal(["changed", "new"], new[] { "bench/Bench.csproj", "bench/New.cs" }.Select(file => File.ReadAllText(Path.Combine(copy, file))));
        Assert.False(File.Exists(Path.Combine(copy, "bench/Output.tmp")));
        Assert.True(File.Exists(Path.Combine(copy, ".gitignore")));
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task Mixed_line_endings_do_not_keep_a_work_tree_from_being_copied()
    {
        Repository.Git("config", "core.autocrlf", "input");
        Repository.Git("config", "core.safecrlf", "true");
        Repository.Write("bench/Mixed.cs", "one\r\ntwo\n");
        var tree = await FindAsync(GitRepository.WorkTree);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);
        Assert.Equal("one\ntwo\n", File.ReadAllText(Path.Combine(copy, "bench/Mixed.cs")));
    }

    [Fact]
    public async Task The_work_tree_has_changes_that_git_was_told_not_to_look_for()
    {
        Repository.Write("bench/Local.cs", "local");
        Repository.Write("bench/Sparse.cs", "sparse");
        Repository.Commit("more");
        Repository.Git("update-index", "--assume-unchanged", "bench/Bench.csproj");
        Repository.Git("update-index", "--skip-worktree", "bench/Local.cs", "bench/Sparse.cs");
        foreach (var file in new[] { "bench/Bench.csproj", "bench/Local.cs" }) Repository.Write(file, "changed");
        File.Delete(Repository.At("bench/Sparse.cs"));
        var before = Repository.State();

        await (await FindAsync(GitRepository.WorkTree)).WriteAsync(copy, TestContext.Current.CancellationToken);

        // What a sparse work tree leaves out is part of the project, too.
        Assert.Equal(["changed", "changed", "sparse"], new[] { "Bench.csproj", "Local.cs", "Sparse.cs" }.Select(file => File.ReadAllText(Path.Combine(copy, "bench", file))));
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task A_clean_work_tree_is_the_tree_of_its_commit()
    {
        Assert.Equal((await FindAsync("HEAD")).Hash, (await FindAsync(GitRepository.WorkTree)).Hash);
        Assert.Equal($"v2 ({Repository.Git("rev-parse", "v2").Trim()[..9]})", (await FindAsync("v2")).FullName);
    }

    [Fact]
    public async Task What_is_not_there_is_refused_with_what_to_do()
    {
        Assert.Contains("there is no commit \"mian\" in this repository: name a branch", await RefusalAsync("mian"), StringComparison.Ordinal);
        Assert.Contains("there is no commit \"--all\"", await RefusalAsync("--all"), StringComparison.Ordinal);

        Repository.Git("update-ref", "refs/remotes/origin/base", "HEAD");
        Assert.Contains("but there is \"origin/base\": name that", await RefusalAsync("base"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_shallow_clone_without_the_commit_says_what_to_fetch()
    {
        Repository.Git("clone", "--quiet", "--depth", "1", $"file://{Repository.Folder}", copy);
        var clone = await GitRepository.OfAsync(copy, TestContext.Current.CancellationToken);
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => clone.FindAsync("HEAD~1", scratch, TestContext.Current.CancellationToken));
        Assert.Contains("fetch-depth: 0", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Files_that_a_partial_clone_lacks_are_fetched_at_once_and_not_into_it()
    {
        for (var file = 0; file < 20; file++) Repository.Write($"src/{file}.cs", $"old {file}");
        Repository.Commit("old");
        for (var file = 0; file < 20; file++) Repository.Write($"src/{file}.cs", $"new {file}");
        Repository.Commit("new");
        Repository.Git("config", "uploadpack.allowFilter", "true");
        Repository.Git("config", "uploadpack.allowAnySHA1InWant", "true");
        using var other = new TemporaryRepository();
        Repository.Git("clone", "--quiet", "--filter=blob:none", $"file://{Repository.Folder}", other.Files.At("partial"));
        var partial = new TestRepository(other.Files.At("partial"), arguments => TemporaryRepository.GitIn(other.Files.Folder, arguments));
        var before = partial.State();

        var tree = await (await GitRepository.OfAsync(partial.Folder, TestContext.Current.CancellationToken)).FindAsync("HEAD~1", scratch, TestContext.Current.CancellationToken);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal("old 19", File.ReadAllText(Path.Combine(copy, "src/19.cs")));
        Assert.Single(Directory.EnumerateFiles(scratch, "*.pack", SearchOption.AllDirectories));
        Assert.Equal(before, partial.State());
    }

    [Fact]
    public async Task A_folder_without_files_of_a_repository_is_refused()
    {
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => GitRepository.OfAsync(scratch, TestContext.Current.CancellationToken));
        Assert.EndsWith("is in no git repository, and the files of such a side are copied from one: run git init there, which is enough for package= and commit=WORKTREE", refused.Message, StringComparison.Ordinal);

        Repository.Git("clone", "--quiet", "--bare", Repository.Folder, copy);
        refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => GitRepository.OfAsync(copy, TestContext.Current.CancellationToken));
        Assert.EndsWith("is in a git repository without files: name the project in a clone of it, or in one of its work trees", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_git_says_besides_its_answer_is_not_taken_for_it()
    {
        // Git warns of two meanings, and takes the tag: the same commit.
        Repository.Git("branch", "v2", "main");
        Assert.Equal(Repository.Git("rev-parse", "refs/tags/v2").Trim(), (await FindAsync("v2")).Commit);
    }

    [Theory]
    [InlineData("core.splitIndex", "true")]
    [InlineData("core.untrackedCache", "true")]
    [InlineData("feature.manyFiles", "true")]
    public async Task Settings_that_make_git_write_beside_an_index_leave_the_repository_as_it_is(string setting, string value)
    {
        Repository.Git("config", setting, value);
        Repository.Git("update-index", "--really-refresh");
        Repository.Write("bench/New.cs", "new");
        var before = Repository.State();
        Assert.NotEqual((await FindAsync("HEAD")).Hash, (await FindAsync(GitRepository.WorkTree)).Hash);
        Assert.Equal(before, Repository.State());
    }

    [Theory]
    [InlineData("HEAD")]
    [InlineData(GitRepository.WorkTree)]
    public async Task What_git_LFS_keeps_is_taken_from_the_repository_and_none_of_its_filters_runs(string name)
    {
        var ran = KeptByLfs(out var id);
        Repository.Write($".git/lfs/objects/{id[..2]}/{id[2..4]}/{id}", "many words");
        // The status that a user asks for runs filters, too.
        var before = Repository.State();
        File.Delete(ran);

        await (await FindAsync(name)).WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.False(File.Exists(ran));
        Assert.Equal("many words", File.ReadAllText(Path.Combine(copy, "data/the words.bin")));
        // It looks like a pointer, and no attribute gives it to LFS.
        Assert.Equal(Pointer(id), File.ReadAllText(Path.Combine(copy, "docs/pointer.txt")));
        Assert.Equal(before, Repository.State());
    }

    [Fact]
    public async Task What_git_LFS_keeps_elsewhere_is_refused_with_what_fetches_it()
    {
        KeptByLfs(out _);
        var tree = await FindAsync("HEAD");
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => tree.WriteAsync(copy, TestContext.Current.CancellationToken));
        Assert.Equal($"data/the words.bin is kept by Git LFS, and its content at {tree.FullName} is not on this machine: run git lfs fetch origin {tree.Commit}", refused.Message);
    }

    [Fact]
    public async Task Every_one_of_many_files_of_git_LFS_is_taken_whatever_its_name()
    {
        KeptByLfs(out var id);
        Repository.Write($".git/lfs/objects/{id[..2]}/{id[2..4]}/{id}", "many words");
        string[] names = [.. Enumerable.Range(1, 60).Select(number => $"data/a folder whose name is long enough/Größe {number}.bin")];
        foreach (var name in names) Repository.Write(name, Pointer(id));
        Repository.Commit("many");

        await (await FindAsync("HEAD")).WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.All(names.Append("data/the words.bin"), name => Assert.Equal("many words", File.ReadAllText(Path.Combine(copy, name))));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_git_LFS_keeps_is_taken_from_where_its_setting_says(bool isAbsolute)
    {
        KeptByLfs(out var id);
        var store = isAbsolute ? Path.Combine(scratch, "large files") : Repository.At(".git/large files");
        Repository.Git("config", "lfs.storage", isAbsolute ? store : "large files");
        var content = Path.Combine(store, "objects", id[..2], id[2..4], id);
        Directory.CreateDirectory(Path.GetDirectoryName(content)!);
        File.WriteAllText(content, "many words");

        await (await FindAsync("HEAD")).WriteAsync(copy, TestContext.Current.CancellationToken);

        Assert.Equal("many words", File.ReadAllText(Path.Combine(copy, "data/the words.bin")));
    }

    // As a clone is where git-lfs is installed, with its filters; they say that they ran.
    private string KeptByLfs(out string id)
    {
        var ran = Path.Combine(scratch, "ran");
        id = new string('a', 60) + "0123";
        Repository.Write(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
        Repository.Write("data/the words.bin", Pointer(id));
        Repository.Write("docs/pointer.txt", Pointer(id));
        Repository.Commit("large");
        foreach (var filter in new[] { "clean", "smudge" }) Repository.Git("config", $"filter.lfs.{filter}", $"touch '{ran}' && cat");
        Repository.Git("config", "filter.lfs.required", "true");
        return ran;
    }

    private static string Pointer(string id) => $"version https://git-lfs.github.com/spec/v1\noid sha256:{id}\nsize 10\n";

    [Fact]
    public async Task Files_of_a_commit_are_written_by_the_attributes_of_that_commit()
    {
        Repository.Write(".gitattributes", "*.cs eol=lf\n");
        Repository.Write("bench/Lines.cs", "one\ntwo\n");
        Repository.Commit("lines");
        Repository.Write(".gitattributes", "*.cs eol=crlf\n");
        await (await FindAsync("HEAD")).WriteAsync(copy, TestContext.Current.CancellationToken);
        Assert.Equal("one\ntwo\n", File.ReadAllText(Path.Combine(copy, "bench/Lines.cs")));
    }

    [Fact]
    public async Task Hooks_of_the_user_do_not_run()
    {
        var ran = Path.Combine(scratch, "ran");
        Repository.Write(".git/hooks/post-index-change", $"#!/bin/sh\ntouch '{ran}'\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(Repository.At(".git/hooks/post-index-change"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        await (await FindAsync(GitRepository.WorkTree)).WriteAsync(copy, TestContext.Current.CancellationToken);
        await FindAsync("HEAD");
        Assert.False(File.Exists(ran));
    }

    [Fact]
    public async Task A_work_tree_beside_the_repository_and_a_detached_head_are_as_good()
    {
        var beside = Path.Combine(scratch, "beside");
        Repository.Git("worktree", "add", "--quiet", "--detach", beside, "main~1");
        var (before, found) = (Repository.State(), await GitRepository.OfAsync(Path.Combine(beside, "bench"), TestContext.Current.CancellationToken));
        var tree = await found.FindAsync("HEAD", scratch, TestContext.Current.CancellationToken);
        await tree.WriteAsync(copy, TestContext.Current.CancellationToken);
        Assert.Equal("one", File.ReadAllText(Path.Combine(copy, "bench/Bench.csproj")));
        Assert.Equal(Repository.Git("rev-parse", "main").Trim(), (await found.FindAsync("main", scratch, TestContext.Current.CancellationToken)).Commit);
        Assert.Equal(before, Repository.State());
    }

    private async Task<string> RefusalAsync(string name) => (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync(name))).Message;

    private async Task<SourceTree> FindAsync(string name) =>
        await (await GitRepository.OfAsync(Repository.At("bench"), TestContext.Current.CancellationToken)).FindAsync(name, scratch, TestContext.Current.CancellationToken);
}
