using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>deploy/slurm/submit</c> gives to Slurm, for which a script of a few lines stands here.</summary>
public sealed class DeploySubmitTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-submit-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("map call-chain await-task await-value-task --pairs 6")]
    [InlineData("selfcheck")]
    public async Task A_command_goes_to_each_share_as_one_word(string command)
    {
        var calls = await SubmitAsync(command);

        Assert.Contains($"<{command}>", calls[0], StringComparison.Ordinal);
        Assert.Contains("<--array=1-3>", calls[0], StringComparison.Ordinal);
        Assert.Contains("<--dependency=afterany:7>", calls[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_profile_goes_there_by_its_whole_path()
    {
        await File.WriteAllTextAsync(Path.Combine(folder, "map.json"), "{}", TestContext.Current.CancellationToken);

        var calls = await SubmitAsync("map.json");

        Assert.Contains($"<{Path.Combine(folder, "map.json")}>", calls[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Options_that_choose_among_shares_are_not_for_the_job_that_joins_them()
    {
        var calls = await SubmitAsync("selfcheck", "--array=1-3%2 --dependency=afterok:5 --time=10", id: "7;north");

        Assert.EndsWith("<3>", calls[0], StringComparison.Ordinal);
        Assert.Contains("<--array=1-3><", calls[0], StringComparison.Ordinal);
        Assert.Contains("<--array=1-3%2><--dependency=afterok:5><--time=10>", calls[0], StringComparison.Ordinal);
        Assert.DoesNotContain("--array", calls[1], StringComparison.Ordinal);
        Assert.Contains("<--dependency=afterok:5><--time=10><--dependency=afterany:7>", calls[1], StringComparison.Ordinal);
    }

    // Each call is a line, each of its words in angle brackets; both jobs have the number 7.
    private async Task<string[]> SubmitAsync(string what, string options = "", string id = "7")
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        var sbatch = Path.Combine(folder, "sbatch");
        await File.WriteAllTextAsync(sbatch, $"#!/bin/sh\n{{ printf '<%s>' \"$@\"; echo; }} >> \"$(dirname \"$0\")/calls\"\necho '{id}'\n", TestContext.Current.CancellationToken);
        string[] words = ["-c", "chmod +x \"$1\"; PATH=\"$(dirname \"$1\"):$PATH\"; exec \"$2\" \"$3\" runs 3 $4", "sh", sbatch, Path.Combine(Repository.Root, "deploy", "slurm", "submit"), what, options];
        var ended = await ToolProcess.RunAsync("/bin/sh", words, folder, Duration.FromSeconds(600), TestContext.Current.CancellationToken);
        Assert.Equal((0, "7 7"), (ended.ExitCode, ended.Output.Trim()));
        return await File.ReadAllLinesAsync(Path.Combine(folder, "calls"), TestContext.Current.CancellationToken);
    }
}
