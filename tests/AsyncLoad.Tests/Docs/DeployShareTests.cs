using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
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

    // A * of a command is no file of the folder that it is called in.
    [Theory]
    [InlineData("map call-chain await-task await-value-task --only *calm*")]
    [InlineData("map")]
    [InlineData("selfcheck --seed 7")]
    [InlineData("selfcheck")]
    public async Task A_map_and_a_selfcheck_are_measured_in_shares_by_their_commands(string command)
    {
        await File.WriteAllTextAsync(Path.Combine(folder, "a-calm-file"), "", TestContext.Current.CancellationToken);

        Assert.Equal(0, await RunAsync("exit 2", "export ASYNCLOAD_AGAINST=main; ", command));

        Assert.Equal([$"{command} --shard 1/4 --output {Share} --no-progress --no-color"], Calls);
    }

    [Fact]
    public async Task A_map_that_was_cut_short_goes_on_in_its_folder()
    {
        Write(RunStatus.Interrupted);

        Assert.Equal(0, await RunAsync("exit 0", what: "map call-chain"));

        Assert.Equal([$"run --resume {Share} --no-progress --no-color"], Calls);
    }

    [Theory]
    [InlineData("maps.json")]
    [InlineData("selfchecked.json")]
    public async Task A_profile_may_begin_with_the_name_of_a_command(string profile)
    {
        Assert.Equal(0, await RunAsync("exit 0", what: profile));

        Assert.StartsWith($"run {profile} --shard", Calls[0], StringComparison.Ordinal);
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

    [Fact]
    public async Task A_share_that_cannot_go_on_here_is_put_aside_and_begun_anew()
    {
        Write(RunStatus.Interrupted);

        Assert.Equal(0, await RunAsync("[ \"$2\" != --resume ] || exit 6"));

        Assert.Equal(["run", "run"], Calls.Select(call => call.Split(' ')[0]));
        Assert.True(Directory.Exists(Path.Combine(Runs, "aside-shard-1-1")));
    }

    [Fact]
    public async Task A_share_that_came_to_its_end_with_a_refused_comparison_is_not_measured_again()
    {
        Write(RunStatus.Complete);

        Assert.Equal(6, await RunAsync("[ \"$2\" != --resume ] || exit 6"));

        Assert.Equal([$"run --resume {Share} --no-progress --no-color"], Calls);
        Assert.True(Directory.Exists(Share));
    }

    [Theory]
    [InlineData(2, 0)]
    [InlineData(6, 6)]
    [InlineData(10, 10)]
    public async Task A_share_that_is_done_ends_as_its_report_does(int ends, int code)
    {
        Write(RunStatus.Complete);

        Assert.Equal(code, await RunAsync($"[ \"$2\" != --resume ] || exit 8; exit {ends}"));

        Assert.Equal([$"run --resume {Share} --no-progress --no-color", $"report {Share} --no-progress --no-color"], Calls);
    }

    [Fact]
    public async Task A_share_whose_measured_process_died_is_put_aside_and_begun_anew()
    {
        Write(RunStatus.Complete);

        Assert.Equal(0, await RunAsync("[ \"$2\" != --resume ] || exit 8; [ \"$1\" != report ] || exit 7"));

        Assert.Equal(["run", "report", "run"], Calls.Select(call => call.Split(' ')[0]));
        Assert.True(Directory.Exists(Path.Combine(Runs, "aside-shard-1-1")));
    }

    private void Write(RunStatus status)
    {
        var manifest = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf())).Manifest;
        RunWriter.Create(Share, manifest with { Status = status }, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)).Dispose();
    }

    // The script stands where a command is looked for, and under the name that is called.
    private async Task<int?> RunAsync(string script, string before = "", string what = "my profile.json")
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        var command = Path.Combine(folder, "asyncload");
        await File.WriteAllTextAsync(command, $"#!/bin/sh\necho \"$@\" >> \"$(dirname \"$0\")/calls\"\n{script}\n", TestContext.Current.CancellationToken);
        var share = Path.Combine(Repository.Root, "deploy", "share");
        string[] words = ["-c", $"chmod +x \"$1\"; PATH=\"$(dirname \"$1\"):$PATH\"; export ASYNCLOAD=\"$1\"; {before}exec sh \"$2\" \"$4\" \"$3\" 1 4", "sh", command, share, Runs, what];
        return (await ToolProcess.RunAsync("/bin/sh", words, folder, Duration.FromSeconds(600), TestContext.Current.CancellationToken)).ExitCode;
    }
}
