using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>docs/evidence/reliability.md, row 17.</summary>
[Fault(17)]
public sealed class MachineReadingTests : IDisposable
{
    private const string Statistics = "cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 50 0 50 400 0 0 0 0 0 0\ncpu1 50 0 50 400 0 0 0 0 0 0\nintr 1\n";

    private readonly MachineFolder machine = new();

    public void Dispose() => machine.Dispose();

    [Fact]
    public void Between_two_readings_lies_what_others_did()
    {
        machine
            .With("proc/stat", Statistics)
            .With("proc/self/stat", "7 (asyncload) S 1 1 1 1 1 1 1 1 1 1 10 5 20 5 0")
            .With("proc/self/cgroup", "0::/a\n")
            .With("sys/fs/cgroup/a/cpu.stat", "usage_usec 9\nnr_periods 4\nnr_throttled 1\nthrottled_usec 1000\n")
            .With("proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=100\nfull avg10=0.00 total=0\n");
        var before = MachineReading.Read(machine.Files);
        machine
            .With("proc/stat", Statistics.Replace("cpu  100 0 100 800 0 0 0 0", "cpu  180 0 120 880 0 0 0 20", StringComparison.Ordinal))
            .With("proc/self/stat", "7 (asyncload) S 1 1 1 1 1 1 1 1 1 1 15 10 60 15 0")
            .With("sys/fs/cgroup/a/cpu.stat", "nr_throttled 3\nthrottled_usec 51000\n")
            .With("proc/loadavg", "1.25 0.50 0.25 1/200 4711\n")
            .With("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "800000\n")
            .With("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "3200000\n");
        var after = MachineReading.Read(machine.Files)! with { At = before!.At + TimeSpan.FromSeconds(2) };

        var found = MachineReading.Between(before, after)!;

        // 200 ticks of two cores: 100 busy, of them 5 + 5 + 40 + 10 by this program and its children that ended.
        Assert.Equal(2 * (100 - 60) / 200.0, found.OtherCores!.Value, 12);
        Assert.Equal(0.1, found.StolenShare);
        Assert.Equal(new Throttling(2, new Nanoseconds(50_000_000)), found.Throttling);
        Assert.Equal(1.25, found.Load);
        Assert.Equal(new ClockFrequencies(800, 2_000, 3_200), found.Clock);
        Assert.Equal(0, found.MemoryStall);
        Assert.Equal(2, found.Over.Seconds);
    }

    [Fact]
    public void Where_there_is_no_proc_nothing_is_told()
    {
        Assert.Null(MachineReading.Read(machine.Files));
        Assert.Null(MachineReading.Between(null, null));
    }

    [Fact]
    public void What_is_missing_or_odd_is_null_and_the_rest_is_told()
    {
        machine.With("proc/stat", Statistics).With("proc/loadavg", "load\n").With("proc/cpuinfo", "cpu MHz : none\n").With("proc/pressure/memory", "some total=-1\n");
        var before = MachineReading.Read(machine.Files)!;
        var after = before with { At = before.At + TimeSpan.FromSeconds(1), Processors = before.Processors with { All = 1_200, Idle = 900 } };

        var found = MachineReading.Between(before, after)!;

        Assert.Equal(0, found.StolenShare);
        Assert.Equal((null, null, null, null, null), (found.OtherCores, found.Throttling, found.Load, found.Clock, found.MemoryStall));
    }

    [Fact]
    public void Counters_that_step_back_tell_nothing()
    {
        machine.With("proc/stat", Statistics).With("proc/self/cgroup", "0::/\n").With("sys/fs/cgroup/cpu.stat", "nr_throttled 3\nthrottled_usec 51000\n");
        var before = MachineReading.Read(machine.Files)!;
        var anew = before with { At = before.At + TimeSpan.FromSeconds(1), Throttling = new Throttling(1, default) };

        Assert.Null(MachineReading.Between(before, anew)!.Throttling);
        Assert.Null(MachineReading.Between(anew, before));
    }

    [Fact]
    public void Frequencies_come_from_the_driver_or_else_from_cpuinfo()
    {
        Assert.Null(CoreClocks.Read(machine.Files, [0, 1]));
        machine.With("proc/cpuinfo", "processor : 0\nmodel name\t: EPYC\ncpu MHz\t\t: 2596.122\n\nprocessor : 1\ncpu MHz\t\t: 3000\n");
        Assert.Equal(3_000, CoreClocks.Read(machine.Files, [0, 1])!.Fastest);
        machine.With("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1000000\n");
        Assert.Equal(new ClockFrequencies(1_000, 1_000, 1_000), CoreClocks.Read(machine.Files, [0, 1]));
        Assert.Equal("EPYC", MachineProbe.ProcessorOf(machine.Files.Lines(MachineProbe.CpuInfo)));
    }

    [Fact]
    public void Frequencies_are_those_of_the_cores_that_workers_take_first()
    {
        var watched = CoreClocks.Watched(RecordedMachine.Read("arm-128-cores"));
        Assert.Equal(Enumerable.Range(96, 32).Reverse(), watched);
        machine.With("proc/cpuinfo", string.Concat(Enumerable.Range(0, 128).Select(core => FormattableString.Invariant($"processor\t: {core}\nflags\t\t: {new string('f', 1_000)}\ncpu MHz\t\t: {(core < 96 ? 800 : 3_000 + core)}\n\n"))));
        Assert.Equal((3_096, 3_127), (CoreClocks.Read(machine.Files, watched)!.Slowest, CoreClocks.Read(machine.Files, watched)!.Fastest));
        machine.With("sys/devices/system/cpu/cpu3/cpufreq/scaling_cur_freq", "800000\n").With("sys/devices/system/cpu/cpu127/cpufreq/scaling_cur_freq", "3400000\n");
        Assert.Equal(3_400, CoreClocks.Read(machine.Files, watched)!.Slowest);
        Assert.Equal([6, 4, 2, 0, 15], CoreClocks.Watched(RecordedMachine.Read("hybrid-laptop")).Take(5));
    }

    [Fact]
    public void Cores_of_Arm_are_told_apart_by_their_maker_and_part()
    {
        const string Little = "processor : 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd05\n\n";
        const string Big = "processor : 1\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0a\n\n";

        Assert.Equal("0x41 0xd05", MachineProbe.ProcessorOf((Little + Little).Split('\n')));
        Assert.Equal("0x41 0xd05 + 0x41 0xd0a", MachineProbe.ProcessorOf((Big + Little + Big).Split('\n')));
        Assert.Null(MachineProbe.ProcessorOf(["processor : 0"]));
    }

    [Fact]
    public async Task A_measured_process_that_has_ended_counts_as_own()
    {
        if (!OperatingSystem.IsLinux()) return;
        var before = MachineReading.Read()!;

        await HostProbe.InspectAsync(TestContext.Current.CancellationToken);

        // A runtime starts in 50 ms of processor time or more: several ticks.
        Assert.True(MachineReading.Read()!.Own!.Children > before.Own!.Children);
    }

    [Fact]
    public void This_machine_tells_if_it_is_Linux() => Assert.Equal(OperatingSystem.IsLinux(), MachineReading.Read() is not null);
}
