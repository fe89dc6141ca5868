using AsyncLoad.Tests.Fixtures;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>deploy/compare</c> makes of gates and further arguments.</summary>
public sealed class DeployCompareArgumentTests(PullRequestRepository repository) : IClassFixture<PullRequestRepository>, IDisposable
{
    private readonly PullRequestBuild build = new(repository);

    public void Dispose() => build.Dispose();

    [Fact]
    public async Task Gates_and_arguments_are_words_and_nothing_of_them_is_run()
    {
        GitHub().Ending(0).With("ASYNCLOAD_GATES", "bytes<=+0\n\n  ratio <= 1.05\n$(touch x)\n").With("ASYNCLOAD_ARGUMENTS", "--only *Sum*\n  `touch x`\n--pairs\t8\n").With("ASYNCLOAD_WORKLOAD", "$(touch x)");

        Assert.Equal(0, (await build.RunAsync()).Code);
        Assert.EndsWith("[--gate] [bytes<=+0] [--gate] [  ratio <= 1.05] [--gate] [$(touch x)] [--only] [*Sum*] [`touch] [x`] [--pairs] [8] [--no-progress] [--no-color] \n", build.Calls, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--only *Sum* --time-budget 3m", "--time-budget", "time-budget")]
    [InlineData("--time-budget=3m", "--time-budget", "time-budget")]
    [InlineData("--baseline gc.server=true", "--baseline", "base")]
    [InlineData("--output:elsewhere", "--output", "output")]
    [InlineData("--project bench/Other.csproj", "--project", "project")]
    public async Task What_an_input_sets_is_refused_among_the_arguments(string arguments, string option, string input)
    {
        GitHub().Ending(0).With("ASYNCLOAD_ARGUMENTS", arguments);

        var ended = await build.RunAsync();
        Assert.Equal((4, ""), (ended.Code, build.Calls));
        Assert.Contains($"error: arguments has {option}, which the input {input} sets too: leave it out of arguments, and set the input", ended.Said, StringComparison.Ordinal);
        Assert.Contains("**Not measured to the end** (exit code 4).", build.Requests, StringComparison.Ordinal);
    }

    [Fact]
    public async Task On_azure_an_input_that_is_given_twice_has_the_name_that_it_has_there()
    {
        build.OnAzure().Ending(0).With("ASYNCLOAD_ARGUMENTS", "--time-budget 3m");

        var ended = await build.RunAsync();
        Assert.Equal((4, ""), (ended.Code, build.Calls));
        Assert.Contains("error: arguments has --time-budget, which the input timeBudget sets too", ended.Said, StringComparison.Ordinal);
    }

    private PullRequestBuild GitHub() => build.OnGitHub("pull_request", "github.pull_request.json");
}
