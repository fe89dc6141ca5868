using System.Text.RegularExpressions;
using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>deploy/compare</c> makes of what build services say of a pull request, without a network.</summary>
public sealed partial class DeployCompareTests(PullRequestRepository repository) : IClassFixture<PullRequestRepository>, IDisposable
{
    private const string Measured = "[compare] [Orders] [--project] [bench/My.csproj] [--baseline] [commit=BASE,name=base] [--candidate] [commit=HEAD,name=head] [--time-budget] [10m] [--output] [asyncload-run] ";

    private readonly PullRequestBuild build = new(repository);

    public void Dispose() => build.Dispose();

    [Theory]
    [InlineData(0, "**Passed.**")]
    [InlineData(2, "**A gate failed.**")]
    [InlineData(3, "**A gate is undecided**.")]
    public async Task A_pull_request_is_measured_against_its_base_and_commented_on(int code, string sentence)
    {
        GitHub().Ending(code);

        Assert.Equal(code, (await build.RunAsync()).Code);
        Assert.Equal($"{Measured}[--no-progress] [--no-color] \n", build.Calls);
        Assert.Contains(sentence, build.Requests, StringComparison.Ordinal);
        Approval.Matches(build.Requests.Replace(sentence, "SENTENCE", StringComparison.Ordinal), "compare.github.txt");
        Assert.StartsWith($"## AsyncLoad: head against base\n\n{sentence}\n", build.Summary, StringComparison.Ordinal);
        Assert.Contains("## Warnings", build.Summary, StringComparison.Ordinal);
        Assert.Equal($"run=asyncload-run\nexit-code={code}\n", build.Outputs);
    }

    [Fact]
    public async Task A_later_run_replaces_its_own_comment_and_that_of_nobody_else()
    {
        GitHub().Ending(0).Answering("GET", "200", "github.comments.json");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Equal(["GET https://api.github.com/repos/acme/shop/issues/42/comments?per_page=100&page=1", "PATCH https://api.github.com/repos/acme/shop/issues/comments/77"], Asked);
    }

