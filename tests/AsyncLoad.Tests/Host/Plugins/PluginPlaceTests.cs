using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What benchmark classes find around them in a measured process: their folder, and the thread of their set-up.</summary>
[Collection(nameof(WholeProcess))]
public sealed class PluginPlaceTests : IDisposable
{
    private readonly CountingHost host = new() { Plugins = FixturePlugins.Set(FixturePlugins.ClassShapes) };

    public void Dispose() => host.Dispose();

    [Theory]
    [InlineData("BaseDirectory")]
    [InlineData("Domain")]
    [InlineData("CurrentDirectory")]
    [InlineData("Assembly")]
    public void Files_beside_a_plug_in_are_found(string place) =>
        Assert.Equal("seven..", host.Prepare("words", "first", Arguments.Of(("Place", place)), new LoadSettings.Sequential()).Value);

    [Fact]
    public void Values_of_parameters_come_from_files_beside_it()
    {
        var described = host.Ask<HostReply.Described>(new HostRequest.Describe(host.Plugins)).Catalogue;

        Assert.Equal(["seven..", "second"], Assert.Single(described.Workloads.Single(workload => workload.Id == "words-as-parameters").Parameters).Values);
    }

    [Fact]
    public void Under_the_sequential_load_operations_run_on_the_thread_of_set_up_and_so_does_clean_up()
    {
        Assert.Equal("17", host.Prepare("thread-bound", "length", Arguments.None, new LoadSettings.Sequential()).Value);

        host.Count(1_000);
        host.Ask<HostReply.Finished>(new HostRequest.Finish());
    }

    [Fact]
    public void Under_another_load_the_failure_names_the_state_that_is_bound_to_a_thread()
    {
        host.Prepare("thread-bound", "length", Arguments.None, new LoadSettings.ParallelFor());

        var failed = Assert.Throws<InvalidOperationException>(() => host.Count(1_000));

        Assert.Contains(
            "ThreadBound keeps state in Flowing, Local, bound, which only the thread or the async flow of its set-up sees, and under parallelFor operations run on others: use --load sequential, or keep it in fields of the instance",
            failed.Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_port_that_is_taken_is_said_to_be_so_by_the_other_side_or_instance()
    {
        var failed = Assert.Throws<InvalidOperationException>(() => host.Prepare("taken-port", "get", Arguments.None, new LoadSettings.Sequential()));

        Assert.Contains(
            "both sides of a comparison are alive at once, and so are the instances of workers, so a fixed port, file or database name is taken: use port 0, or a name with the process id and a number",
            failed.Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("sequential", false, "use port 0, or a name with the process id and a number, or measure the sides one after the other (--in-turn)")]
    [InlineData("parallelFor", false, "use port 0, or a name with the process id and a number, or measure the sides one after the other (--in-turn and --shared-instance)")]
    [InlineData("sequential", true, "the sides are measured one after the other, so another program has the port, file or database, or an earlier process has not given it back: close it in the clean-up")]
    [InlineData("parallelFor", true, "the instances of workers are alive at once, so a fixed port, file or database name is taken: use port 0, or a name with the process id and a number, or give all workers one instance (--shared-instance)")]
    public void What_to_do_about_it_is_what_helps_here(string load, bool inTurn, string remedy)
    {
        LoadSettings settings = load == "sequential" ? new LoadSettings.Sequential() : new LoadSettings.ParallelFor();
        var cell = new Cell("c", "taken-port", "get", new Dictionary<string, string>(), settings, PressureSettings.Calm, GcSettings.Default);

        var failed = Assert.Throws<InvalidOperationException>(() => host.Ask<HostReply.Prepared>(new HostRequest.Prepare(cell, host.Plugins, Alive: inTurn ? 1 : 2)));

        Assert.Contains(remedy + "\n", failed.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_that_is_there_already_is_said_to_be_so_too() => Assert.Contains(
        "so a fixed port, file or database name is taken",
        Assert.Throws<InvalidOperationException>(() => host.Prepare("taken-file", "get", Arguments.None, new LoadSettings.Sequential())).Message,
        StringComparison.Ordinal);
}
