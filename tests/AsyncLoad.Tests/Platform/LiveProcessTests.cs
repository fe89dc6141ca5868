using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>docs/evidence/reliability.md, row 12.</summary>
[Fault(12)]
public sealed class LiveProcessTests : IDisposable
{
    private readonly MachineFolder machine = new();

    public LiveProcessTests() => machine.With("proc/self/stat", "");

    public void Dispose() => machine.Dispose();

    [Fact]
    public void A_number_without_a_process_is_told() => Assert.Equal("there is no process 4711", LiveProcess.WhyNot(4711, machine.Files, user: 1000));

    [Fact]
    public void A_process_of_somebody_else_is_told_by_its_name()
    {
        Lay(4711, owner: 33);

        Assert.Equal("process 4711 (shop) belongs to another user: run asyncload as that user, or as root", LiveProcess.WhyNot(4711, machine.Files, user: 1000));
        Assert.DoesNotContain("another user", LiveProcess.WhyNot(4711, machine.Files, user: 33), StringComparison.Ordinal);
        Assert.DoesNotContain("another user", LiveProcess.WhyNot(4711, machine.Files, user: 0), StringComparison.Ordinal);
    }

    [Fact]
    public void A_process_of_ones_own_that_does_not_answer_is_no_dotnet_as_far_as_one_can_see()
    {
        Lay(4711, owner: 1000);

        Assert.StartsWith("process 4711 (shop) does not answer like a .NET process", LiveProcess.WhyNot(4711, machine.Files, user: 1000), StringComparison.Ordinal);
    }

    [Fact]
    public void A_system_without_proc_tells_nothing()
    {
        using var elsewhere = new MachineFolder();

        Assert.Null(LiveProcess.WhyNot(4711, elsewhere.Files, user: 1000));
    }

    private void Lay(int process, int owner)
    {
        machine.With($"proc/{process}/comm", "shop\n");
        machine.With($"proc/{process}/status", $"Name:\tshop\nUid:\t0\t{owner}\t{owner}\t{owner}\nGid:\t0\t0\t0\t0\n");
    }
}
