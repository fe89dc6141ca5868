using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public sealed class MachineMemoryTests : IDisposable
{
    private const string Files = "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:    9000 kB\n";

    private readonly MachineFolder machine = new();

    public void Dispose() => machine.Dispose();

    [Fact]
    public void A_limit_on_the_heap_of_this_program_is_told_from_the_memory_of_the_machine()
    {
        Assert.False(MachineMemory.LimitsHeap(new Dictionary<string, object> { ["GCHeapHardLimit"] = 0L, ["GCHeapHardLimitPercent"] = 0L, ["ServerGC"] = true }));
        Assert.True(MachineMemory.LimitsHeap(new Dictionary<string, object> { ["GCHeapHardLimit"] = 4_000_000L }));
        Assert.True(MachineMemory.LimitsHeap(new Dictionary<string, object> { ["GCHeapHardLimitPercent"] = 10L }));
        Assert.False(MachineMemory.LimitsHeap(GC.GetConfigurationVariables()));
    }

    [Fact]
    public void Without_a_group_it_is_what_the_machine_has()
    {
        Assert.Null(MachineMemory.Of(machine.Files));
        machine.With("proc/meminfo", Files);

        Assert.Equal(new MachineMemory(Kilobytes(16_000), Kilobytes(9_000)), MachineMemory.Of(machine.Files));
    }

    [Theory]
    [InlineData("0::/pod/own\n", "sys/fs/cgroup/pod", "memory.max", "memory.current")]
    [InlineData("4:memory:/pod/own\n0::/\n", "sys/fs/cgroup/memory/pod", "memory.limit_in_bytes", "memory.usage_in_bytes")]
    public void A_limit_of_a_group_above_counts(string membership, string folder, string limit, string used)
    {
        machine.With("proc/meminfo", Files).With("proc/self/cgroup", membership)
            .With($"{folder}/{limit}", "4096000\n").With($"{folder}/{used}", "1024000\n");

        Assert.Equal(new MachineMemory(Kilobytes(4_000), Kilobytes(3_000)), MachineMemory.Of(machine.Files));
    }

    [Theory]
    [InlineData("max", "1024000")]
    [InlineData("9223372036854771712", "1024000")]
    public void A_group_without_a_limit_has_what_the_machine_has(string limit, string used)
    {
        machine.With("proc/meminfo", Files).With("proc/self/cgroup", "0::/own\n")
            .With("sys/fs/cgroup/own/memory.max", limit + "\n").With("sys/fs/cgroup/own/memory.current", used + "\n");

        Assert.Equal(new MachineMemory(Kilobytes(16_000), Kilobytes(9_000)), MachineMemory.Of(machine.Files));
    }

    private static ByteSize Kilobytes(long count) => new(count << 10);
}
