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
    public void A_still_side_is_steady_after_the_least_that_every_side_gets_and_not_before()
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

    [Fact]
    public void Short_windows_are_enough_where_they_are_asked_for()
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        RunShort(9);
        Assert.False(evidence.IsSteady);
        Assert.Equal(0, evidence.LevelSlices);

        RunShort(1);
        Assert.True(evidence.IsSteady);
        Assert.Equal(5, evidence.LevelSlices);
    }

    [Fact]
    public void Windows_that_begin_anew_leave_out_what_was_before()
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        RunShort(20);
        evidence.Begin(WarmUpEvidence.LongWindow);
        RunShort(39);
        Assert.False(evidence.IsSteady);

        RunShort(1);
        Assert.True(evidence.IsSteady);
    }

    [Fact]
    public void Operations_too_slow_to_have_been_called_often_get_long_windows_anyway()
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        for (var slice = 0; slice < 39; slice++) evidence.Add(new HostReply.SliceDone(SyntheticRun.Slice(99), compiled, default));
        Assert.False(evidence.IsSteady);

        evidence.Add(new HostReply.SliceDone(SyntheticRun.Slice(99), compiled, default));
        Assert.True(evidence.IsSteady);
    }

    [Theory]
    [InlineData(100_000, 95_000, true)]
    [InlineData(100_000, 60_000, false)]
    [InlineData(60_000, 100_000, true)]
    [InlineData(0, 60_000, true)]
    public void Collections_that_still_become_shorter_are_not_steady(long early, long late, bool steady)
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        RunShort(5, early);
        RunShort(5, late);
        Assert.Equal(steady, evidence.IsSteady);
    }

    [Fact]
    public void Collections_that_scatter_anyway_are_given_their_scatter()
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        foreach (var pause in new long[] { 60_000, 120_000, 80_000, 150_000, 100_000, 60_000, 120_000, 80_000, 150_000, 80_000 }) RunShort(1, pause);
        Assert.True(evidence.IsSteady);
    }

    [Fact]
    public void Calls_that_take_long_are_steady_when_two_agree_and_not_before()
    {
        Call(160);
        Assert.True(evidence.IsSlow);
        Assert.False(evidence.IsSteady);

        Call(100);
        Assert.False(evidence.IsSteady);
        Assert.Equal(0.6, evidence.Conclude().Drift!.Value, tolerance: 1e-9);

        Call(98);
        Assert.True(evidence.IsSteady);
        Assert.True(evidence.IsSlow);
    }

    [Fact]
    public void One_call_that_a_starved_machine_held_up_is_not_taken_for_a_long_one()
    {
        Call(160);
        Call(1);
        Assert.False(evidence.IsSlow);
        // Several calls of a worker in one slice are short ones, however long it lasted.
        Call(160, operations: 2);
        Call(160, operations: 2);
        Assert.False(evidence.IsSlow);
    }

    [Fact]
    public void Most_slices_that_a_starved_machine_held_up_leave_the_speed_of_an_operation_as_it_is()
    {
        Assert.Null(evidence.FastestNsPerOperation);
        Run(14, Fast);
        Run(14, operations: 300);
        Run(1, Fast);
        Assert.Equal(100_000, evidence.NsPerOperation!.Value, tolerance: 1);
        Assert.Equal(1e9 * Length.Seconds / Fast, evidence.FastestNsPerOperation!.Value, tolerance: 0.01);

        // Slow for as long as is looked back is slow: not every slice of a workload that changes is held up.
        Run(15, operations: 300);
        Assert.Equal(100_000, evidence.FastestNsPerOperation!.Value, tolerance: 1);
    }

    [Fact]
    public void A_slice_that_was_over_before_a_worker_began_tells_nothing()
    {
        Call(1, operations: 0);
        Call(1, operations: 0);
        Assert.True(evidence.WantsWholeCalls);
        Call(160);
        Call(1, operations: 0);
        Call(159);
        Assert.True(evidence.IsSlow);
        Assert.True(evidence.IsSteady);
        Assert.True(evidence.WantsWholeCalls);

        Call(1, operations: 900);
        Assert.False(evidence.WantsWholeCalls);
    }

    [Fact]
    public void Calls_of_some_milliseconds_are_measured_whole_where_a_slice_would_end_before_the_first()
    {
        evidence.Begin(WarmUpEvidence.ShortWindow);
        Call(20);
        Assert.False(evidence.ExceedSlices);
        for (var call = 1; call < 20; call++) Call(20);
        Assert.True(evidence.ExceedSlices);
        Assert.True(evidence.WantsWholeCalls);
        Assert.False(evidence.IsSlow);
        Assert.True(evidence.IsSteady);
        Assert.Equal(0, evidence.LevelSlices);
        Assert.Equal(20_000_000, evidence.Round!.Value, tolerance: 1);
    }

    [Theory]
    [InlineData(4, 0, true)]
    [InlineData(4, 1, false)]
    // Short operations, where a starved machine left a slice without any.
    [InlineData(900, 0, false)]
    public void Calls_that_a_slice_cut_are_measured_whole(long operationsOfWholeSlices, long operationsOfTheNext, bool whole)
    {
        var ofFour = new WarmUpEvidence(atOnce: 4);
        foreach (var _ in new[] { 1, 2 })
            ofFour.Add(new HostReply.SliceDone(SyntheticRun.Slice(operationsOfWholeSlices) with { Elapsed = new Nanoseconds(4_000_000) }, compiled, default), whole: true);
        ofFour.Add(new HostReply.SliceDone(SyntheticRun.Slice(operationsOfTheNext) with { Elapsed = new Nanoseconds(1_000_000) }, compiled, default));
        Assert.Equal(whole, ofFour.WantsWholeCalls);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public void Calls_longer_than_slices_are_found_however_many_slices_were_over_before_a_worker_began(int before)
    {
        var ofFour = new WarmUpEvidence(atOnce: 4);
        for (var slice = 0; slice < before; slice++) Whole(operations: 0, milliseconds: 1);
        Whole(operations: 4, milliseconds: 20);
        Whole(operations: 0, milliseconds: 1);
        Whole(operations: 4, milliseconds: 20);
        Assert.True(ofFour.ExceedSlices);
        Assert.True(ofFour.WantsWholeCalls);

        void Whole(long operations, long milliseconds) => ofFour.Add(
            new HostReply.SliceDone(SyntheticRun.Slice(operations) with { Elapsed = new Nanoseconds(milliseconds * 1_000_000) }, compiled, default), whole: true);
    }

    [Fact]
    public void A_load_at_a_pace_of_its_own_may_rest_for_a_slice()
    {
        Run(1, operations: 1);
        Run(1, operations: 0);
        Assert.False(evidence.ExceedSlices);
    }

    [Fact]
    public void Each_worker_has_its_call_under_way()
    {
        var ofFour = new WarmUpEvidence(atOnce: 4);
        foreach (var _ in new[] { 1, 2 })
            ofFour.Add(new HostReply.SliceDone(SyntheticRun.Slice(4) with { Elapsed = new Nanoseconds(100_000_000) }, compiled, default), whole: true);
        Assert.True(ofFour.IsSlow);
        Assert.True(ofFour.IsSteady);
    }

    private void Call(long milliseconds, long operations = 1) => evidence.Add(
        new HostReply.SliceDone(SyntheticRun.Slice(operations) with { Elapsed = new Nanoseconds(milliseconds * 1_000_000) }, compiled, default), whole: true);

    // Slices of 10 ms, with a collection in each where it has a pause.
    private void RunShort(int slices, long pause = 0)
    {
        for (var slice = 0; slice < slices; slice++) evidence.Add(new HostReply.SliceDone(SyntheticRun.Slice(Fast, pause == 0 ? 0 : 1, pause), compiled, default));
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
