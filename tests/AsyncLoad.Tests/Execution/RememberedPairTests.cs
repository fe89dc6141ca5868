using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>What a run keeps of its pairs decides as the whole pairs would.</summary>
public class RememberedPairTests
{
    [Fact]
    public void Its_ratios_are_those_of_the_whole_pair_to_the_last_bit()
    {
        var property = Prop.ForAll<PositiveInt[], PositiveInt[], bool>((baseline, candidate, felt) =>
        {
            var pair = SyntheticRun.PairOf(3, Side(baseline, felt), Side(candidate, felt));
            return Progress(pair) == Progress(RememberedPair.Of(pair));
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(20_261_123, 9), property);
    }

    [Fact]
    public void The_next_pairs_are_those_that_whole_pairs_ask_for()
    {
        var plan = SyntheticRun.PlanOf([6, 8, 12], SyntheticRun.ComparisonOf());
        var random = new Random(1);
        for (var run = 0; run < 50; run++)
        {
            var pairs = SyntheticRun.Pairs(Enumerable.Range(0, random.Next(12)).Select(_ => 0.9 + (0.2 * random.NextDouble()))).ToList();
            Assert.Equal(PairSteering.NextPairs(plan, pairs), PairSteering.NextPairs(plan, [.. pairs.Select(RememberedPair.Of)]));
        }
    }

    [Fact]
    public void Nothing_is_kept_that_grows_with_slices_latencies_or_settings()
    {
        var configured = Side([1, 2, 3], felt: true) with
        {
            Settings = new EffectiveSettings(true, true, 2, new Dictionary<string, string> { ["GCName"] = "x" }, new Dictionary<string, SettingReading>()),
        };
        var pair = SyntheticRun.PairOf(1, configured, configured) with { Control = configured.Latency!.ResponseTime };
        var kept = RememberedPair.Of(pair);

        Assert.Null(kept.Control);
        Assert.All(new[] { kept.Baseline, kept.Candidate }, outcome =>
        {
            var side = Assert.IsType<CellOutcome.Completed>(outcome).Measurement;
            Assert.Single(side.Slices);
            Assert.Single(side.Counts);
            Assert.Empty(side.Settings.GcConfiguration);
            Assert.Equal(2, side.Latency!.ResponseTime.Gaps.Count);
        });
    }

    [Fact]
    public void A_failure_is_kept_as_it_is()
    {
        var crashed = SyntheticRun.CrashedPair(2);
        Assert.Equal(crashed, RememberedPair.Of(crashed));
    }

    [Fact]
    public void To_remember_again_changes_nothing()
    {
        var once = RememberedPair.Of(SyntheticRun.PairOf(1, 0.5));
        Assert.Equal(Progress(once), Progress(RememberedPair.Of(once)));
    }

    private static PairRatio? Progress(JournalEntry.Pair pair) => PairRatios.Of(PairProgress.Of([pair]).Completed).SingleOrDefault();

    private static SideMeasurement Side(IReadOnlyList<PositiveInt> operations, bool felt) => Side([.. operations.Select(number => number.Get)], felt);

    // A slice of as many operations as each number says, each of which is a latency too.
    private static SideMeasurement Side(IReadOnlyList<int> operations, bool felt) => SyntheticRun.Side(
        operations.Select((number, index) => SyntheticRun.Slice(number, cpuNs: 1_000 + (number * 7L)) with { ResponseTime = felt ? new Nanoseconds(number * 3L) : null, Cores = 1L << (index % 2) }),
        [new CountSlice(1_000, 504_000, 0, 0)]) with
    {
        Latency = felt ? new LatencyReport(Latencies.None, Of(operations), Of(operations), null) : null,
    };

    private static Latencies Of(IReadOnlyList<int> nanoseconds)
    {
        var buckets = nanoseconds.Select(number => Latencies.IndexOf(number)).GroupBy(index => index).OrderBy(bucket => bucket.Key).ToList();
        var before = buckets.Select(bucket => bucket.Key).Prepend(-1);
        return new Latencies(
            new Nanoseconds(nanoseconds.DefaultIfEmpty().Max()),
            new Nanoseconds(nanoseconds.Sum(number => (long)number)),
            [.. buckets.Zip(before).SelectMany(pair => new long[] { pair.First.Key - pair.Second - 1, pair.First.Count() })]);
    }
}
