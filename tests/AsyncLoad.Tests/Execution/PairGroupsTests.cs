using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Which pairs are measured together. The comparisons a, b, … have one baseline.</summary>
public sealed class PairGroupsTests
{
    private static readonly SideMeasurement Usual = SyntheticRun.Side(100_000);

    [Fact]
    public void The_first_pair_of_each_is_alone_and_all_others_are_together()
    {
        var groups = new PairGroups(Plan("a", "b", "c"), free: null);
        var measured = new List<string>();
        // As a run does: what was measured has a say in what comes next.
        foreach (var group in groups.Of(Due(2, "a", "b", "c")))
        {
            measured.Add(Text(group));
            foreach (var pair in group) groups.Remember(SyntheticRun.PairOf(pair.Index, 0.5, pair.Comparison));
        }

        Assert.Equal(["a1", "b1", "c1", "a2 b2 c2"], measured);
    }

    [Fact]
    public void A_comparison_that_is_settled_or_has_its_pair_already_drops_out_and_the_others_go_on()
    {
        var groups = After("a", "b", "c");
        ScheduledPair[] due = [Pair("a", 2), Pair("c", 2), Pair("b", 3), Pair("a", 3)];
        Assert.Equal(["a2 c2", "b3 a3"], groups.Of(due).Select(Text));
    }

    [Fact]
    public void Five_processes_are_alive_at_once_at_most_and_fewer_where_they_are_large()
    {
        Assert.Equal(["a2 b2 c2 d2", "e2 f2"], After("a", "b", "c", "d", "e", "f").Of(DueAt(2, "a", "b", "c", "d", "e", "f")).Select(Text));

        // 250 MB each: four in a gigabyte. Of 700 MB there are two, as in any pair.
        Assert.Equal(["a2 b2 c2", "d2"], Sized(100).Select(Text));
        Assert.Equal(["a2", "b2", "c2", "d2"], Sized(400).Select(Text));
        // 300 MB of 430 may be used: three of 100 MB, and of 300 MB free only two.
        Assert.Equal(["a2 b2", "c2 d2"], After(Plan("a", "b", "c", "d"), ByteSize.FromMegabytes(430)).Of(DueAt(2, "a", "b", "c", "d")).Select(Text));
        Assert.Equal(["a2", "b2", "c2", "d2"], After(Plan("a", "b", "c", "d"), ByteSize.FromMegabytes(300)).Of(DueAt(2, "a", "b", "c", "d")).Select(Text));
    }

    [Fact]
    public void Only_those_that_are_measured_alike_go_together()
    {
        AssertApart(first => first with { Timed = true });
        AssertApart(first => first with { Batch = 5 });
        // A hundred slices where the other had four.
        AssertApart(first => first with { Candidate = new CellOutcome.Completed(SyntheticRun.Side(100_000, slices: 100)) });
        // Half a core while it was held.
        AssertApart(first => first with { Candidate = new CellOutcome.Completed(Usual.WithSlices(slice => slice with { Held = new HeldUsage(new Nanoseconds(10_000_000), new Nanoseconds(5_000_000)) })) });
        Assert.Equal(["a2 b2"], Second(first => first with { Batch = 4 }));
    }

    [Fact]
    public void All_of_a_group_are_alike_and_not_only_like_its_first()
    {
        var groups = new PairGroups(Plan("a", "b", "c"), free: null);
        foreach (var (comparison, batch) in new[] { ("a", 20), ("b", 80), ("c", 5) }) groups.Remember(SyntheticRun.PairOf(1, 0.5, comparison) with { Batch = batch });
        Assert.Equal(["a2 b2", "c2"], groups.Of(DueAt(2, "a", "b", "c")).Select(Text));
    }

    [Fact]
    public void What_fails_or_leaves_something_in_a_group_is_alone_from_then_on()
    {
        var failed = After("a", "b", "c");
        failed.Remember(SyntheticRun.CrashedPair(2, "b") with { Sharing = 3 });
        Assert.Equal(["a3 c3", "b3"], failed.Of(DueAt(3, "a", "b", "c")).Select(Text));

        var left = After("a", "b", "c");
        left.KeepApart("a");
        Assert.Equal(["a3", "b3 c3"], left.Of(DueAt(3, "a", "b", "c")).Select(Text));
    }

    [Fact]
    public void Operations_are_timed_as_the_first_pairs_found_and_a_batch_suits_the_slowest()
    {
        var groups = new PairGroups(Plan("a", "b"), free: null);
        Assert.Null(groups.PaceOf([Pair("a", 1)]));
        groups.Remember(SyntheticRun.PairOf(1, 0.5, "a") with { Batch = 30 });
        groups.Remember(SyntheticRun.PairOf(1, 0.5, "b") with { Batch = 20 });
        // Pairs of a group have its batch, and the next group is to have the same.
        groups.Remember(SyntheticRun.PairOf(2, 0.5, "a") with { Batch = 20, Sharing = 2 });

        Assert.Equal((20, false), Pace([Pair("a", 2), Pair("b", 2)]));
        Assert.Equal((30, false), Pace([Pair("a", 3)]));

        (long, bool)? Pace(IReadOnlyList<ScheduledPair> group) => groups.PaceOf(group) is { } pace ? (pace.Batch, pace.Timed) : null;
    }

