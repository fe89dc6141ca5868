using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What a run says of itself, by plans of which nothing can be measured.</summary>
public sealed class RunMeasurementTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-measurement-").FullName;

    private string Folder => Path.Combine(parent, "run");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fact]
    public async Task A_disk_that_is_too_small_is_refused_and_whoever_forces_it_is_reminded()
    {
        var plan = SyntheticRun.PlanOf([6]) with { Forecast = new Forecast(default, default, new ByteSize(1L << 60), default) };
        var refused = await Assert.ThrowsAsync<CommandFailedException>(() => MeasureAsync(plan, forced: false));
        Assert.Equal(ExitCode.OutputUnwritable, refused.Code);
        Assert.Contains("the run needs 1,152,921,505 GB", refused.Message, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Folder));

        var manifest = await MeasureAsync(plan, forced: true);

        Assert.StartsWith("the run needs 1,152,921,505 GB", Assert.Single(manifest.Environment!.Forced), StringComparison.Ordinal);
        Assert.Contains(manifest.Warnings, warning => warning.StartsWith("Measured with --force although this was refused: the run needs", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_a_plan_does_without_is_no_oddity_of_the_place()
    {
        var plan = SyntheticRun.PlanOf([6]) with { Skipped = [new("one/of-net98.0", "net98.0 is nowhere")], Runtimes = [new("net98.0", null, "net98.0 is nowhere")] };

        var manifest = await MeasureAsync(plan, forced: false);

        Assert.DoesNotContain(manifest.Warnings, warning => warning.Contains("net98.0", StringComparison.Ordinal));
        Assert.Equal("net98.0 is nowhere", Assert.Single(manifest.Plan.Skipped!).Reason);
    }

    [Fact]
    public async Task A_missing_file_of_the_measured_process_is_no_run_folder_that_cannot_be_written()
    {
        Assert.SkipWhen(HostFiles.IsThere(HostBuild.AnyRuntime), "the build for all runtimes is beside these tests");
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOn(new RuntimeSettings("net8.0")));

        var missing = await Assert.ThrowsAsync<FileNotFoundException>(() => MeasureAsync(plan, forced: false));

        Assert.Contains("is missing: build the solution", missing.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Whoever_forces_a_run_to_go_on_elsewhere_is_reminded_in_its_manifest()
    {
        var begun = SyntheticRun.Evidence(SyntheticRun.PlanOf([6])).Manifest with { Status = RunStatus.Interrupted };
        RunWriter.Create(Folder, begun, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)).Dispose();
        var request = new RunRequest(new RunSubject.Unfinished(Folder), [], new PlanOptions(), Output: null, Quiet, Forced: true);
        var prepared = await new Preparation(Services()).PrepareAsync(request, TestContext.Current.CancellationToken);

        await new RunMeasurement(Services(), CommandRun.Sound with { Forced = [prepared.Forced!] }).RunAsync(prepared, request, TestContext.Current.CancellationToken);

        var warning = Assert.Single(RunReader.Read(Folder).Manifest.Warnings, words => words.Contains("--force", StringComparison.Ordinal));
        Assert.StartsWith("Measured with --force although this was refused: the run was started on another machine (abc, this is ", warning, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_another_one_completes_first_has_nothing_left_to_measure()
    {
        var begun = SyntheticRun.Evidence(SyntheticRun.PlanOf([6])).Manifest with { Status = RunStatus.Interrupted };
        RunWriter.Create(Folder, begun, TestCatalogue.Own, Profiles.Good(Profiles.Smallest)).Dispose();
        var request = new RunRequest(new RunSubject.Unfinished(Folder), [], new PlanOptions(), Output: null, Quiet, Forced: true);
        var prepared = await new Preparation(Services()).PrepareAsync(request, TestContext.Current.CancellationToken);
        using (var other = RunWriter.Resume(Folder, () => new([], []), SyntheticRun.Noon)) other.Finish(RunStatus.Complete, SyntheticRun.Noon);

        var failure = await Assert.ThrowsAsync<CommandFailedException>(
            () => new RunMeasurement(Services(), CommandRun.Sound).RunAsync(prepared, request, TestContext.Current.CancellationToken));

        Assert.Equal((ExitCode.NothingRan, $"{Folder} was completed by another run meanwhile"), (failure.Code, failure.Message));
    }

    private static OutputStyle Quiet { get; } = new(OutputFormat.Text, Verbosity.Quiet, Color: false, Progress: false);

    private CliServices Services()
    {
        var terminal = new Terminal(TextWriter.Null, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true);
        return new CliServices(
            terminal,
            _ => Task.FromResult(TestCatalogue.Own),
            () => null,
            () => null,
            _ => Task.FromResult(CommandRun.Sound),
            parent);
    }

    private async Task<RunManifest> MeasureAsync(Plan plan, bool forced)
    {
        var request = new RunRequest(new RunSubject.ProfileFile(Profiles.Name), [], new PlanOptions(), Folder, Quiet, forced);
        var prepared = new Prepared(TestCatalogue.Own, Profiles.Good(Profiles.Smallest), plan);
        var folder = await new RunMeasurement(Services(), CommandRun.Sound).RunAsync(prepared, request, TestContext.Current.CancellationToken);
        return RunReader.Read(folder).Manifest;
    }
}
