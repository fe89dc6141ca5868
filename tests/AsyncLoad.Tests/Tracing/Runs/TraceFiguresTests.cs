using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Runs;
using MathNet.Numerics.Distributions;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public class TraceFiguresTests
{
    private static readonly TraceWindow Window = new(100, 600, Operations: 1_000, AllocatedBytes: 50_000_000, PauseMs: 100, PressureBytes: 0, Suspensions: 0);

    [Fact]
    public void Pauses_of_nothing_have_no_summary() => Assert.Null(LengthsTests.Of([]).Quantiles());

    [Fact]
    public void One_pause_is_its_own_median_and_maximum() =>
        Assert.Equal(new PauseQuantiles(1, 3, 3, 3, 3, 3), LengthsTests.Of([3]).Quantiles());

    [Fact]
    public void Quantiles_lie_between_order_statistics_in_any_order_of_arrival()
    {
        var pauses = LengthsTests.Of([5, 1, 3, 2, 4]);

        Assert.Equal(new PauseQuantiles(5, 15, 3, 4.8, 4.96, 5), pauses.Quantiles());
        Assert.Equal([5, 1, 3, 2, 4], pauses.Kept);
    }

    [Fact]
    public void Pauses_beyond_those_that_are_kept_count_all_the_same()
    {
        const int Many = Lengths.MostKept + 1_000;

        var summary = LengthsTests.Of([.. Enumerable.Repeat(1.0, Many - 1), 7]).Quantiles()!;

        Assert.Equal((Many, Many + 6, 7), (summary.Count, summary.SumMs, summary.MaxMs));
    }

    [Fact]
    public void Counted_pauses_may_differ_by_a_tenth_and_20_microseconds_a_pause_and_one_wait_for_a_core()
    {
        // Sum 100 ms over 50 pauses: 10 ms, 1 ms and 10 ms of tolerance.
        var traced = new PauseQuantiles(50, 100, 2, 2, 2, 2);

        Assert.True(TraceChecks.Pauses(Window with { PauseMs = 79.001 }, traced).Passed);
        Assert.True(TraceChecks.Pauses(Window with { PauseMs = 120.999 }, traced).Passed);
        Assert.False(TraceChecks.Pauses(Window with { PauseMs = 78.999 }, traced).Passed);
        Assert.False(TraceChecks.Pauses(Window with { PauseMs = 121.001 }, traced).Passed);
    }

    [Fact]
    public void A_thread_that_lost_its_core_between_event_and_clock_is_no_disagreement()
    {
        // 15 pauses of 0.2 ms, as a short window beside six busy loops had them. The wait of 4 ms is made up.
        var traced = new PauseQuantiles(15, 3, 0.2, 0.2, 0.2, 0.2);

        Assert.True(TraceChecks.Pauses(Window with { PauseMs = 7 }, traced).Passed);
        Assert.True(TraceChecks.Pauses(Window with { PauseMs = 3 }, traced with { SumMs = 7, MaxMs = 4.2 }).Passed);
    }

    [Fact]
    public void Pauses_that_the_trace_does_not_show_fail_the_check()
    {
        Assert.False(TraceChecks.Pauses(Window, null).Passed);
        Assert.True(TraceChecks.Pauses(Window with { PauseMs = 0 }, null).Passed);
    }

    [Fact]
    public void Counted_bytes_far_from_the_sampled_ones_fail_the_check()
    {
        var sampled = TallyOf(488, size: 72);

        Assert.True(TraceChecks.Bytes(Window, sampled).Passed);
        Assert.False(TraceChecks.Bytes(Window with { AllocatedBytes = 65_000_000 }, sampled).Passed);
        Assert.False(TraceChecks.Bytes(Window with { AllocatedBytes = 38_000_000 }, sampled).Passed);
    }

    // A profile of 30 comparisons holds 60 windows against their counters: a check that fails by chance once in a thousand windows spoils one such profile in 17.
    [Fact]
    public void Chance_alone_fails_no_check_of_ten_thousand_windows()
    {
        var random = new Random(6);

        var failed = Enumerable.Range(0, 10_000).Count(_ =>
        {
            // A window of 30 MB of objects of 72 bytes, as a busy machine leaves room for.
            var counted = TraceChecks.Bytes(Window with { AllocatedBytes = 30_000_000 }, TallyOf(Poisson.Sample(random, 30_000_000.0 / 102_400), size: 72));
            return !counted.Passed;
        });

        Assert.Equal(0, failed);
    }

    [Fact]
    public void Bytes_below_one_sample_pass_without_samples_and_much_more_do_not()
    {
        var nothing = new AllocationTally();

        Assert.True(TraceChecks.Bytes(Window with { AllocatedBytes = 0 }, nothing).Passed);
        Assert.True(TraceChecks.Bytes(Window with { AllocatedBytes = 102_400 }, nothing).Passed);
        Assert.False(TraceChecks.Bytes(Window with { AllocatedBytes = 2_000_000 }, nothing).Passed);
    }

    [Fact]
    public void Loose_edges_allow_one_sample_more_and_one_less()
    {
        var tally = TallyOf(10, size: 72);
        var tight = Tight(10);
        var loose = tally.Estimate(0.95);

        Assert.Equal(Tight(9).Low, loose.Low, 1e-3);
        Assert.Equal(Tight(11).High, loose.High, 1e-3);
        Assert.Equal(tight.Bytes, loose.Bytes);
        Assert.True(loose.Low < tight.Low && loose.High > tight.High);

        static AllocationEstimate Tight(int samples) => AllocationSampling.Estimate(samples, Enumerable.Repeat(72L, samples).Sum(AllocationSampling.BytesRepresented), 0.95);
    }

    [Fact]
    public void The_mean_size_is_fair_to_small_objects()
    {
        // A large object is sampled nearly always, a small one hardly ever: one sample of each stands for far more small ones.
        var tally = new AllocationTally();
        tally.Add(1_000_000);
        tally.Add(100);

        Assert.Equal((1_000_057.4 + 102_449.5) / (1.0000574 + 1024.495), tally.MeanObjectBytes!.Value, 0.1);
    }

    [Fact]
    public void No_object_is_smaller_than_a_byte() => Assert.Throws<InvalidDataException>(() => new AllocationTally().Add(0));

    private static AllocationTally TallyOf(int samples, long size)
    {
        var tally = new AllocationTally();
        for (var sample = 0; sample < samples; sample++) tally.Add(size);
        return tally;
    }
}
