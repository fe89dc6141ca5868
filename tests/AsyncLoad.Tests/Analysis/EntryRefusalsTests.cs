using AsyncLoad.Analysis;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

/// <summary>The last figure that is possible, and the first beyond it, in one slice among possible ones.</summary>
public sealed class EntryRefusalsTests
{
    private const long Most = 1L << 53;
    private const long MostLatency = 1L << 57;
    private const int Last = Latencies.BucketCount - 1;
    private const string Slice = "operations or time of a slice";
    private const string Collections = "more collections than is possible";
    private const string Counter = "a counter of a slice";
    private const string Due = "a pressure was due";
    private const string Bytes = "bytes were counted over no operation";
    private const string Sum = "latencies add up";
    private const string Buckets = "latencies lie in buckets that do not exist";
    private static readonly SideMeasurement Possible = SyntheticRun.Side(100);

    [Theory]
    [InlineData(0, 0)]
    [InlineData(Most, Most)]
    public void Slices_count_up_to_what_a_double_counts(long operations, long elapsed) =>
        Kept(Changed(slice => slice with { Operations = operations, Elapsed = new Nanoseconds(elapsed) }));

    [Theory]
    [InlineData(-1, 0)]
    [InlineData(0, -1)]
    [InlineData(Most + 1, 0)]
    [InlineData(0, Most + 1)]
    public void One_slice_beyond_that_is_enough(long operations, long elapsed) =>
        Refused(Slice, Changed(slice => slice with { Operations = operations, Elapsed = new Nanoseconds(elapsed) }));

    [Theory]
    [InlineData(1_000_000)]
    [InlineData(-1_000_000)]
    public void Collections_add_up_in_32_bits(int most)
    {
        Kept(Changed(slice => slice with { Gc = slice.Gc with { Gen2 = most } }));
        Refused(Collections, Changed(slice => slice with { Gc = slice.Gc with { Gen2 = most + Math.Sign(most) } }));
    }

