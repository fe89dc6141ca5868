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
        var first = build.Requests.Split("\"body\": \"", 2)[1].Split("\\n", 2)[0];
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
        var body = build.Requests.Split("\"body\": \"", 2)[1].Split("\\n", 2)[0];
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

    private PullRequestBuild GitHub() => build.OnGitHub("pull_request", "github.pull_request.json");
}