    [Fact]
    public void What_first_pairs_counted_is_expected_of_each_side_of_a_group()
    {
        var groups = new PairGroups(Plan("a", "b"), free: null);
        var differs = SyntheticRun.Side([SyntheticRun.Slice(100_000)], [new CountSlice(1_000, 72_000, 0, 0), new CountSlice(1_000, 73_000, 0, 0)]);
        groups.Remember(RememberedPair.Of(SyntheticRun.PairOf(1, SyntheticRun.Side(100_000, bytesPerOperation: 504), SyntheticRun.Side(100_000, bytesPerOperation: 72), "a")));
        groups.Remember(RememberedPair.Of(SyntheticRun.PairOf(1, SyntheticRun.Side(100_000, bytesPerOperation: 504), differs, "b")));

        Assert.Equal([504, 72, null], groups.PaceOf([Pair("a", 2), Pair("b", 2)])?.Sides.Select(side => side.Bytes));
    }

    [Fact]
    public void Each_side_of_a_group_waits_for_collections_as_its_first_pair_shows()
    {
        var groups = new PairGroups(Plan("a", "b"), free: null);
        groups.Remember(RememberedPair.Of(SyntheticRun.PairOf(1, With(collections: 12), With(collections: 0), "a")));
        groups.Remember(RememberedPair.Of(SyntheticRun.PairOf(1, With(collections: 12), With(collections: 10), "b")));

        Assert.Equal([true, false, true], groups.PaceOf([Pair("a", 2), Pair("b", 2)])?.Sides.Select(side => side.WaitsForCollections));

        static SideMeasurement With(int collections) => SyntheticRun.Side([SyntheticRun.Slice(100_000, gen0: collections)], []);
    }

    [Fact]
    public void Other_baselines_variants_beside_themselves_and_loads_at_a_pace_of_their_own_are_alone()
    {
        var usual = SyntheticRun.ComparisonOf("a");
        var paced = new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant);
        Assert.Equal(["a2", "b2"], Grouped(usual, usual with { Id = "b", Baseline = SyntheticRun.CellOf("direct-task") }));
        Assert.Equal(["a2", "b2"], Grouped(usual with { Candidate = usual.Baseline }, usual with { Id = "b", Candidate = usual.Baseline }));
        var open = usual with { Baseline = usual.Baseline with { Load = paced }, Candidate = usual.Candidate with { Load = paced } };
        Assert.Equal(["a2", "b2"], Grouped(open, open with { Id = "b" }));
        // A cell's name holds the number of its comparison.
        Assert.Equal(["a2 b2"], Grouped(usual, usual with { Id = "b", Baseline = usual.Baseline with { Name = "c003-await-task" } }));
    }

    private static void AssertApart(Func<JournalEntry.Pair, JournalEntry.Pair> change) => Assert.Equal(["a2", "b2"], Second(change));

    private static IEnumerable<string> Second(Func<JournalEntry.Pair, JournalEntry.Pair> change)
    {
        var groups = new PairGroups(Plan("a", "b"), free: null);
        groups.Remember(SyntheticRun.PairOf(1, Usual, Usual, "a"));
        groups.Remember(change(SyntheticRun.PairOf(1, Usual, Usual, "b")));
        return groups.Of([Pair("a", 2), Pair("b", 2)]).Select(Text);
    }

    private static IEnumerable<IReadOnlyList<ScheduledPair>> Sized(int liveSet)
    {
        var pressure = PressureSettings.Calm with { Name = "set", LiveSet = ByteSize.FromMegabytes(liveSet) };
        var plan = Plan("a", "b", "c", "d");
        plan = plan with { Comparisons = [.. plan.Comparisons.Select(one => one with { Baseline = one.Baseline with { Pressure = pressure } })] };
        return After(plan).Of(DueAt(2, "a", "b", "c", "d"));
    }

    private static IEnumerable<string> Grouped(params Comparison[] comparisons) =>
        After(SyntheticRun.PlanOf([6], comparisons)).Of(DueAt(2, "a", "b")).Select(Text);

    private static PairGroups After(params string[] comparisons) => After(Plan(comparisons));

    private static PairGroups After(Plan plan, ByteSize? free = null)
    {
        var groups = new PairGroups(plan, free);
        foreach (var comparison in plan.Comparisons) groups.Remember(SyntheticRun.PairOf(1, 0.5, comparison.Id));
        return groups;
    }

    private static Plan Plan(params string[] comparisons) => SyntheticRun.PlanOf([6], [.. comparisons.Select(id => SyntheticRun.ComparisonOf(id))]);

    private static ScheduledPair[] Due(int rounds, params string[] comparisons) => [.. Enumerable.Range(1, rounds).SelectMany(index => DueAt(index, comparisons))];

    private static ScheduledPair[] DueAt(int index, params string[] comparisons) => [.. comparisons.Select(comparison => Pair(comparison, index))];

    private static ScheduledPair Pair(string comparison, int index) => ScheduledPair.Alternating(comparison, index);

    private static string Text(IReadOnlyList<ScheduledPair> group) => string.Join(' ', group.Select(pair => FormattableString.Invariant($"{pair.Comparison}{pair.Index}")));
}
