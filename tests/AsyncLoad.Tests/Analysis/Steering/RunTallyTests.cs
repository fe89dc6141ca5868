using System.Globalization;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Assurance;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Steering;

/// <summary>What runs said of the time that was left, against the time that they took. Each was recorded on two cores; its file has what every pair took.</summary>
public sealed class RunTallyTests
{
    private const double Quarter = 0.25;

    [Theory]
    [InlineData("smoke")]
    [InlineData("smoke-again")]
    [InlineData("class")]
    public void With_one_look_the_time_left_is_within_a_quarter_from_the_second_pair_on(string run)
    {
        var replay = Replay(run);
        Assert.All(replay.Where(moment => moment.Pairs >= 2 && moment.Took > TimeSpan.Zero), moment =>
        {
            Assert.InRange(moment.Forecast.Expected, moment.Took * (1 - Quarter), moment.Took * (1 + Quarter));
            Assert.Equal(moment.Forecast.Expected, moment.Forecast.Most);
        });
    }

    [Fact]
    public void Where_calls_take_long_it_is_so_once_two_pairs_have_counted_no_bytes() =>
        Assert.All(
            Replay("slow-calls").Where(moment => moment.Pairs is 5 or 6),
            moment => Assert.InRange(moment.Forecast.Expected, moment.Took * (1 - Quarter), moment.Took * (1 + Quarter)));

    // Recorded while others used the machine, so what pairs took is replaced by a second each: of four comparisons each ended at its first look.
    [Fact]
    public void With_several_looks_it_is_so_once_every_comparison_has_two_pairs()
    {
        var replay = Replay("looks", entry => entry is JournalEntry.Pair pair ? Took(pair, 1) : entry);
        Assert.All(replay, moment => Assert.Equal((4 * 24) + 2 - moment.Pairs, moment.Forecast.Most.TotalSeconds + SettledEarlier(moment)));
        Assert.Equal(replay[0].Forecast.Most, replay[0].Forecast.Expected);
        Assert.All(replay.Skip(7), moment => Assert.InRange(moment.Forecast.Expected.TotalSeconds, (1 - Quarter) * (34 - moment.Pairs), (1 + Quarter) * (34 - moment.Pairs)));

        // The pairs of a comparison that its first look has settled are none of those left.
        static int SettledEarlier(ReplayedForecast moment) => 16 * Math.Clamp(moment.Pairs - 28, 0, 4);
    }

    [Fact]
    public void What_is_left_goes_by_the_looks_that_the_spread_of_pairs_speaks_for()
    {
        var measure = MeasureSettings.Default with { Looks = [8, 12, 16, 24] };
        Assert.Equal(new PairsLeft(23, 23), PairsLeft.Of(measure, SyntheticRun.Pairs(1)));
        // Alike to 0.1 %: the first look settles it.
        Assert.Equal(new PairsLeft(5, 21), PairsLeft.Of(measure, SyntheticRun.Pairs(1, 1.001, 0.999)));
        // No look settles what spreads by a third around 1.
        Assert.Equal(new PairsLeft(20, 20), PairsLeft.Of(measure, SyntheticRun.Pairs(0.7, 1.4, 0.75, 1.35)));
        Assert.Equal(new PairsLeft(0, 0), PairsLeft.Of(measure, SyntheticRun.Pairs(Enumerable.Repeat(0.5, 8))));
    }

