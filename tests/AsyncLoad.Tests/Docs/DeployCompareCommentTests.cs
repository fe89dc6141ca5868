using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Which comment of a pull request <c>deploy/compare</c> takes for its own, where several jobs write one each.</summary>
public sealed class DeployCompareCommentTests(PullRequestRepository repository) : IClassFixture<PullRequestRepository>, IDisposable
{
    private const string Comments = "https://api.github.com/repos/acme/shop/issues/";

    private readonly PullRequestBuild build = new(repository);

    public void Dispose() => build.Dispose();

    [Theory]
    [InlineData("ASYNCLOAD_COMMENT", """{ "os": "ubuntu-24.04", "sdk": [10, true] }""", "%7B%20%22os%22%3A%20%22ubuntu%2D24.04%22%2C%20%22sdk%22%3A%20%5B10%2C%20true%5D%20%7D", "performance (ubuntu-24.04, 10, true)")]
    [InlineData("ASYNCLOAD_COMMENT", "server <GC>", "server%20%3CGC%3E", "performance (server  GC )")]
    [InlineData("ASYNCLOAD_COMMENT", "null", "null", "performance")]
    [InlineData("GITHUB_JOB", "server-gc", "server%2Dgc", "server-gc")]
    [InlineData("GITHUB_WORKFLOW", "nightly --> run", "nightly%20%2D%2D%3E%20run", "performance")]
    [InlineData("ASYNCLOAD_OUTPUT", "run-of-server", "run%2Dof%2Dserver", "performance")]
    [InlineData("ASYNCLOAD_PROJECT", "bench/../bench/My.csproj", "bench%2F..%2Fbench%2FMy.csproj", "performance")]
    public async Task Jobs_of_one_pull_request_have_a_comment_each(string variable, string value, string mark, string named)
    {
        GitHub().Ending(0).Answering("GET", "200", "github.comments.json").With(variable, value);

        Assert.Equal(0, (await build.RunAsync()).Code);
        // That of another job is not replaced.
        Assert.Contains($"POST {Comments}42/comments (authorised: yes)", build.Requests, StringComparison.Ordinal);
        Assert.DoesNotContain("PATCH", build.Requests, StringComparison.Ordinal);
        var first = Mark();
        Assert.StartsWith("<!-- asyncload compare ", first, StringComparison.Ordinal);
        Assert.EndsWith(" -->", first, StringComparison.Ordinal);
        Assert.Contains(mark, first["<!-- asyncload compare ".Length..^" -->".Length].Split(' '));
        Assert.Contains($"in one run on one machine · {named} · [run]", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_job_of_a_matrix_finds_its_own_comment_again()
    {
        GitHub().Ending(0).With("ASYNCLOAD_COMMENT", """{ "os": "macos" }""");
        Assert.Equal(0, (await build.RunAsync()).Code);
        var body = Mark();
        Directory.Delete(Path.Combine(build.Checkout, "asyncload-run"), recursive: true);

        build.AnsweringText("GET", $$"""[{ "id": 91, "user": { "type": "Bot" }, "author_association": "NONE", "body": "{{body}}\n## AsyncLoad" }]""");
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains($"PATCH {Comments}comments/91 (authorised: yes)", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_azure_the_name_of_a_job_holds_that_of_its_values_in_the_matrix()
    {
        build.OnAzure().Ending(0).Answering("GET", "200", "azure.threads.json").With("SYSTEM_JOBIDENTIFIER", "performance.net8").With("SYSTEM_JOBDISPLAYNAME", "performance net8");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("<!-- asyncload compare bench%2FMy.csproj Orders 7 performance.net8 asyncload%2Drun  -->", build.Requests, StringComparison.Ordinal);
        Assert.DoesNotContain("PATCH", build.Requests, StringComparison.Ordinal);
        Assert.Contains("in one run on one machine · performance net8 · [run]", build.Requests, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("error: no comparison can be measured: \"BASE\" has no workload \"orders\": it is new in \"HEAD\", and there is nothing to compare it with", 0)]
    [InlineData("error: no comparison can be measured: \"BASE bench/Old.csproj\" has no workload \"orders\": it is new in \"HEAD\", and there is nothing to compare it with", 0)]
    [InlineData("error: no comparison can be measured: \"HEAD\" has no workload \"orders\"", 8)]
    public async Task A_pull_request_that_adds_the_class_passes_and_says_that_it_is_new(string said, int code)
    {
        GitHub().Ending(8, said.Replace("BASE", repository.Base, StringComparison.Ordinal), reports: false);

        Assert.Equal(code, (await build.RunAsync()).Code);
        Assert.Equal(code == 0, build.Requests.Contains("**New, nothing to compare with:** the base has no class Orders.", StringComparison.Ordinal));
        Assert.Equal(code == 0, build.Outputs.EndsWith("exit-code=0\n", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("\"BASE\" has no parameter \"size\"", "parameter \"size\"", 0)]
    [InlineData("\"HEAD\" has no variant \"sum\"; \"BASE\" has no variant \"sum-all\"; \"BASE\" has no variant \"max\"", "method \"max\", method \"sum-all\"", 0)]
    [InlineData("\"HEAD\" does not take the value \"size=1\"; \"BASE\" does not take the value \"size=<b>\"", "such value of \"size\"", 0)]
    [InlineData("\"HEAD\" has no variant \"sum\"", null, 8)]
    public async Task A_pull_request_that_makes_all_of_a_class_new_passes_and_names_what_the_base_lacks(string said, string? lacking, int code)
    {
        GitHub().Ending(8, $"error: no comparison can be measured: {said.Replace("BASE", repository.Base, StringComparison.Ordinal)}", reports: false);

        Assert.Equal(code, (await build.RunAsync()).Code);
        Assert.Equal(code == 0, build.Summary.Contains($"**New, nothing to compare with:** the base has no {lacking}.", StringComparison.Ordinal));
    }

    /// <summary>There is a run folder: some of what was to be measured is there on both sides.</summary>
    [Fact]
    public async Task A_budget_that_ends_before_the_first_pair_is_no_success_although_a_method_is_new()
    {
        GitHub().Ending(8, $"note: skipped: compare/max-head-vs-base/sequential/calm/default: \"{repository.Base}\" has no variant \"max\"\nWRN the time budget was spent before the first pair");

        Assert.Equal(8, (await build.RunAsync()).Code);
        Assert.Contains("the time budget was spent before the first pair", build.Summary, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bench/My.csproj", "bench")]
    [InlineData("bench", "bench")]
    public async Task A_pull_request_that_adds_the_project_passes_and_measures_nothing(string project, string folder)
    {
        // The base of the pull request, without the project.
        TemporaryRepository.GitIn(build.Checkout, "checkout", "--quiet", repository.Base);
        TemporaryRepository.GitIn(build.Checkout, "rm", "-r", "--quiet", folder);
        TemporaryRepository.GitIn(build.Checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "without");
        var without = TemporaryRepository.GitIn(build.Checkout, "rev-parse", "HEAD").Trim();
        TemporaryRepository.GitIn(build.Checkout, "checkout", "--quiet", repository.Merge);

        GitHub().With("ASYNCLOAD_PROJECT", project).With("ASYNCLOAD_BASE", without);
        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Equal("", build.Calls);
        Assert.Contains($"**New, nothing to compare with:** the base has no project {project}.", build.Requests, StringComparison.Ordinal);
        Assert.StartsWith("## AsyncLoad: head against base\n\n**New, nothing to compare with:**", build.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_project_that_the_pull_request_moves_is_measured_where_it_was()
    {
        TemporaryRepository.GitIn(build.Checkout, "mv", "bench", "my benchmarks");
        TemporaryRepository.GitIn(build.Checkout, "mv", "my benchmarks/My.csproj", "my benchmarks/Mine.csproj");
        TemporaryRepository.GitIn(build.Checkout, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "moved");
        build.OnGitHub("schedule", "github.push.json").Ending(0).With("ASYNCLOAD_BASE", "main").With("ASYNCLOAD_PROJECT", "my benchmarks/Mine.csproj");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("[--project] [my benchmarks/Mine.csproj] [--baseline] [commit=BASE,project=my benchmarks/../bench/My.csproj,name=base] ", build.Calls, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_project_that_neither_side_has_is_left_to_the_program_to_refuse()
    {
        GitHub().Ending(5, "error: bench/Mine.csproj cannot be built", reports: false).With("ASYNCLOAD_PROJECT", "bench/Mine.csproj");
        Assert.Equal(5, (await build.RunAsync()).Code);
        Assert.Contains("[--project] [bench/Mine.csproj]", build.Calls, StringComparison.Ordinal);
    }

    private PullRequestBuild GitHub() => build.OnGitHub("pull_request", "github.pull_request.json");

    // The first line of the comment that was written.
    private string Mark() => build.Requests.Split("\"body\": \"", 2)[1].Split("\\n", 2)[0];
}
