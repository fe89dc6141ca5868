using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>deploy/share</c> makes of the exit codes of asyncload, which a script of a few lines stands for here.</summary>
public sealed class DeployShareTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-share-").FullName;

    private string Runs => Path.Combine(folder, "runs");

    private string Share => Path.Combine(Runs, "shard-1");

    private string[] Calls => File.ReadAllLines(Path.Combine(folder, "calls"));

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(2, 0)]
    [InlineData(6, 6)]
    [InlineData(7, 7)]
    public async Task A_share_is_begun_and_no_gate_of_it_fails(int ends, int code)
    {
        Assert.Equal(code, await RunAsync($"exit {ends}"));

        Assert.Equal([$"run my profile.json --shard 1/4 --output {Share} --no-progress --no-color"], Calls);
    }

    // By its name alone, the script would call itself.
    [Fact]
    public async Task Without_another_word_for_it_the_command_is_asyncload()
    {
        Assert.Equal(0, await RunAsync("exit 0", "unset ASYNCLOAD; "));

        Assert.Single(Calls);
    }

    [Fact]
    public async Task A_build_server_is_not_told_of_a_share()
    {
        await RunAsync("echo \"server:$GITHUB_ACTIONS$GITHUB_STEP_SUMMARY$TF_BUILD\" >> \"$(dirname \"$0\")/calls\"", "export GITHUB_ACTIONS=true GITHUB_STEP_SUMMARY=/dev/null TF_BUILD=True; ");

        Assert.Equal("server:", Calls[^1]);
    }

    [Theory]
    [InlineData("main", " --against main")]
    [InlineData("my main", " --against my main")]
    [InlineData("", "")]
    public async Task The_run_to_count_changes_from_is_that_of_the_environment(string against, string words)
    {
        await RunAsync("echo $# >> \"$(dirname \"$0\")/calls\"", $"export ASYNCLOAD_AGAINST='{against}'; ");

        Assert.Equal([$"run my profile.json --shard 1/4 --output {Share}{words} --no-progress --no-color", words.Length > 0 ? "10" : "8"], Calls);
    }

    // The script stands where a command is looked for, and under the name that is called.
    private async Task<int?> RunAsync(string script, string before = "")
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        var command = Path.Combine(folder, "asyncload");
        await File.WriteAllTextAsync(command, $"#!/bin/sh\necho \"$@\" >> \"$(dirname \"$0\")/calls\"\n{script}\n", TestContext.Current.CancellationToken);
        var share = Path.Combine(Repository.Root, "deploy", "share");
        string[] words = ["-c", $"chmod +x \"$1\"; PATH=\"$(dirname \"$1\"):$PATH\"; export ASYNCLOAD=\"$1\"; {before}exec sh \"$2\" \"my profile.json\" \"$3\" 1 4", "sh", command, share, Runs];
        return (await ToolProcess.RunAsync("/bin/sh", words, folder, Duration.FromSeconds(60), TestContext.Current.CancellationToken)).ExitCode;
    }
}
