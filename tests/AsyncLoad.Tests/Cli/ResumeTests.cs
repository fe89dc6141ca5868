using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Runs that were cut short and cannot go on. Those that can are taken up by the end-to-end tests.</summary>
public sealed class ResumeTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-resume-").FullName;

    private string Folder => Path.Combine(parent, "run");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Theory]
    [InlineData(null)]
    [InlineData("laid-out")]
    public async Task A_runtime_that_is_not_there_any_more_is_not_forced(string? root)
    {
        Begin(new RuntimeSettings("net98.0", Version: "98.0.1", Root: root is null ? null : Path.Combine(parent, root)));

        var run = await CommandRun.Of("run", "--resume", Folder, "--force");

        Assert.Equal(ExitCode.Refused, run.Code);
        Assert.StartsWith($"error: {Folder} cannot be resumed: ", run.Error, StringComparison.Ordinal);
        Assert.Contains("net98.0", run.Error, StringComparison.Ordinal);
        Assert.Matches("is (no longer installed|missing): ", run.Error);
        Assert.Equal(RunStatus.Interrupted, RunReader.Read(Folder).Manifest.Status);
    }

    [Theory]
    [InlineData("Mine.dll", "the plug-in {0} is not the build that the run was planned with")]
    [InlineData("Shop.dll", "a library beside the plug-in {0} is not the one that the run was planned with")]
    public async Task A_plug_in_of_another_build_is_not_forced(string changed, string reason)
    {
        var plugin = Path.Combine(parent, "Mine.dll");
        foreach (var file in new[] { "Mine.dll", "Shop.dll" }) await File.WriteAllTextAsync(Path.Combine(parent, file), "one", TestContext.Current.CancellationToken);
        Begin(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()) with { Plugins = new PluginSet([PluginFiles.Read(plugin)]) });
        await File.WriteAllTextAsync(Path.Combine(parent, changed), "two", TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("run", "--resume", Folder, "--force");

        Assert.Equal(ExitCode.Refused, run.Code);
        Assert.StartsWith($"error: {Folder} cannot be resumed: {string.Format(System.Globalization.CultureInfo.InvariantCulture, reason, plugin)}", run.Error, StringComparison.Ordinal);
        Assert.Equal(RunStatus.Interrupted, RunReader.Read(Folder).Manifest.Status);
    }

    [Fault(5)]
    [Fact]
    public async Task A_run_that_is_called_complete_and_lacks_a_trace_goes_on()
    {
        var plan = SyntheticRun.PlanOf([1], SyntheticRun.ComparisonOf()) with { Traced = [new TracedCell(SyntheticRun.Id, Side.Candidate)] };
        using (var writer = RunWriter.Create(Folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)))
        {
            writer.Append(SyntheticRun.PairOf(1, 0.5));
            writer.Append(SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000))));
            writer.Finish(RunStatus.Complete, SyntheticRun.Noon);
        }

        Assert.Equal(Folder, UnfinishedRun.Read(Folder).Folder);
        Directory.CreateDirectory(Path.Combine(Folder, "traces"));
        await File.WriteAllBytesAsync(Path.Combine(Folder, "traces", "a.nettrace"), TraceFixture.Bytes(TraceFixture.ValueTasks), TestContext.Current.CancellationToken);
        var done = Assert.Throws<CommandFailedException>(() => UnfinishedRun.Read(Folder));
        Assert.Equal((ExitCode.NothingRan, true), (done.Code, done.Message.Contains("is complete: nothing is left to measure", StringComparison.Ordinal)));
    }

    private void Begin(RuntimeSettings runtime) => Begin(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOn(runtime)));

    private void Begin(Plan plan)
    {
        var manifest = SyntheticRun.Evidence(plan).Manifest with { Status = RunStatus.Interrupted };
        RunWriter.Create(Folder, manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)).Dispose();
    }
}
