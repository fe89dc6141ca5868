using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class PacingRefusalTests
{
    private const string Reason = "its sleeps end in steps";

    private const string Chains = """
        {
          "schemaVersion": 1, "name": "chains",
          "experiments": [{ "name": "one", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"] }]
        }
        """;

    public static TheoryData<LoadSettings, bool> Loads { get; } = new()
    {
        { new LoadSettings.Sequential(), false },
        { new LoadSettings.ParallelFor(), false },
        { new LoadSettings.ParallelForAsync(), false },
        { new LoadSettings.ClosedLoop(4), false },
        { new LoadSettings.Wave(), false },
        { new LoadSettings.ClosedLoop(4, Duration.FromMilliseconds(5)), true },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public void Only_loads_that_wait_are_refused_where_waits_are_coarse(LoadSettings load, bool refused)
    {
        var plan = Profiles.Plan(Chains);
        plan = plan with { Comparisons = [.. plan.Comparisons.Select(one => one with { Baseline = one.Baseline with { Load = load }, Candidate = one.Candidate with { Load = load } })] };

        Assert.Null(PacingRefusal.Refusal(plan, unpaced: null));
        if (!refused) Assert.Null(PacingRefusal.Refusal(plan, Reason));
        else Assert.StartsWith($"the load \"{load.Slug}\" waits between operations, and this cannot be measured here: {Reason}; use sequential", PacingRefusal.Refusal(plan, Reason), StringComparison.Ordinal);
    }

    [Fact]
    public void Times_without_bound_threads_carry_a_warning()
    {
        Assert.Null(PlacingWarning.Of(null));
        Assert.Contains("ran on: no binding. Bytes", PlacingWarning.Of("no binding"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(null, 1_000)]
    [InlineData(1, 1_000)]
    [InlineData(40, 4_000)]
    [InlineData(100, 10_000)]
    public void The_coarser_the_clock_the_longer_an_operation_that_is_timed_alone(int? step, double shortest) => Assert.Equal(shortest, SideSession.ShortestTimed(step));
}
