using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>faults.md, rows 17 and 29.</summary>
public class SurroundingsTests
{
    private static readonly Surroundings Quiet = new(Load: 0.2, Cores: 4, CpuLimit: null, OtherRun: false);

    [Fact]
    public void A_quiet_machine_gives_no_warning() => Assert.Empty(Quiet.Warnings());

    [Fact]
    public void Half_a_core_of_load_each_is_the_most_that_passes()
    {
        Assert.Empty((Quiet with { Load = 2 }).Warnings());
        Assert.Equal(
            "The load average was 2.01 on 4 cores when the run began: other processes compete for them.",
            Assert.Single((Quiet with { Load = 2.01 }).Warnings()));
    }

    [Fact]
    public void What_the_system_does_not_tell_is_not_warned_about() => Assert.Empty((Quiet with { Load = null }).Warnings());

    [Fact]
    public void A_limit_below_the_cores_of_the_machine_is_told()
    {
        Assert.Empty((Quiet with { CpuLimit = 4 }).Warnings());
        Assert.Equal(
            "The control group grants 1.5 of 4 cores: what uses more is throttled.",
            Assert.Single((Quiet with { CpuLimit = 1.5 }).Warnings()));
    }

    [Fact]
    public void Another_run_on_the_machine_is_told_and_does_not_hide_the_rest()
    {
        var warnings = (Quiet with { OtherRun = true, Load = 9, CpuLimit = 1 }).Warnings();

        Assert.Equal(3, warnings.Count);
        Assert.StartsWith("Another asyncload was at work", warnings[0], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("0.85 1.75 2.99 2/412 9023\n", 0.85)]
    [InlineData("12.00 1 1 1/1 1", 12.0)]
    [InlineData("", null)]
    [InlineData("n/a", null)]
    public void The_load_of_the_last_minute_stands_first(string text, double? load) => Assert.Equal(load, Surroundings.ParseLoad(text));

    [Fact]
    public void Cores_are_the_numbered_lines()
    {
        Assert.Equal(2, Surroundings.CountCores(["cpu  1 2 3", "cpu0 1 2 3", "cpu1 1 2 3", "intr 5", "cpufreq 1"]));
        Assert.Null(Surroundings.CountCores(["intr 5"]));
    }

    [Fact]
    public void This_machine_can_be_read() => Assert.InRange(Surroundings.Read(cpuLimit: null).Cores, 1, 100_000);
}
