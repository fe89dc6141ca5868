using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public sealed class TopologyTests
{
    [Theory]
    [InlineData("two-cores", "2 processors, 2 cores, 2 fast, 1 caches, quota ")]
    [InlineData("four-cores-eight-threads", "8 processors, 4 cores, 4 fast, 1 caches, quota ")]
    [InlineData("hybrid-laptop", "16 processors, 12 cores, 4 fast, 1 caches, quota ")]
    [InlineData("two-sockets-siblings-apart", "32 processors, 16 cores, 16 fast, 2 caches, quota ")]
    [InlineData("two-sockets-siblings-adjacent", "16 processors, 8 cores, 8 fast, 2 caches, quota ")]
    [InlineData("arm-128-cores", "128 processors, 128 cores, 128 fast, 4 caches, quota ")]
    [InlineData("arm-big-little", "20 processors, 20 cores, 10 fast, 2 caches, quota ")]
    [InlineData("container-with-quota", "16 processors, 8 cores, 8 fast, 1 caches, quota 5")]
    [InlineData("container-with-cpuset", "4 processors, 2 cores, 2 fast, 1 caches, quota ")]
    public void A_recorded_machine_is_read_by_what_its_processors_share(string machine, string expected)
    {
        var topology = RecordedMachine.Read(machine);
        var caches = topology.Processors.DistinctBy(processor => processor.Cache).Count();
        Assert.Equal(expected, FormattableString.Invariant($"{topology.Processors.Count} processors, {topology.Cores.Count()} cores, {topology.Cores.Count(core => core.Fast)} fast, {caches} caches, quota {topology.Quota}"));
    }

    [Fact]
    public void Every_recorded_machine_has_processors() => Assert.All(RecordedMachine.All, machine => Assert.NotEmpty(RecordedMachine.Read(machine).Processors));

    [Fact]
    public void Older_kernels_and_machines_that_tell_little_are_read_too()
    {
        using var folder = new MachineFolder();
        folder.With("proc/self/status", "Cpus_allowed_list:\t0-3\n");
        foreach (var cpu in new[] { 0, 1, 2, 3 })
        {
            folder.With($"sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list", cpu < 2 ? "0-1\n" : "2-3\n");
            folder.With($"sys/devices/system/cpu/cpu{cpu}/topology/core_siblings_list", "0-3\n");
        }

        Assert.Equal(
            [new LogicalProcessor(0, 0, 0, true), new LogicalProcessor(1, 0, 0, true), new LogicalProcessor(2, 2, 0, true), new LogicalProcessor(3, 2, 0, true)],
            Topology.Read(folder.Files)!.Processors);
    }

    [Fact]
    public void A_system_that_does_not_tell_has_no_topology()
    {
        using var folder = new MachineFolder();
        Assert.Null(Topology.Read(folder.Files));
    }

    // A container with a quota may list so many from 0 on, whichever it may use.
    [Theory]
    [InlineData("0-1", "4,5,6,7")]
    [InlineData("0-5", "4,5")]
    [InlineData("", "4,5,6,7")]
    public void Processors_that_are_switched_off_are_left_out_unless_that_leaves_none(string online, string used)
    {
        using var folder = new MachineFolder();
        folder.With("proc/self/status", "Cpus_allowed_list:\t4-7\n").With("sys/devices/system/cpu/online", $"{online}\n");

        Assert.Equal(used, string.Join(',', Topology.Read(folder.Files)!.Processors.Select(processor => processor.Number)));
    }

    [Theory]
    [InlineData("0-3,8,10-11\n", new[] { 0, 1, 2, 3, 8, 10, 11 })]
    [InlineData("5", new[] { 5 })]
    [InlineData("", new int[0])]
    [InlineData("3-1", null)]
    [InlineData("1-2-3", null)]
    [InlineData("-1", null)]
    [InlineData("a", null)]
    [InlineData("0-99999999", null)]
    public void Lists_of_processors_are_read(string text, int[]? numbers) => Assert.Equal(numbers, ProcessorList.Parse(text));

    [Fact]
    public void Lists_of_processors_are_written_as_they_are_read() =>
        Assert.All(["0", "0-3,8,10-11", "1,3,5"], text => Assert.Equal(text, ProcessorList.Text(ProcessorList.Parse(text)!)));
}
