using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Trace;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Metrics;

public sealed class PoolHitRateTests
{
    // As .NET 10 writes them into traces.
    private const string PooledBox = "StateMachineBox`1[System.Boolean,AsyncLoad.Workloads.Wrapping.BoolWrapping+<InnerPooled>d__20]";
    private const string OuterPooledBox = "StateMachineBox`1[System.Boolean,AsyncLoad.Workloads.Wrapping.BoolWrapping+<PooledOverPooled>d__17]";
    private const string DefaultBox = "AsyncStateMachineBox`1[System.Boolean,AsyncLoad.Workloads.Wrapping.BoolWrapping+<AsyncTaskOverPooled>d__10]";

    private const int BoxBytes = 112;

    // One sampled box stands for so many.
    private static readonly double BoxesASample = AllocationSampling.BytesRepresented(BoxBytes) / BoxBytes;

    [Fact]
    public void A_pool_that_never_hits_makes_as_many_boxes_as_are_rented()
    {
        var rented = (long)(400 * BoxesASample);
        var rate = Rate(Traced(rented, Sampled(PooledBox, 400)));
        Assert.Equal((0, 0), (Math.Round(rate.Rate, 5), rate.Low));
        Assert.InRange(rate.High, 0.08, 0.11);
        Assert.Equal(rented, rate.BoxesRented);
        Assert.Equal(rented, rate.BoxesAllocated, 1.0);
    }

    [Fact]
    public void Boxes_of_the_default_builders_are_no_misses()
    {
        var rate = Rate(Traced(400_000, Sampled(DefaultBox, 400), Sampled(PooledBox, 100)));
        Assert.Equal(1 - (100 * BoxesASample / 400_000), rate.Rate, 12);
    }

    [Fact]
    public void Without_a_sampled_box_the_rate_is_one_and_the_exact_counter_bounds_it()
    {
        // 9,600 B hold a hundred of the smallest boxes.
        var quiet = Rate(Traced(1_000_000) with { Window = Window(1_000_000, 9_600) });
        Assert.Equal((1, 1, 0, 1 - 1e-4), (quiet.Rate, quiet.High, quiet.BoxesAllocated, quiet.Low));

        // Where the process allocates otherwise, no sample still means few: 3.69 × 102,400 B at most.
        var busy = Rate(Traced(1_000_000, Sampled(DefaultBox, 1_000)));
        Assert.Equal((1, 1), (busy.Rate, busy.High));
        Assert.Equal(1 - (3.689 * 102_400 / 96 / 1_000_000), busy.Low, 4);
    }

    [Fact]
    public void The_pressurers_bytes_leave_no_room_for_boxes()
    {
        var window = Window(1_000_000, 5_000_000) with { PressureBytes = 5_000_000 };
        Assert.Equal(1, Rate(Traced(1_000_000) with { Window = window }).Low);
    }

    [Fact]
    public void An_operation_that_rents_two_boxes_is_counted_twice()
    {
        var boxes = 200 * BoxesASample;
        var rate = Rate(Traced((long)boxes, Sampled(PooledBox, 200), Sampled(OuterPooledBox, 200)), pooledBoxes: 2);
        Assert.Equal(2 * (long)boxes, rate.BoxesRented);
        Assert.Equal(0, rate.Rate, 4);
    }

    [Fact]
    public void More_boxes_than_were_rented_give_no_rate_unless_sampling_may_be_why()
    {
        var rented = (long)(400 * BoxesASample);
        Assert.Equal(0, Rate(Traced(rented, Sampled(PooledBox, 420))).Rate);
        Assert.Contains("but only", Missing(Traced(rented, Sampled(PooledBox, 500))), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, "the variant has no pooled method")]
    [InlineData(null, "how many boxes an operation rents depends on its parameters or on timing")]
    public void A_variant_that_does_not_say_what_it_rents_has_no_rate(int? pooledBoxes, string reason) =>
        Assert.Equal(new PoolReading(null, reason), PoolReading.Of(Variant(pooledBoxes), Traced(1_000)));

