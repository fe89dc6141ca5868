using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>What a side's warm-up slices say of it, told slice by slice.</summary>
public sealed class WarmUpEvidenceTests
{
    private const long Slow = 100_000;
    private const long Fast = 1_300_000;
    private static readonly Nanoseconds Length = new(30_000_000);

    private readonly WarmUpEvidence evidence = new();
    private long compiled = 300;

    [Fact]
    public void A_still_arm_is_steady_after_the_least_that_every_arm_gets_and_not_before()
    {
        Run(13, Fast);
        Assert.Equal(390_000_000, evidence.Own.Value);
        Assert.False(evidence.IsSteady);

        Run(1, Fast);
        Assert.True(evidence.IsSteady);
    }

    [Fact]
    public void Tier_up_that_new_code_holds_back_is_waited_for_although_the_rate_is_level()
    {
        Run(50, Slow, methodsEach: 2);
        Assert.False(evidence.IsSteady);
        // A rule that went by the rate alone would have measured code that is a thirteenth as fast as it will be.
        Assert.Equal(0, evidence.Conclude().Drift!.Value, tolerance: 1e-9);

        // No new code: the platform's delay passes, and what was called meanwhile is counted and compiled anew.
        Run(4, Slow);
        Run(3, Slow, methodsEach: 20);
        Run(1, Fast, methodsEach: 20);
        Assert.False(evidence.IsSteady);

        // The count stands still again for 200 ms, and the rate of the 200 ms before is still the old one.
        Run(8, Fast);
        Assert.False(evidence.IsSteady);

        Run(7, Fast);
        Assert.True(evidence.IsSteady);
        Assert.InRange(evidence.Own.Seconds, 1.2, 2.5);
    }

    [Fact]
    public void A_count_that_stands_still_while_the_held_process_compiles_proves_nothing()
    {
        Run(40, Slow, heldCores: 0.06);
        Assert.False(evidence.IsSteady);

        Run(7, Slow);
        Assert.True(evidence.IsSteady);
    }

    [Fact]
    public void Stragglers_of_what_runs_once_a_slice_are_let_pass_and_no_more()
    {
        Run(24, Fast);
        Run(4, Fast, methodsEach: 1);
        Assert.True(evidence.IsSteady);

        Run(1, Fast, methodsEach: 1);
        Assert.False(evidence.IsSteady);
    }

    [Theory]
    [InlineData(0.90, true)]
    [InlineData(1.02, true)]
    [InlineData(1.10, false)]
    public void A_rate_that_still_rises_is_not_steady_and_one_that_falls_is_the_machine(double change, bool steady)
    {
        Run(24, Fast);
        Run(7, (long)(Fast * change));
        Assert.Equal(steady, evidence.IsSteady);
    }

    [Fact]
    public void One_disturbed_slice_is_no_drift()
    {
        Run(21, Fast);
        Run(1, Slow);
        Run(5, Fast);
        Assert.True(evidence.IsSteady);
    }

    private void Run(int slices, long operations, int methodsEach = 0, double heldCores = 0)
    {
        for (var slice = 0; slice < slices; slice++)
        {
            compiled += methodsEach;
            var held = new HeldUsage(Length, new Nanoseconds((long)(Length.Value * heldCores)));
            evidence.Add(new HostReply.SliceDone(SyntheticRun.Slice(operations) with { Elapsed = Length, Held = held }, compiled, default));
        }
    }
}