    [Fact]
    public void A_comparison_without_pairs_takes_what_those_of_its_load_take()
    {
        var (sequential, parallel) = (SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));
        parallel = Under(parallel, new LoadSettings.ParallelFor());
        var unmeasured = Under(SyntheticRun.ComparisonOf("c"), new LoadSettings.ParallelFor());
        var plan = SyntheticRun.PlanOf([2], sequential, parallel, unmeasured);
        var tally = new RunTally(plan, [Took(SyntheticRun.PairOf(1, 1, "a"), 1), Took(SyntheticRun.PairOf(1, 1, "b"), 10)]);
        Assert.Equal(TimeSpan.FromSeconds(1 + 10 + (2 * 10)), tally.Left().Expected);
    }

    /// <summary>Processes at two levels settle a comparison at the next look, though their pairs spread by a third.</summary>
    [Fact]
    public void What_is_at_two_levels_by_plan_ends_at_its_next_look()
    {
        var (begun, fresh, ordinary) = (AtTwoLevels("begun"), AtTwoLevels("fresh"), SyntheticRun.ComparisonOf("ordinary"));
        var plan = SyntheticRun.PlanOf([8, 12, 48], begun, fresh, ordinary);
        var tally = new RunTally(plan, [.. new[] { 0.72, 1.38, 1 }.Select((ratio, i) => Took(SyntheticRun.PairOf(i + 1, ratio, "begun"), 1))]);

        Assert.Equal(TimeSpan.FromSeconds(5 + 8 + 48), tally.Left().Expected);
        Assert.Equal(TimeSpan.FromSeconds(45 + 48 + 48), tally.Left().Most);
    }

    [Fact]
    public void What_turns_out_to_be_at_two_levels_ends_at_its_next_look()
    {
        var measure = MeasureSettings.Default with { Looks = [8, 12, 48] };
        Assert.Equal(new PairsLeft(1, 41), PairsLeft.Of(measure, SyntheticRun.Pairs(1, 1.38, 1.001, 1.381, 0.999, 1.379, 1)));
    }

    [Fact]
    public void No_more_time_is_left_than_pairs_may_begin_in()
    {
        var plan = SyntheticRun.PlanOf([8, 48], SyntheticRun.ComparisonOf("a")) with { Traced = [new TracedCell("a", Side.Baseline)] };
        var tally = new RunTally(plan, [Took(SyntheticRun.PairOf(1, 1, "a"), 1)]);
        Assert.Equal(TimeSpan.FromSeconds(47 + 1), tally.Left(TimeSpan.FromMinutes(1)).Expected);
        // The traced run follows.
        Assert.Equal(new RemainingTime(TimeSpan.FromSeconds(10 + 1), TimeSpan.FromSeconds(10 + 1)), tally.Left(TimeSpan.FromSeconds(10)));
    }

    [Fact]
    public void What_goes_side_by_side_takes_its_share_of_the_time()
    {
        var plan = SyntheticRun.PlanOf([3], SyntheticRun.ComparisonOf("a"), SyntheticRun.ComparisonOf("b"));
        plan = plan with { SideBySide = new SideBySide([[0, 1], [2, 3]], ["a"]) };
        var tally = new RunTally(plan, [Took(SyntheticRun.PairOf(1, 1, "a"), 10), Took(SyntheticRun.PairOf(1, 1, "b"), 10)]);
        Assert.Equal(TimeSpan.FromSeconds(10 + 20), tally.Left().Expected);
    }

    private static Comparison AtTwoLevels(string id)
    {
        var (comparison, drawn) = (SyntheticRun.ComparisonOf(id), new InjectedSlowdown(50, 69, Drawn: true));
        return comparison with { Baseline = comparison.Baseline with { Injected = drawn }, Candidate = comparison.Candidate with { Injected = drawn } };
    }

    private static Comparison Under(Comparison comparison, LoadSettings load) =>
        comparison with { Baseline = comparison.Baseline with { Load = load }, Candidate = comparison.Candidate with { Load = load } };

    private static JournalEntry.Pair Took(JournalEntry.Pair pair, double seconds) => pair with { Took = Nanoseconds.From(TimeSpan.FromSeconds(seconds)) };

    private static IReadOnlyList<ReplayedForecast> Replay(string run, Func<JournalEntry, JournalEntry>? change = null)
    {
        var lines = File.ReadAllLines(Path.Combine(AppContext.BaseDirectory, "Fixtures", "forecast", $"{run}.csv")).Select(line => line.Split(',')).ToList();
        var looks = lines[0][1..].Select(look => int.Parse(look, CultureInfo.InvariantCulture)).ToList();
        var rows = lines[2..];
        var comparisons = rows.DistinctBy(row => row[0]).ToLookup(row => row[0].StartsWith('o'), ComparisonOf);
        var plan = SyntheticRun.PlanOf(looks, [.. comparisons[false]]) with
        {
            LoadOverhead = [.. comparisons[true]],
            Traced = [.. rows.Where(row => row[3] is "baseline" or "candidate").Select(row => new TracedCell(row[0], SideOf(row[3])))],
        };
        return [.. ForecastCheck.Replay(plan, [.. rows.Select(EntryOf).Select(change ?? (entry => entry))])];
    }

    // comparison, load, pressure
    private static Comparison ComparisonOf(string[] row)
    {
        var comparison = Under(SyntheticRun.ComparisonOf(row[0]), row[1] == "sequential" ? new LoadSettings.Sequential() : new LoadSettings.ParallelFor());
        return row[2] == "calm" ? comparison : comparison with { Baseline = comparison.Baseline with { Pressure = PressureSettings.OldHeap } };
    }

    // comparison, load, pressure, number of the pair or traced side, seconds from the beginning to its end, seconds that it took, ratio
    private static JournalEntry EntryOf(string[] row)
    {
        var took = TimeSpan.FromSeconds(Number(row[5]));
        var started = SyntheticRun.Noon + TimeSpan.FromSeconds(Number(row[4])) - took;
        return row[6].Length > 0
            ? SyntheticRun.PairOf(int.Parse(row[3], CultureInfo.InvariantCulture), Number(row[6]), row[0]) with { Started = started, Took = Nanoseconds.From(took) }
            : SyntheticRun.TracedRun(new CellOutcome.Stopped(""), SideOf(row[3])) with { Comparison = row[0], Started = started, Took = Nanoseconds.From(took) };
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static Side SideOf(string text) => text == "baseline" ? Side.Baseline : Side.Candidate;
}