    [Fact]
    public void A_trace_that_cannot_tell_gives_no_rate()
    {
        var trace = Traced(1_000);
        Assert.Equal("there is no trace to count boxes in", Missing(null));
        Assert.Equal("the trace cannot be relied on: it is empty", Missing(trace with { Problem = "it is empty" }));
        Assert.Equal("the trace lost events, boxes among them", Missing(trace with { EventsLost = -3 }));
        Assert.Equal("the trace has no measured window", Missing(trace with { Window = null }));
        Assert.Equal("the trace does not count suspensions: it is of an older version", Missing(trace with { Window = Window(null, 0) }));
        Assert.Equal("no operation suspended in the traced window", Missing(Traced(0)));
        Assert.Equal("the catalogue does not describe the variant", PoolReading.Of(null, trace).Missing);
    }

    [Fact]
    public void A_rate_lies_within_its_interval_and_falls_with_every_box()
    {
        var samples = Gen.Choose(0, 2_000).ToArbitrary();
        var rented = Gen.Choose(1, 3_000_000).ToArbitrary();
        var property = Prop.ForAll(samples, rented, (count, suspensions) =>
        {
            var rate = PoolHitRate.Of(Boxes(count), suspensions);
            var next = PoolHitRate.Of(Boxes(count + 1), suspensions);
            return rate.Low >= 0 && rate.Low <= rate.Rate && rate.Rate <= rate.High && rate.High <= 1
                && next.Rate <= rate.Rate && next.Low <= rate.Low && next.High <= rate.High
                && (rate.Rate == 0 || next.Rate < rate.Rate);
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(5, 9), property);
    }

    [Fact]
    public void A_comparison_states_the_rate_of_each_arm_or_why_there_is_none()
    {
        JournalEntry[] journal = [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4), SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Arm(1_000)))];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), journal);
        var variants = new[] { "await-task", "await-value-task" }.Select(id => Variant(1) with { Id = id });
        var catalogue = evidence.Catalogue with { Workloads = [new("call-chain", "", null, [], [.. variants], [], null, [], [])] };
        var analysis = RunAnalyzer.Analyze(evidence with { Catalogue = catalogue }, _ => Traced(400_000, Sampled(PooledBox, 100))).Comparisons[0];

        Assert.Null(analysis.Pools.Baseline);
        Assert.Equal("there is no trace to count boxes in", analysis.Missing["metrics.baseline.poolHitRate"]);
        Assert.Equal(400_000, analysis.Pools.Candidate!.BoxesRented);
        Assert.DoesNotContain("metrics.candidate.poolHitRate", analysis.Missing.Keys);
    }

    private static PoolHitRate Rate(TraceAnalysis trace, int pooledBoxes = 1) => PoolReading.Of(Variant(pooledBoxes), trace).HitRate!;

    private static string? Missing(TraceAnalysis? trace) => PoolReading.Of(Variant(1), trace).Missing;

    private static BoxCount Boxes(int samples) => BoxCount.Of(samples == 0 ? [] : [Sampled(PooledBox, samples)], long.MaxValue, 0.95);

    private static VariantDescription Variant(int? pooledBoxes) => new("async-task-over-pooled", "", "Task<T>", "default", null, pooledBoxes);

    private static TypeAllocation Sampled(string type, int samples) => new(
        type, AllocationSampling.Estimate(samples, samples * AllocationSampling.BytesRepresented(BoxBytes), 0.95), BoxBytes);

    /// <summary>A trace in whose window so many operations suspended and these types were sampled, with room for as many again.</summary>
    private static TraceAnalysis Traced(long suspensions, params IReadOnlyList<TypeAllocation> types) =>
        SyntheticRun.Trace(SyntheticRun.TracedRun(new CellOutcome.Stopped(""))) with
        {
            Window = Window(suspensions, (long)(2 * types.Sum(type => type.Estimate.Bytes))),
            Allocations = types,
        };

    private static TraceWindow Window(long? suspensions, long allocatedBytes) => new(0, 200, 1_000_000, allocatedBytes, 0, 0, suspensions);
}
