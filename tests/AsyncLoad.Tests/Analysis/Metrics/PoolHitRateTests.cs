using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;
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

    [Fact]
    public void A_pool_that_never_hits_makes_as_many_boxes_as_are_rented()
    {
        // Half of what is allocated is boxes that no pool had.
        var rate = Rate(Traced(1_000_000, 224_000_000, Sampled(PooledBox, 1_000), Sampled(DefaultBox, 1_000)));
        Assert.Equal((0, 0), (rate.Rate, rate.Low));
        Assert.InRange(rate.High, 0.03, 0.05);
        Assert.Equal((1_000_000, 1_000_000), (rate.BoxesAllocated, rate.BoxesRented));
    }

    [Fact]
    public void Boxes_of_the_default_builders_are_no_misses()
    {
        var rate = Rate(Traced(1_000_000, 140_000_000, Sampled(PooledBox, 300), Sampled(DefaultBox, 1_200)));
        Assert.Equal(0.75, rate.Rate, 12);
        Assert.InRange(rate.Low, 0.72, 0.749);
        Assert.InRange(rate.High, 0.751, 0.78);
    }

    [Fact]
    public void Where_only_boxes_are_allocated_the_counter_alone_tells()
    {
        // 62 of 64 places of a wave: one box waits in the thread's slot and one in the core's.
        var rate = Rate(Traced(64_000, 62_000 * BoxBytes, Sampled(PooledBox, 70)));
        Assert.Equal((2.0 / 64, 2.0 / 64), (rate.Rate, rate.Low));
        Assert.InRange(rate.High, 0.05, 0.1);
    }

    [Fact]
    public void Without_a_sampled_box_the_rate_is_one_and_what_was_allocated_bounds_it()
    {
        // 9,600 B hold a hundred of the smallest boxes.
        var quiet = Rate(Traced(1_000_000, 9_600));
        Assert.Equal((1, 1, 0, 1 - 1e-4), (quiet.Rate, quiet.High, quiet.BoxesAllocated, quiet.Low));

        // None in a thousand draws: at most 1 − 0.025^(1/1000) = 0.37 % of the bytes.
        var busy = Rate(Traced(1_000_000, 112_000_000, Sampled(DefaultBox, 1_000)));
        Assert.Equal((1, 1), (busy.Rate, busy.High));
        Assert.Equal(1 - (0.003682 * 112_000_000 / 96 / 1_000_000), busy.Low, 5);
    }

    [Fact]
    public void An_operation_that_rents_two_boxes_is_counted_twice()
    {
        var rate = Rate(Traced(500_000, 116_000_000, Sampled(PooledBox, 560), Sampled(OuterPooledBox, 600, bytes: 120)), pooledBoxes: 2);
        Assert.Equal(1_000_000, rate.BoxesRented);
        Assert.Equal(1_000_000, rate.BoxesAllocated, 1_000.0);
    }

    [Fact]
    public void More_boxes_than_were_rented_give_no_rate_unless_sampling_may_be_why()
    {
        TypeAllocation[] half = [Sampled(PooledBox, 400), Sampled(DefaultBox, 400)];
        var unlucky = Rate(Traced(950_000, 224_000_000, half));
        Assert.Equal((0, 0), (unlucky.Rate, unlucky.Low));
        Assert.InRange(unlucky.High, 0.01, 0.05);
        // Not even at 95 % is there room for chance: the wider interval of the check is stated.
        Assert.InRange(Rate(Traced(920_000, 224_000_000, half)).High, 0.01, 0.05);
        Assert.Contains("but only 800000 rented", Missing(Traced(800_000, 224_000_000, half)), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, "the variant has no pooled method")]
    [InlineData(null, "how many boxes an operation rents depends on its parameters or on timing")]
    public void A_variant_that_does_not_say_what_it_rents_has_no_rate(int? pooledBoxes, string reason) =>
        Assert.Equal(new Figure<PoolHitRate?>(null, reason), PoolReading.Of(Variant(pooledBoxes), Traced(1_000)));

    [Fact]
    public void A_trace_that_cannot_tell_gives_no_rate()
    {
        var trace = Traced(1_000);
        Assert.Equal("there is no trace to count boxes in", Missing(null));
        Assert.Equal("the trace cannot be relied on: it is empty", Missing(trace with { Problem = "it is empty" }));
        Assert.Equal("the trace lost events, boxes among them", Missing(trace with { EventsLost = null }));
        Assert.Equal("the trace has no measured window", Missing(trace with { Window = null }));
        Assert.Equal("the trace does not count suspensions: it is of an older version", Missing(Traced(null)));
        Assert.Equal("no operation suspended in the traced window", Missing(Traced(0)));
        Assert.Contains("before .NET 10", Missing(trace with { Source = AllocationSource.Tick }), StringComparison.Ordinal);
        Assert.Equal("the catalogue does not describe the variant", PoolReading.Of(null, trace).Missing);
    }

    [Fact]
    public void Runtime_async_rents_nothing_for_a_pooled_method()
    {
        var trace = Traced(1_000, 112_000_000, Sampled(PooledBox, 1));
        Assert.Equal(PoolReading.Ignored, PoolReading.Of(Variant(1) with { Builder = "pooling" }, trace, HostCompiler.RuntimeAsync).Missing);
        Assert.NotNull(PoolReading.Of(Variant(1) with { Builder = "pooling" }, Traced(2_000_000, 112_000_000, Sampled(PooledBox, 1))).Value);
    }

    [Fact]
    public void Runtime_async_has_nothing_to_ignore_where_nobody_says_that_a_method_is_pooled() =>
        Assert.Equal(
            "how many boxes an operation rents depends on its parameters or on timing",
            PoolReading.Of(Variant(null), Traced(1_000), HostCompiler.RuntimeAsync).Missing);

    [Theory]
    [InlineData(null, PoolReading.Ignored)]
    [InlineData("Shop.dll", "there is no trace to count boxes in")]
    public void A_plug_in_keeps_the_compiler_that_it_came_from(string? plugin, string reason)
    {
        var comparison = SyntheticRun.ComparisonOf();
        var cell = comparison.Candidate with { Runtime = new RuntimeSettings(RuntimeSettings.OfRuntimeAsync, HostCompiler.RuntimeAsync) };
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], comparison with { Candidate = cell }), [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4)]);
        var pooled = Variant(1) with { Id = cell.Variant, Builder = "pooling" };
        var catalogue = evidence.Catalogue with { Workloads = [new(cell.Workload, "", null, [], [pooled], [], null, [], [], plugin)] };

        Assert.Equal(reason, RunAnalyzer.AnalyzeUntraced(evidence with { Catalogue = catalogue }).Comparisons[0].Sides.Candidate.Pool.Missing);
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

        static BoxCount Boxes(int samples) => BoxCount.Of(
            samples == 0 ? [Sampled(DefaultBox, 1_000)] : [Sampled(DefaultBox, 1_000), Sampled(PooledBox, samples)], 112_000_000, 0.95);
    }

    [Fact]
    public void A_comparison_states_the_rate_of_each_side_or_why_there_is_none()
    {
        JournalEntry[] journal = [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4), SyntheticRun.TracedRun(new CellOutcome.Completed(SyntheticRun.Side(1_000)))];
        var evidence = SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), journal);
        var variants = new[] { "await-task", "await-value-task" }.Select(id => Variant(1) with { Id = id });
        var catalogue = evidence.Catalogue with { Workloads = [new("call-chain", "", null, [], [.. variants], [], null, [], [])] };
        var analysis = RunAnalyzer.Analyze(evidence with { Catalogue = catalogue }, _ => Traced(400_000, 11_200_000, Sampled(PooledBox, 100))).Comparisons[0];

        Assert.Null(analysis.Sides.Baseline.Pool.Value);
        Assert.Equal("there is no trace to count boxes in", analysis.Sides.Baseline.Pool.Missing);
        Assert.Equal(400_000, analysis.Sides.Candidate.Pool.Value!.BoxesRented);
        Assert.Null(analysis.Sides.Candidate.Pool.Missing);
    }

    private static PoolHitRate Rate(TraceAnalysis trace, int pooledBoxes = 1) => PoolReading.Of(Variant(pooledBoxes), trace).Value!;

    private static string? Missing(TraceAnalysis? trace) => PoolReading.Of(Variant(1), trace).Missing;

    private static VariantDescription Variant(int? pooledBoxes) => new("async-task-over-pooled", "", "Task<T>", "default", null, pooledBoxes);

    private static TypeAllocation Sampled(string type, int samples, int bytes = BoxBytes) => new(
        type, AllocationSampling.Estimate(samples, samples * AllocationSampling.BytesRepresented(bytes), 0.95), bytes);

    private static TraceAnalysis Traced(long? suspensions, long allocatedBytes = 0, params IReadOnlyList<TypeAllocation> types) =>
        SyntheticRun.Trace(SyntheticRun.TracedRun(new CellOutcome.Stopped(""))) with
        {
            Window = new TraceWindow(0, 200, 1_000_000, allocatedBytes, 0, 0, suspensions),
            Allocations = types,
        };
}