    [Theory]
    [InlineData(Most)]
    [InlineData(-Most)]
    public void Differences_of_counters_have_both_signs(long most)
    {
        Kept(Changed(slice => slice with { Gc = slice.Gc with { AllocatedBytes = most } }));
        Refused(Counter, Changed(slice => slice with { Gc = slice.Gc with { AllocatedBytes = most + Math.Sign(most) } }));
        Refused(Counter, Changed(slice => slice with { ResponseTime = new Nanoseconds(most + Math.Sign(most)) }));
    }

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(Most, 0, 1)]
    [InlineData(0, Most, 1)]
    [InlineData(0.5, 0.5, Most)]
    public void A_pressure_is_due_while_its_barrier_is_open(double writes, double bytes, long open) => Kept(Changed(slice => slice with { Pressure = Pressure(writes, bytes, open) }));

    [Theory]
    [InlineData(0.5, 0, 0)]
    [InlineData(0, 0.5, 0)]
    [InlineData(-0.5, 0, 1)]
    [InlineData(0, -0.5, 1)]
    [InlineData(2.0 * Most, 0, 1)]
    [InlineData(0, 2.0 * Most, 1)]
    [InlineData(0, 0, -1)]
    public void Due_at_another_time_or_without_end_it_cannot_have_been(double writes, double bytes, long open) =>
        Refused(Due, Changed(slice => slice with { Pressure = Pressure(writes, bytes, open) }));

    [Fact]
    public void Bytes_are_counted_over_operations()
    {
        Kept(Possible with { Counts = [new CountSlice(1, Most, -Most, 0), new CountSlice(Most, -Most, Most, 0)] });
        CountSlice[] impossible = [new(0, 0, 0, 0), new(-1, 0, 0, 0), new(Most + 1, 0, 0, 0), new(1, Most + 1, 0, 0), new(1, 0, -Most - 1, 0), new(1, 0, 0, 0) { FullCollections = -1 }];
        Assert.All(impossible, count => Refused(Bytes, Possible with { Counts = [Possible.Counts[0], count] }));
    }

    [Fact]
    public void Figures_that_a_run_need_not_have_are_checked_where_it_has_them()
    {
        Kept(Possible with { WarmUp = Possible.WarmUp with { FirstOperations = Most, FirstBytes = -Most } });
        Refused("a figure of a side", Possible with { WarmUp = Possible.WarmUp with { FirstOperations = Most + 1 } });
        Refused("a figure of a side", Possible with { WarmUp = Possible.WarmUp with { FirstBytes = -Most - 1 } });
    }

    public static TheoryData<long, long[], string?> Histograms { get; } = new()
    {
        { 0, [], null },
        { 0, [0, 0], null },
        { MostLatency, [Last, Most], null },
        { 1, [0, 1, Last - 1, 1], null },
        { 1, [0, 1, 0, 1, 0, 1], null },
        { -1, [0, 1], Sum },
        { MostLatency + 1, [0, 1], Sum },
        { 1, [-1, 1], Buckets },
        { 1, [Last + 1, 1], Buckets },
        { 1, [0, 1, Last, 1], Buckets },
        { 1, [5, 1, 5, 1, Last - 11, 1], Buckets },
        { 1, [long.MaxValue, 1, 1, 1], Buckets },
        { 1, [0, -1], Buckets },
        { 1, [0, Most + 1], Buckets },
        { 1, [0, 1, 3], "a bucket of latencies has no count" },
    };

    [Theory]
    [MemberData(nameof(Histograms))]
    public void Latencies_lie_in_buckets_that_exist_wherever_they_are_told(long sum, long[] gaps, string? reason)
    {
        var none = Latencies.None;
        var latencies = new Latencies(default, new Nanoseconds(sum), gaps);
        LatencyReport[] reports =
        [
            new(latencies, null, none, null),
            new(none, latencies, none, null),
            new(none, none, latencies, null),
            new(none, null, none, new ArrivalReport(1, 0, 0, latencies, default)),
        ];
        Assert.All(reports, report => Judged(reason, Possible with { Latency = report }));

        var control = SyntheticRun.PairOf(1, Possible, Possible) with { Control = latencies };
        if (reason is null) Assert.Null(EntryRefusals.Problem(control));
        else Told(reason, control);
    }

    [Fact]
    public void Memory_is_more_than_none_and_counted()
    {
        Kept(Possible with { Memory = new MemoryUse(Most, IsSampled: true, new HeapUse(Most, Most, Most)) });
        Kept(Possible with { Memory = new MemoryUse(null, IsSampled: true, null) });
        MemoryUse[] impossible = [new(Most + 1, IsSampled: true, null), new(null, IsSampled: true, new HeapUse(Most + 1, 1, 1)), new(null, IsSampled: true, new HeapUse(1, 0, 1))];
        Assert.All(impossible, memory => Refused("memory is 0 bytes or less", Possible with { Memory = memory }));
    }

    [Fact]
    public void Of_several_impossible_values_the_first_is_told()
    {
        Latencies summed = new(default, new Nanoseconds(-1), []), placed = new(default, default, [-1, 1]), cut = new(default, default, [1]), none = Latencies.None;
        SideMeasurement sliced = Changed(slice => slice with { Operations = -1 }), collected = Changed(slice => slice with { Gc = slice.Gc with { Gen0 = int.MaxValue } });

        Told(Sum, SyntheticRun.PairOf(1, sliced, collected) with { Control = summed });
        Told(Slice, SyntheticRun.PairOf(1, sliced, collected));
        Told(Collections, SyntheticRun.PairOf(1, collected, sliced));
        Refused(Sum, Possible with { Latency = new LatencyReport(summed, placed, cut, null) });
        Refused(Buckets, Possible with { Latency = new LatencyReport(none, placed, cut, new ArrivalReport(1, 0, 0, summed, default)) });
        Refused("a bucket of latencies", Possible with { Latency = new LatencyReport(none, none, cut, new ArrivalReport(1, 0, 0, summed, default)) });
    }

    [Fact]
    public void A_traced_run_is_checked_as_a_side_is()
    {
        Assert.Null(EntryRefusals.Problem(SyntheticRun.TracedRun(new CellOutcome.Completed(Possible))));
        Told(Slice, SyntheticRun.TracedRun(new CellOutcome.Completed(Changed(slice => slice with { Operations = -1 }))));
        Assert.Null(EntryRefusals.Problem(SyntheticRun.TracedRun(new CellOutcome.Stopped("its partner failed"))));
    }

    private static PressureCounters Pressure(double writes, double bytes, long open) => new(writes, 0, 0, default, new Nanoseconds(open), new AllocationCounters(bytes, 0, 0, 0, 0, 0, 0));

    private static SideMeasurement Changed(Func<Slice, Slice> change) => Possible with { Slices = [.. Possible.Slices.SkipLast(1), change(Possible.Slices[^1])] };

    private static void Judged(string? reason, SideMeasurement side)
    {
        if (reason is null) Kept(side);
        else Refused(reason, side);
    }

    private static void Kept(SideMeasurement side)
    {
        Assert.Null(EntryRefusals.Problem(SyntheticRun.PairOf(1, side, Possible)));
        Assert.Null(EntryRefusals.Problem(SyntheticRun.PairOf(1, Possible, side)));
    }

    private static void Refused(string reason, SideMeasurement side)
    {
        Told(reason, SyntheticRun.PairOf(1, side, Possible));
        Told(reason, SyntheticRun.PairOf(1, Possible, side));
    }

    private static void Told(string reason, JournalEntry entry) => Assert.Contains(reason, EntryRefusals.Problem(entry), StringComparison.Ordinal);
}
