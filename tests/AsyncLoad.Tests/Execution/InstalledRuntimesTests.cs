using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Which runtime is taken where there are several.</summary>
public sealed class InstalledRuntimesTests : IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("asyncload-roots-").FullName;

    public void Dispose() => Directory.Delete(root, recursive: true);

    [Fact]
    public void The_newest_of_a_framework_is_taken_by_number_and_a_preview_comes_before_its_version()
    {
        Lay("8.0.9", "8.0.33", "99.0.0-preview.9.1", "99.0.0-preview.10.1", "98.0.0-rc.1", "98.0.0", "not-a-version");

        Assert.Equal(new InstalledRuntime("8.0.33", root), InstalledRuntimes.Newest("net8.0", InstalledRuntimes.All(root)));
        Assert.Equal("99.0.0-preview.10.1", InstalledRuntimes.Newest("net99.0", InstalledRuntimes.All(root))!.Version);
        Assert.Equal("98.0.0", InstalledRuntimes.Newest("net98.0", InstalledRuntimes.All(root))!.Version);
        Assert.Null(InstalledRuntimes.Newest("net97.0", InstalledRuntimes.All(root)));
        Assert.DoesNotContain(InstalledRuntimes.All(root), runtime => runtime.Version == "not-a-version");
    }

    [Fact]
    public void The_runtime_of_this_program_is_there_and_a_root_comes_before_it()
    {
        var own = InstalledRuntimes.Newest("net10.0", InstalledRuntimes.All(null))!;
        Assert.Null(own.Root);
        Lay("10.0.1");

        Assert.Equal(new InstalledRuntime("10.0.1", root), InstalledRuntimes.Newest("net10.0", InstalledRuntimes.All(root)));
        Assert.Contains(own, InstalledRuntimes.All(root));
    }

    [Fact]
    public void A_folder_without_dotnet_is_no_root()
    {
        Assert.Contains("holds no dotnet", InstalledRuntimes.Problem(root), StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(root, InstalledRuntimes.MuxerName), "");
        Assert.Null(InstalledRuntimes.Problem(root));
    }

    [Theory]
    [InlineData("8.0.33", "net8.0", true)]
    [InlineData("10.0.14", "net9.0", true)]
    [InlineData("9.0.22", "net10.0", false)]
    public void Newer_runtimes_run_what_is_built_for_older_ones(string version, string framework, bool runs) =>
        Assert.Equal(runs, new InstalledRuntime(version, null).Runs(framework));

    [Fact]
    public void Each_runtime_and_compiler_has_its_build_and_is_started_on_exactly_the_version_that_was_found()
    {
        var older = HostLaunch.On(new RuntimeSettings("net9.0", Version: "9.0.22", Root: root));
        var suspending = HostLaunch.On(new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync, "10.0.12"));

        Assert.Equal((HostBuild.AnyRuntime, HostBuild.RuntimeAsync), (older.Build, suspending.Build));
        Assert.Equal((Path.Combine(root, InstalledRuntimes.MuxerName), HostFiles.Muxer), (older.Program, suspending.Program));
        Assert.Equal("1", HostEnvironment.Of(suspending)[HostEnvironment.RuntimeAsync]);
        Assert.DoesNotContain(HostEnvironment.RuntimeAsync, HostEnvironment.Of(older).Keys);
        Assert.DoesNotContain(HostEnvironment.RuntimeAsync, HostEnvironment.Of(HostLaunch.Plain).Keys);
    }

    [Fact]
    public async Task What_cannot_be_measured_on_says_why_without_being_started()
    {
        var old = await RuntimeProbe.FindAsync(new RuntimeSettings("net9.0", HostCompiler.RuntimeAsync), null, _ => throw new InvalidOperationException("it was started"));

        Assert.Equal("runtime async came with net10.0: net9.0 cannot run what is compiled for it", old.Missing);
        Assert.Null(old.Runtime.Version);
        Assert.Null(old.Catalogue);
    }

    [Fact]
    public void How_a_process_failed_that_was_to_describe_itself_is_said_in_one_line()
    {
        Assert.Equal("it did not answer within 30s during describe", RuntimeProbe.Said(new CellOutcome.TimedOut("describe", Duration.FromSeconds(30), "")));
        Assert.Equal("You must install .NET", RuntimeProbe.Said(new CellOutcome.Crashed("start", 150, null, null, "\n  You must install .NET\n  App: host")));
    }

    private void Lay(params IEnumerable<string> versions)
    {
        foreach (var version in versions) Directory.CreateDirectory(Path.Combine(root, "shared", "Microsoft.NETCore.App", version));
    }
}
