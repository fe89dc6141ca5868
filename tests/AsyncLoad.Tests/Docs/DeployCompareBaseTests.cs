using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>deploy/compare</c> takes as the base of a checkout, and what it says where it has none.</summary>
public sealed class DeployCompareBaseTests(PullRequestRepository repository) : IClassFixture<PullRequestRepository>, IDisposable
{
    private const string Measured = "[compare] [Orders] [--project] [bench/My.csproj] [--baseline] [commit=BASE,name=base] ";

    private readonly PullRequestBuild build = new(repository);

    public void Dispose() => build.Dispose();

    [Fact]
    public async Task A_checkout_of_one_commit_is_refused_with_the_depth_to_set()
    {
        GitHub().At(repository.Merge, depth: 1);

        var ended = await build.RunAsync();
        Assert.Equal((5, ""), (ended.Code, build.Calls));
        Assert.Contains("error: the checkout has one commit only: set fetch-depth: 2 where it is made", ended.Said, StringComparison.Ordinal);
        Assert.Contains("**Not measured to the end** (exit code 5).", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_checkout_of_the_merge_and_its_parents_is_enough()
    {
        GitHub().At(repository.Merge, depth: 2).Ending(0);

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_checkout_of_the_head_alone_is_measured_against_where_it_began()
    {
        GitHub().At(repository.Head).Ending(0);

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("[commit=BEGAN,name=base]", build.Calls, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("refs/heads/$(touch x)", "the branch")]
    [InlineData("refs/tags/v2.0$(touch x)", "the tag v2.0$(touch x)")]
    public async Task A_push_that_makes_a_branch_or_a_tag_has_no_base_unless_one_is_named(string reference, string made)
    {
        build.OnGitHub("push", "github.branch.json").Pushing(reference);
        var ended = await build.RunAsync();
        Assert.Equal(4, ended.Code);
        Assert.Contains($"error: this push made {made}, so there is no commit before it to measure against: name one as the base", ended.Said, StringComparison.Ordinal);
        Assert.Equal(0, (await build.With("ASYNCLOAD_BASE", "main").RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("workflow_dispatch", "the event workflow_dispatch has no base commit: name what to measure against as the base, such as main or HEAD~1")]
    [InlineData("schedule", "the event schedule has no base commit: name what to measure against as the base, such as main or HEAD~1")]
    [InlineData("issue_comment", "a job on issue_comment checks out the default branch and no pull request: run on pull_request instead, or name what to measure against as the base")]
    [InlineData("workflow_run", "a job on workflow_run checks out the default branch and no pull request: run on pull_request instead, or name what to measure against as the base")]
    [InlineData("pull_request_target", "this event gives the code of a stranger a token that can write: run on pull_request instead")]
    public async Task Without_a_base_nothing_is_measured_and_nothing_passes(string name, string message)
    {
        build.OnGitHub(name, "github.pull_request.json");

        var ended = await build.RunAsync();
        Assert.Equal((4, ""), (ended.Code, build.Calls));
        Assert.Contains($"error: {message}", ended.Said, StringComparison.Ordinal);
        Assert.Contains($"    error: {message}", build.Summary, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pull_request_review")]
    [InlineData("pull_request_review_comment")]
    public async Task A_review_is_measured_and_commented_on_like_its_pull_request(string name)
    {
        build.OnGitHub(name, "github.pull_request.json").Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
        Assert.Contains("POST https://api.github.com/repos/acme/shop/issues/42/comments", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_group_of_a_merge_queue_is_measured_against_what_it_is_merged_into()
    {
        build.OnGitHub("merge_group", "github.merge_group.json").Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_checkout_in_a_folder_of_the_job_is_found_by_its_project()
    {
        GitHub().Above().Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("[--project] [checkout/bench/My.csproj] [--baseline] [commit=BASE,name=base]", build.Calls, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_base_may_be_a_branch_that_only_the_remote_has()
    {
        TemporaryRepository.GitIn(build.Checkout, "update-ref", "refs/remotes/origin/release", repository.Base);
        build.OnGitHub("schedule", "github.push.json").With("ASYNCLOAD_BASE", "release").Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("refs/remotes/origin/release", "release", "refs/tags/release or refs/remotes/origin/release")]
    [InlineData("refs/remotes/origin/release", "release~0", "refs/tags/release~0 or refs/remotes/origin/release~0")]
    [InlineData("refs/heads/release", "release", "refs/tags/release or refs/heads/release")]
    public async Task A_base_that_is_a_tag_and_a_branch_is_refused_with_what_to_write(string branch, string name, string names)
    {
        TemporaryRepository.GitIn(build.Checkout, "update-ref", "refs/tags/release", repository.Began);
        TemporaryRepository.GitIn(build.Checkout, "update-ref", branch, repository.Base);
        build.OnGitHub("schedule", "github.push.json").With("ASYNCLOAD_BASE", name).Ending(0);

        var ended = await build.RunAsync();
        Assert.Equal((5, ""), (ended.Code, build.Calls));
        Assert.Contains($"error: the base {name} may be {names}, which are different commits: name one of these", ended.Said, StringComparison.Ordinal);
        foreach (var (full, commit) in new[] { (branch, "BASE"), ("refs/tags/release", "BEGAN"), ("refs/heads/release", "BASE") })
        {
            Assert.Equal(0, (await build.With("ASYNCLOAD_BASE", full).RunAsync()).Code);
            Assert.Contains($"[commit={commit},name=base]", build.Calls.Split('\n')[^2], StringComparison.Ordinal);
            Directory.Delete(Path.Combine(build.Checkout, "asyncload-run"), recursive: true);
        }
    }

    [Fact]
    public async Task A_tag_and_a_branch_of_one_commit_are_that_commit_and_HEAD_is_what_is_checked_out()
    {
        foreach (var reference in new[] { "refs/tags/release", "refs/remotes/origin/release", "refs/remotes/origin/HEAD" }) TemporaryRepository.GitIn(build.Checkout, "update-ref", reference, repository.Base);
        build.OnGitHub("schedule", "github.push.json").With("ASYNCLOAD_BASE", "release").Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Directory.Delete(Path.Combine(build.Checkout, "asyncload-run"), recursive: true);
        Assert.Equal(0, (await build.With("ASYNCLOAD_BASE", "HEAD^2").RunAsync()).Code);
        Assert.Contains("[commit=HEAD,name=base]", build.Calls.Split('\n')[^2], StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_azure_a_tag_of_the_name_of_the_target_is_not_taken_for_it()
    {
        foreach (var reference in new[] { "refs/tags/origin/main", "refs/heads/origin/main" }) TemporaryRepository.GitIn(build.Checkout, "update-ref", reference, repository.Head);
        TemporaryRepository.GitIn(build.Checkout, "update-ref", "refs/remotes/origin/main", repository.Began);
        build.OnAzure().At(repository.Head).Ending(0);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("[commit=BEGAN,name=base]", build.Calls, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_base_that_a_rewritten_branch_has_lost_is_not_blamed_on_the_depth()
    {
        build.OnGitHub("push", "github.push.json").With("ASYNCLOAD_BASE", "0123456789012345678901234567890123456789");
        var ended = await build.RunAsync();
        Assert.Equal((5, ""), (ended.Code, build.Calls));
        Assert.Contains("error: the checkout has its whole history and no commit 0123456789012345678901234567890123456789, as after a push that rewrote the branch: name another one as the base", ended.Said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_checkout_that_git_does_not_read_is_told_in_the_words_of_git()
    {
        GitHub();
        Directory.Delete(Path.Combine(build.Checkout, ".git"), recursive: true);
        var ended = await build.RunAsync();
        Assert.Equal((5, ""), (ended.Code, build.Calls));
        Assert.Contains("error: git cannot read the checkout: fatal: not a git repository", ended.Said, StringComparison.Ordinal);
    }

    private PullRequestBuild GitHub() => build.OnGitHub("pull_request", "github.pull_request.json");
}
