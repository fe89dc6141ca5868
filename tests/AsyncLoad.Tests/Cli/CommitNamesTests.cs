using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Names that may stand for one commit, for several, or for none.</summary>
public sealed class CommitNamesTests : IDisposable
{
    private readonly TemporaryRepository temporary = new();

    public CommitNamesTests()
    {
        Repository.Write("a.txt", "one");
        Repository.Commit("fix the first");
        Repository.Write("a.txt", "two");
        Repository.Commit("second");
    }

    private TestRepository Repository => temporary.Files;

    public void Dispose() => temporary.Dispose();

    [Theory]
    [InlineData("release", "\"release\" is a tag and a branch, of different commits: say refs/tags/release or refs/heads/release")]
    [InlineData("release~0", "\"release\" is a tag and a branch, of different commits: say refs/tags/release~0 or refs/heads/release~0")]
    [InlineData("origin/main", "\"origin/main\" is a branch and a branch of a remote, of different commits: say refs/heads/origin/main or refs/remotes/origin/main")]
    public async Task A_name_of_several_commits_is_refused_with_their_full_names(string name, string sentence)
    {
        Tag("release", "main");
        Repository.Git("update-ref", "refs/heads/release", "main~1");
        Repository.Git("update-ref", "refs/heads/origin/main", "main~1");
        Repository.Git("update-ref", "refs/remotes/origin/main", "main");

        Assert.Equal(sentence, (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync(name))).Message);
        Assert.Equal(Commit("main"), await FindAsync("refs/tags/release"));
        Assert.Equal(Commit("main~1"), await FindAsync("refs/heads/release"));
    }

    [Fact]
    public async Task A_tag_and_a_branch_of_one_commit_are_that_commit()
    {
        Tag("release", "main");
        Repository.Git("update-ref", "refs/heads/release", "main");
        Assert.Equal(Commit("main"), await FindAsync("release"));
        Assert.Equal(Commit("main~1"), await FindAsync("release~1"));
    }

    [Fact]
    public async Task Digits_that_begin_several_commits_are_refused_and_those_of_one_are_enough()
    {
        var (one, other) = (Written(211), Written(224));
        Assert.Equal(("0b48cd65a7b62e4a793ed484c22f56b0e3238d7f", "0b48335e60bf8fefc99ce0f40f939a1ad720e2e8"), (one, other));
        var refused = await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync("0b48"));
        Assert.Equal("the digits \"0b48\" begin several commits of this repository: give more of them", refused.Message);
        Assert.Equal(one, await FindAsync(one[..7]));
    }

    [Theory]
    [InlineData("HEAD~1")]
    [InlineData("@^")]
    [InlineData(":/fix the first")]
    [InlineData("HEAD^{/fix}")]
    public async Task Whatever_git_takes_for_a_commit_is_one(string name) => Assert.Equal(Commit("main~1"), await FindAsync(name));

    [Theory]
    [InlineData("-b")]
    [InlineData("--output=x")]
    [InlineData("main..HEAD")]
    [InlineData("HEAD:a.txt")]
    [InlineData("HEAD^{tree}")]
    [InlineData("")]
    public async Task What_is_no_commit_is_refused(string name) =>
        Assert.StartsWith($"there is no commit \"{name}\" in this repository: ", (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync(name))).Message, StringComparison.Ordinal);

    [Fact]
    public async Task A_day_before_the_log_began_is_refused()
    {
        Assert.Equal(Commit("main"), await FindAsync("main@{now}"));
        Assert.Equal(
            "the log of this repository does not go back as far as \"main@{2001-02-03}\": name the commit by its hash, a tag or HEAD~1",
            (await Assert.ThrowsAsync<NoSuchSourceException>(() => FindAsync("main@{2001-02-03}"))).Message);
    }

    // A commit whose digits are known, since nothing in it depends on the day.
    private string Written(int number)
    {
        var file = Repository.At("commit.tmp");
        File.WriteAllText(file, $"tree {Repository.Git("hash-object", "-t", "tree", "-w", "/dev/null").Trim()}\nauthor a <a@b> 0 +0000\ncommitter a <a@b> 0 +0000\n\n{number}\n");
        return Repository.Git("hash-object", "-t", "commit", "-w", file).Trim();
    }

    private void Tag(string name, string commit) => Repository.Git("-c", "user.name=a", "-c", "user.email=a@b", "tag", "--annotate", "--message", "a tag", name, commit);

    private string Commit(string name) => Repository.Git("rev-parse", $"{name}^{{commit}}").Trim();

    private async Task<string> FindAsync(string name) =>
        await new CommitNames(await GitRepository.OfAsync(Repository.Folder, TestContext.Current.CancellationToken)).FindAsync(name, TestContext.Current.CancellationToken);
}
