using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

public sealed class PairTests
{
    [Fact]
    public void A_pair_gives_one_ratio_of_totals_and_not_a_mean_over_slices()
    {
        var baseline = SyntheticRun.Side([SyntheticRun.Slice(100), SyntheticRun.Slice(300)], []);
        var candidate = SyntheticRun.Side([SyntheticRun.Slice(500, cpuNs: 2_500_000), SyntheticRun.Slice(300, cpuNs: 2_500_000)], []);
        var ratio = Assert.Single(PairRatios.Of([new CompletedPair(3, baseline, candidate)]));
        Assert.Equal(3, ratio.Index);
        Assert.Equal(0.5, ratio.Ratios.Wall, 12);
        Assert.Equal(0.125, ratio.Ratios.Cpu!.Value, 12);
    }

    [Fact]
    public void The_pressurers_processor_time_stays_out_of_the_ratio()
    {
        var pressed = SyntheticRun.Side(100).WithSlices(slice => slice with { Pressure = new PressureCounters(0, 0, 0, new Nanoseconds(5_000_000), new Nanoseconds(10_000_000)) });
        Assert.Equal(0.5, PairRatios.Of([new CompletedPair(1, SyntheticRun.Side(100), pressed)])[0].Ratios.Cpu);
    }

    [Fact]
    public void A_pair_without_processor_time_has_no_ratio_of_it()
    {
        var idle = SyntheticRun.Side(100).WithSlices(slice => slice with { Process = new ProcessCounters(default, default, 100, 0, 0, 0, default) });
        Assert.Null(PairRatios.Of([new CompletedPair(1, idle, SyntheticRun.Side(100))])[0].Ratios.Cpu);
    }

    [Fact]
    public void Processor_time_that_belongs_to_no_operation_gives_no_ratio()
    {
        var none = SyntheticRun.Side(100).WithSlices(slice => slice with { Process = slice.Process with { CpuOperations = 0 } });
        Assert.Null(PairRatios.Of([new CompletedPair(1, none, SyntheticRun.Side(100))])[0].Ratios.Cpu);
        Assert.Null(PairRatios.Of([new CompletedPair(1, SyntheticRun.Side(100), none)])[0].Ratios.Cpu);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-5)]
    public void A_pair_whose_latencies_add_up_to_nothing_is_a_failed_one(long felt)
    {
        var damaged = SyntheticRun.PairOf(1, SyntheticRun.Side(100).WithSlices(slice => slice with { ResponseTime = new Nanoseconds(felt) }), SyntheticRun.Side(100));
        var progress = PairProgress.Of([damaged, damaged]);
        Assert.Empty(progress.Completed);
        Assert.NotNull(progress.Fatal);
    }

    [Fact]
    public void A_retry_that_succeeds_completes_the_pair()
    {
        var progress = PairProgress.Of([SyntheticRun.CrashedPair(2), SyntheticRun.PairOf(2, 0.5), SyntheticRun.PairOf(1, 0.5)]);
        Assert.Equal([1, 2], progress.Completed.Select(pair => pair.Index));
        Assert.Single(progress.Retried);
        Assert.Null(progress.Fatal);
    }

    [Fact]
    public void A_second_failure_of_the_same_pair_drops_the_comparison()
    {
        Assert.Null(PairProgress.Of([SyntheticRun.CrashedPair(1), SyntheticRun.CrashedPair(2)]).Fatal);
        Assert.Equal(2, PairProgress.Of([SyntheticRun.CrashedPair(2), SyntheticRun.CrashedPair(2)]).Fatal!.Index);
    }

    [Fact]
    public void A_refusal_drops_the_comparison_at_once()
    {
        var refused = SyntheticRun.Attempt(1, new CellOutcome.Refused("gcServer asked, not found"), new CellOutcome.Stopped("its partner failed"));
        Assert.NotNull(PairProgress.Of([refused]).Fatal);
    }

    [Fact]
    public void A_refusal_beside_other_candidates_is_tried_once_more()
    {
        var refused = SyntheticRun.Attempt(1, new CellOutcome.Stopped("its partner failed"), new CellOutcome.Refused("its instances take more memory")) with { Sharing = 3 };
        Assert.Null(PairProgress.Of([refused]).Fatal);
        Assert.Single(PairProgress.Of([refused, SyntheticRun.PairOf(1, 0.5)]).Retried);
        Assert.NotNull(PairProgress.Of([refused, refused with { Sharing = null }]).Fatal);
    }

    [Fact]
    public void An_interruption_counts_neither_way()
    {
        var interrupted = SyntheticRun.Attempt(1, new CellOutcome.Stopped("interrupted"), new CellOutcome.Stopped("interrupted"));
        var progress = PairProgress.Of([interrupted, interrupted, interrupted]);
        Assert.Empty(progress.Completed);
        Assert.Empty(progress.Retried);
        Assert.Null(progress.Fatal);
    }

    [Fact]
    public void A_pair_without_a_finished_operation_is_a_failed_one()
    {
        var stuck = SyntheticRun.PairOf(1, SyntheticRun.Side(100), SyntheticRun.Side(0));
        var progress = PairProgress.Of([stuck, stuck]);
        Assert.Empty(progress.Completed);
        Assert.NotNull(progress.Fatal);
    }
}
