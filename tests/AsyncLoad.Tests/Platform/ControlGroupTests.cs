using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public sealed class ControlGroupTests : IDisposable
{
    private readonly MachineFolder machine = new();

    private ControlGroup Group => new(machine.Files);

    public void Dispose() => machine.Dispose();

    [Fact]
    public void Without_a_group_nothing_is_limited()
    {
        Assert.Null(Group.CpuLimit());
        Assert.Null(Group.Throttling());
        Assert.Null(Group.Path);
    }

    [Fact]
    public void In_version_2_the_tightest_quota_on_the_way_up_counts()
    {
        machine
            .With("proc/self/cgroup", "0::/pod/own\n")
            .With("sys/fs/cgroup/pod/own/cpu.max", "max 100000\n")
            .With("sys/fs/cgroup/pod/cpu.max", "150000 100000\n")
            .With("sys/fs/cgroup/pod/own/cpu.stat", "nr_periods 9\nnr_throttled 0\nthrottled_usec 0\n")
            .With("sys/fs/cgroup/pod/cpu.stat", "nr_periods 9\nnr_throttled 5\nthrottled_usec 77\n")
            .With("sys/fs/cgroup/cpu.stat", "usage_usec 5\n");

        Assert.Equal(1.5, Group.CpuLimit());
        Assert.Equal(new Throttling(5, new Nanoseconds(77_000)), Group.Throttling());
    }

    [Fault(3)]
    [Theory]
    [InlineData("0::/pod/own\n", "sys/fs/cgroup/pod/own/memory.events", "low 0\noom 2\noom_kill 2\noom_group_kill 0\n")]
    [InlineData("4:memory:/pod/own\n0::/\n", "sys/fs/cgroup/memory/pod/own/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n")]
    [InlineData("4:memory:/host/0a1b\n", "sys/fs/cgroup/memory/memory.oom_control", "oom_kill_disable 0\noom_kill 2\n")]
    public void What_the_kernel_killed_for_want_of_memory_is_counted_in_both_versions(string membership, string file, string text)
    {
        Assert.Null(Group.MemoryKills());
        machine.With("proc/self/cgroup", membership).With(file, text);

        Assert.Equal(2, Group.MemoryKills());
    }

    [Theory]
    [InlineData("0::/pod/own\n", "sys/fs/cgroup/pod", "sys/fs/cgroup/pod/own")]
    [InlineData("4:pids:/pod/own\n0::/\n", "sys/fs/cgroup/pids/pod", "sys/fs/cgroup/pids/pod/own")]
    [InlineData("4:pids:/host/0a1b\n", "sys/fs/cgroup/pids", "sys/fs/cgroup/pids/other")]
    public void Processes_and_threads_are_limited_by_the_tightest_on_the_way_up(string membership, string limited, string unlimited)
    {
        machine.With("proc/self/cgroup", membership).With($"{unlimited}/pids.max", "max\n").With($"{unlimited}/pids.current", "30\n");
        Assert.Null(Group.FreeTasks());
        machine.With($"{limited}/pids.max", "100\n").With($"{limited}/pids.current", "40\n");

        Assert.Equal(60, Group.FreeTasks());
    }

    [Theory]
    [InlineData(null, null)]
    [InlineData(128L, null)]
    [InlineData(127L, "this container or service may have only 127 more processes and threads, and asyncload needs 128: raise the limit (docker run --pids-limit, or pids.max of its control group), or end other processes")]
    [InlineData(-1L, "this container or service may have only 0 more processes and threads, and asyncload needs 128: raise the limit (docker run --pids-limit, or pids.max of its control group), or end other processes")]
    public void Too_few_processes_and_threads_are_refused(long? free, string? refusal) => Assert.Equal(refusal, ProcessLimits.OfGroup(free));

    [Fact]
    public void In_a_container_the_path_may_be_the_hosts_and_the_mount_is_what_there_is()
    {
        machine.With("proc/self/cgroup", "0::/../host/docker/0a1b\n").With("sys/fs/cgroup/cpu.max", "50000 100000\n");

        Assert.Equal(0.5, Group.CpuLimit());
    }

    [Theory]
    [InlineData("cpu,cpuacct")]
    [InlineData("cpuacct,cpu")]
    [InlineData("cpu")]
    public void In_version_1_quota_and_period_have_files_of_their_own(string controllers)
    {
        machine
            .With("proc/self/cgroup", $"9:name=systemd:/\n3:cpuset:/docker/0a1b\n4:{controllers}:/docker/0a1b\n0::/\n")
            .With($"sys/fs/cgroup/{controllers}/cpu.cfs_quota_us", "250000\n")
            .With($"sys/fs/cgroup/{controllers}/cpu.cfs_period_us", "100000\n")
            .With($"sys/fs/cgroup/{controllers}/cpu.stat", "nr_periods 9\nnr_throttled 2\nthrottled_time 4000\n");

        Assert.Equal(2.5, Group.CpuLimit());
        Assert.Equal(new Throttling(2, new Nanoseconds(4_000)), Group.Throttling());
        Assert.Equal("/docker/0a1b", Group.Path);
    }

    [Theory]
    [InlineData("max 100000", null)]
    [InlineData("150000 100000", 1.5)]
    [InlineData("150000 0", null)]
    [InlineData("150000", null)]
    [InlineData("-1 100000", null)]
    [InlineData("", null)]
    [InlineData(null, null)]
    public void A_quota_is_a_number_of_cores(string? text, double? cores) => Assert.Equal(cores, ControlGroup.QuotaOf(text));

    [Fact]
    public void Whatever_the_files_hold_is_read_without_a_fault()
    {
        var property = Prop.ForAll<string>(text =>
        {
            using var odd = new MachineFolder();
            var garbage = text ?? "";
            odd.With("proc/self/cgroup", $"0::/\n{garbage}\n1:cpu:/x{garbage.Replace('\0', ' ')}").With("sys/fs/cgroup/cpu/cpu.stat", garbage).With("proc/stat", $"cpu  1 2 3 4 5 6 7 8\n{garbage}").With("proc/cpuinfo", garbage);
            var group = new ControlGroup(odd.Files);
            return group.CpuLimit() is null or > 0 && group.Throttling() is null or { Periods: >= 0 } && MachineReading.Read(odd.Files) is not null;
        });
        Check.One(Config.QuickThrowOnFailure.WithReplay(11, 13), property);
    }

    [Fact]
    public void A_container_is_told_by_what_it_leaves()
    {
        Assert.Null(PlaceProbe.Container(machine.Files, null));
        Assert.Equal(PlaceProbe.ContainerVariable, PlaceProbe.Container(machine.Files, "true"));
        machine.With("proc/self/cgroup", "0::/system.slice/docker-0a1b.scope\n");
        Assert.Equal("control group /system.slice/docker-0a1b.scope", PlaceProbe.Container(machine.Files, "true"));
        machine.With("run/.containerenv", "");
        Assert.Equal("/run/.containerenv", PlaceProbe.Container(machine.Files, null));
        machine.With(".dockerenv", "");
        Assert.Equal("/.dockerenv", PlaceProbe.Container(machine.Files, null));
    }

    [Fact]
    public void A_virtual_machine_is_told_by_its_processor()
    {
        Assert.Null(PlaceProbe.VirtualMachine(machine.Files));
        machine.With("proc/cpuinfo", "flags\t\t: fpu hypervisor lm\n");
        Assert.True(PlaceProbe.VirtualMachine(machine.Files));
        machine.With("proc/cpuinfo", "flags\t\t: fpu lm\n");
        Assert.False(PlaceProbe.VirtualMachine(machine.Files));
    }
}