    [Fact]
    public async Task A_comment_that_cannot_be_replaced_is_written_anew()
    {
        GitHub().Ending(0).Answering("GET", "200", "github.comments.json").Answering("PATCH", "403");

        var ended = await build.RunAsync();
        Assert.Equal(0, ended.Code);
        Assert.Equal("POST https://api.github.com/repos/acme/shop/issues/42/comments", Asked[^1]);
        Assert.DoesNotContain("::warning", ended.Said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("GET")]
    [InlineData("POST")]
    public async Task A_service_that_refuses_leaves_the_exit_code_to_the_gates(string method)
    {
        GitHub().Ending(2).Answering(method, "403");

        var ended = await build.RunAsync();
        Assert.Equal(2, ended.Code);
        Assert.Contains("::warning title=AsyncLoad::no comment on the pull request (HTTP 403): the token has to be allowed to write to pull requests", ended.Said, StringComparison.Ordinal);
        Assert.StartsWith("## AsyncLoad: head against base\n\n**A gate failed.**\n", build.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_fork_without_a_token_gets_a_summary_and_no_comment()
    {
        GitHub().Ending(2).With("ASYNCLOAD_TOKEN", "");

        var ended = await build.RunAsync();
        Assert.Equal((2, ""), (ended.Code, build.Requests));
        Assert.Contains("no comment on the pull request: there is no token, as in pull requests from forks", ended.Said, StringComparison.Ordinal);
        Assert.StartsWith("## AsyncLoad: head against base\n\n**A gate failed.**\n", build.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_failed_says_so_in_the_comment()
    {
        GitHub().Ending(5, "error: head (HEAD): bench/Orders.cs(3,5): error CS1002: ; expected\n~~~~\n```\n<img src=x>\n", reports: false);

        var ended = await build.RunAsync();
        Assert.Equal(5, ended.Code);
        Assert.Contains("error CS1002", ended.Said, StringComparison.Ordinal);
        Approval.Matches($"{build.Requests}\n\nsummary:\n{build.Summary}", "compare.refused.txt");
    }

    [Theory]
    [InlineData("error: no comparison can be measured: both sides are the same build: \"base\" and \"head\" give the same files", 0)]
    [InlineData("error: no comparison matches \"*Sum*\"", 8)]
    public async Task A_pull_request_that_changes_no_code_passes(string said, int code)
    {
        GitHub().Ending(8, said, reports: false);
        Assert.Equal(code, (await build.RunAsync()).Code);
        Assert.Equal(code == 0, build.Requests.Contains("**Nothing to measure:** both sides are the same build.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_push_is_measured_against_what_was_there_before_and_has_no_comment()
    {
        build.OnGitHub("push", "github.push.json").Ending(2);

        Assert.Equal(2, (await build.RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
        Assert.Equal("", build.Requests);
        Assert.StartsWith("## AsyncLoad: head against base\n\n**A gate failed.**\n", build.Summary, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("403", "x-ratelimit-remaining: 0\r\n", "(HTTP 403, the service was asked too often): run the job again for the comment")]
    [InlineData("403", "Retry-After: 60\r\n", "(HTTP 403, the service was asked too often): run the job again for the comment")]
    [InlineData("403", "x-ratelimit-remaining: 4990\r\n", "(HTTP 403): the token has to be allowed to write to pull requests")]
    [InlineData("429", "", "(HTTP 429, the service was asked too often): run the job again for the comment")]
    [InlineData("502", "", "(HTTP 502): run the job again for the comment")]
    public async Task A_service_that_was_asked_too_often_or_fails_is_not_blamed_on_the_token(string status, string headers, string reason)
    {
        GitHub().Ending(2).Answering("GET", status).Heading("GET", $"HTTP/2 {status}\r\n{headers}\r\n");
        var ended = await build.RunAsync();
        Assert.Equal(2, ended.Code);
        Assert.Contains($"::warning title=AsyncLoad::no comment on the pull request {reason}", ended.Said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("fail", 3)]
    [InlineData("pass", 0)]
    public async Task An_undecided_gate_fails_unless_it_is_to_pass(string undecided, int code)
    {
        GitHub().Ending(3).With("ASYNCLOAD_UNDECIDED", undecided);

        Assert.Equal(code, (await build.RunAsync()).Code);
        Assert.Contains(code == 0 ? "**A gate is undecided**, which does not fail this build." : "**A gate is undecided**.", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Code_that_is_built_and_measured_sees_no_token_and_writes_no_summary()
    {
        GitHub().Ending(0);

        await build.RunAsync();

        Assert.DoesNotContain("secret-token", build.Environment, StringComparison.Ordinal);
        Assert.Contains("\nGITHUB_STEP_SUMMARY=\n", "\n" + build.Environment, StringComparison.Ordinal);
        Assert.DoesNotContain("a token on a command line", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Advice_on_the_head_is_written_beside_where_it_is_asked_for()
    {
        GitHub().Ending(0).With("ASYNCLOAD_ADVICE", "true");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Equal("[analyze] [asyncload-run/traces/c002-a.nettrace] [--output] [asyncload-run/sarif/c002-a.sarif] [--no-progress] [--no-color] ", build.Calls.Split('\n')[1]);
        Assert.True(File.Exists(Path.Combine(build.Checkout, "asyncload-run/sarif/c002-a.sarif")));
    }

    [Fact]
    public async Task A_report_of_an_earlier_run_is_not_taken_for_one_of_this()
    {
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(build.Checkout, "asyncload-run")).FullName, "report.md"), "# stale\n");

        var ended = await GitHub().RunAsync();

        Assert.Equal((10, ""), (ended.Code, build.Calls));
        Assert.Contains("error: the run folder is there already: remove it, or name another", build.Requests, StringComparison.Ordinal);
        Assert.DoesNotContain("stale", build.Summary, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_comment_that_is_too_long_loses_its_end()
    {
        GitHub().Ending(0);
        build.Report("# r\n\n## Ratios\n\n" + string.Concat(Enumerable.Repeat("| " + new string('é', 300) + " |\n", 200)));

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Contains("The rest stands in the summary of the run.", build.Requests, StringComparison.Ordinal);
        Assert.InRange(build.Requests.Length, 20_000, 65_000);
        Assert.DoesNotContain('\uFFFD', build.Requests);
    }

    [Fact]
    public async Task On_azure_a_thread_is_made_that_holds_nobody_up()
    {
        build.OnAzure().Ending(2);

        var ended = await build.RunAsync();
        Assert.Equal(2, ended.Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
        Assert.Matches(@"##vso\[task\.uploadsummary\]ANSWERS/asyncload-[0-9]+\.md", ended.Said);
        Assert.Contains("##vso[task.setvariable variable=ASYNCLOAD_RUN]asyncload-run", ended.Said, StringComparison.Ordinal);
        Approval.Matches(build.Requests, "compare.azure.txt");
    }

    [Fact]
    public async Task On_azure_a_later_run_replaces_its_own_comment()
    {
        build.OnAzure().Ending(0).Answering("GET", "200", "azure.threads.json");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.Equal("PATCH https://dev.azure.com/acme/7d0c6a4e-0000-4000-8000-000000000002/_apis/git/repositories/7d0c6a4e-0000-4000-8000-000000000001/pullRequests/42/threads/9/comments/1?api-version=7.1", Asked[^1]);
    }

    [Theory]
    [InlineData("TfsGit", "401", "(HTTP 401)")]
    [InlineData("GitHub", "200", "(the repository is not on Azure Repos)")]
    public async Task On_azure_what_cannot_be_commented_is_a_warning(string provider, string answer, string reason)
    {
        build.OnAzure().Ending(2).With("BUILD_REPOSITORY_PROVIDER", provider).Answering("GET", answer);

        var ended = await build.RunAsync();
        Assert.Equal(2, ended.Code);
        Assert.Contains($"##vso[task.logissue type=warning]AsyncLoad: no comment on the pull request {reason}", ended.Said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_azure_a_checkout_of_one_commit_is_refused_with_the_depth_to_set()
    {
        build.OnAzure().At(repository.Merge, depth: 1);

        var ended = await build.RunAsync();
        Assert.Equal(5, ended.Code);
        Assert.Contains("error: the checkout has one commit only: set fetchDepth: 2 where it is made", ended.Said, StringComparison.Ordinal);
        // There is no folder to publish.
        Assert.Matches(@"(?m)^##vso\[task\.setvariable variable=ASYNCLOAD_RUN\]$", ended.Said);
    }

    [Fact]
    public async Task On_azure_the_folder_of_an_earlier_use_in_the_same_job_is_not_published_again()
    {
        Directory.CreateDirectory(Path.Combine(build.OnAzure().Checkout, "asyncload-run"));

        var ended = await build.RunAsync();
        Assert.Equal((10, ""), (ended.Code, build.Calls));
        Assert.Matches(@"(?m)^##vso\[task\.setvariable variable=ASYNCLOAD_RUN\]$", ended.Said);
    }

    [Fact]
    public async Task Where_no_command_is_named_the_built_program_is_started_from_a_folder_of_any_name()
    {
        Assert.Equal(0, (await GitHub().Ending(0).Built().RunAsync()).Code);
        Assert.StartsWith(Measured, build.Calls, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("deploy/github/action.yml")]
    [InlineData("deploy/azure/compare.yml")]
    public void Both_services_set_every_variable_of_the_script_and_run_no_text_of_an_event(string file)
    {
        var (script, steps) = (File.ReadAllText(Path.Combine(Repository.Root, "deploy/compare")), File.ReadAllText(Path.Combine(Repository.Root, file)));
        var header = script[..script.IndexOf("set -u", StringComparison.Ordinal)];
        Assert.Equal(Variable().Matches(header).Select(match => match.Value).Distinct().Order(), SetVariable().Matches(steps).Select(match => match.Groups[1].Value).Distinct().Order());
        Assert.DoesNotContain(steps.Split('\n'), line => Run().IsMatch(line) && line.Contains("${{", StringComparison.Ordinal));
        Assert.DoesNotContain("github.event", steps, StringComparison.Ordinal);
    }

    private string[] Asked => [.. build.Requests.Split('\n').Where(line => line.EndsWith(" (authorised: yes)", StringComparison.Ordinal)).Select(line => line[..line.LastIndexOf(" (", StringComparison.Ordinal)])];

    private PullRequestBuild GitHub() => build.OnGitHub("pull_request", "github.pull_request.json");

    [GeneratedRegex("ASYNCLOAD(?:_[A-Z]+)?")]
    private static partial Regex Variable();

    [GeneratedRegex("^ +(ASYNCLOAD(?:_[A-Z]+)?):", RegexOptions.Multiline)]
    private static partial Regex SetVariable();

    [GeneratedRegex("^ *(?:- )?(?:run|script):")]
    private static partial Regex Run();
}
