using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>docs/reliability.md, rows 17 and 29.</summary>
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
            "Other processes used 0.9 of 4 cores when the run began: they compete for them.",
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
            "The control group grants 1.5 of 4 cores: what uses more is throttled.",
            Assert.Single((Quiet with { CpuLimit = 1.5 }).Warnings()));
    }

    [Fault(29)]
    [Fact]
    public void Another_run_on_the_machine_is_told_and_does_not_hide_the_rest()
    {
        var warnings = (Quiet with { OtherRun = true, BusyCores = 3, CpuLimit = 1 }).Warnings();

        Assert.Equal(3, warnings.Count);
        Assert.StartsWith("Another asyncload was at work", warnings[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task This_machine_can_be_read() =>
        Assert.InRange((await Surroundings.ReadAsync(cpuLimit: null, TestContext.Current.CancellationToken)).Cores, 1, 100_000);
}
