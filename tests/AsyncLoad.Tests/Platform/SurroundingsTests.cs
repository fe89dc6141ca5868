using System.Runtime.InteropServices;
using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>docs/evidence/reliability.md, rows 17 and 29.</summary>
public class SurroundingsTests
{
    private static readonly Surroundings Quiet = new(BusyCores: 0.1, Cores: 4, CpuLimit: null, OtherRun: false);

    [Fact]
    public void A_quiet_machine_gives_no_warning() => Assert.Empty(Quiet.Warnings());

    [Fault(17)]
    [Fact]
    public void A_fifth_of_the_cores_is_the_most_that_others_may_use()
    {
        Assert.Empty((Quiet with { BusyCores = 0.8 }).Warnings());
        Assert.Equal(
            "Other processes used 0.9 of 4 cores when the run began, so intervals may be wider: stop them before the next run.",
            Assert.Single((Quiet with { BusyCores = 0.9 }).Warnings()));
    }

    [Fact]
    public void What_the_system_does_not_tell_is_not_warned_about() => Assert.Empty((Quiet with { BusyCores = null }).Warnings());

    [Fault(17)]
    [Fact]
    public void A_limit_below_the_cores_of_the_machine_is_told()
    {
        Assert.Empty((Quiet with { CpuLimit = 4 }).Warnings());
        Assert.Equal(
            "The control group grants 1.5 of 4 cores, and loads that use more are throttled: raise the CPU limit.",
            Assert.Single((Quiet with { CpuLimit = 1.5 }).Warnings()));
    }

    [Fault(17)]
    [Fact]
    public void A_program_with_one_core_or_a_low_priority_is_told()
    {
        Assert.StartsWith("This program may use one core, so ", Assert.Single((Quiet with { OneCore = true }).Warnings()), StringComparison.Ordinal);
        Assert.StartsWith("This program runs at a low priority, so ", Assert.Single((Quiet with { GivesWay = true }).Warnings()), StringComparison.Ordinal);
    }

    // .NET for x64 on Windows or macOS for Arm is emulated.
    [Fact]
    public void A_program_for_another_processor_is_told()
    {
        Assert.Empty((Quiet with { BuiltFor = (Architecture.Arm64, Architecture.Arm64) }).Warnings());
        Assert.Equal(
            "This program is built for X64 and runs on an Arm64 system, so its times are not those of a native program: install .NET for Arm64.",
            Assert.Single((Quiet with { BuiltFor = (Architecture.X64, Architecture.Arm64) }).Warnings()));
    }

    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(-5, 0, false)]
    [InlineData(10, 0, true)]
    [InlineData(0, 1, false)]
    [InlineData(0, 3, true)]
    [InlineData(0, 5, true)]
    public void Low_priorities_are_read_as_the_kernel_tells_them(int niceness, int policy, bool givesWay) => Assert.Equal(
        givesWay,
        Surroundings.GivesWayBy(FormattableString.Invariant($"25 (a (odd) name) R 10 25 7 0 -1 4194304 98 0 0 0 1 2 3 4 20 {niceness} 1 0 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 17 1 0 {policy} 0 0 0")));

    [Fact]
    public void Priorities_that_are_not_told_are_not_warned_about() => Assert.All([null, "", "25 (name) R 1 2"], stat => Assert.False(Surroundings.GivesWayBy(stat)));

    [Fault(29)]
    [Fact]
    public void Another_run_on_the_machine_is_told_and_does_not_hide_the_rest()
    {
        var warnings = (Quiet with { OtherRun = true, BusyCores = 3, CpuLimit = 1 }).Warnings();

        Assert.Equal(3, warnings.Count);
        Assert.StartsWith("Another asyncload ran", warnings[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task This_machine_can_be_read() =>
        Assert.InRange((await Surroundings.ReadAsync(cpuLimit: null, TestContext.Current.CancellationToken)).Cores, 1, 100_000);
}
