using System.Text.Json.Serialization;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class PlanningPartsTests
{
    [Theory]
    [InlineData("await-value-tusk", "await-value-task")]
    [InlineData("AWAIT-TASK", "await-task")]
    [InlineData("nothing-like-it", null)]
    [InlineData("", null)]
    public void The_nearest_name_is_suggested_and_no_far_one(string name, string? nearest) =>
        Assert.Equal(nearest, Suggestion.Nearest(name, ["direct-call", "await-task", "await-value-task"]));

    // Every letter replaced is another name.
    [Fact]
    public void A_short_name_is_near_only_where_a_letter_is_the_same()
    {
        Assert.Null(Suggestion.Nearest("cd", ["ab"]));
        Assert.Equal("ab", Suggestion.Nearest("ad", ["ab"]));
    }

    [Fact]
    public void A_long_text_is_cut_and_says_so()
    {
        Assert.Equal($"\"{new string('x', 80)}\"", Printable.Quote(new string('x', 80)));
        Assert.Equal($"\"{new string('x', 80)}…\"", Printable.Quote(new string('x', 81)));
    }

    [Theory]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("", "abc", 3)]
    [InlineData("flaw", "lawn", 2)]
    [InlineData("same", "same", 0)]
    public void Distances_are_those_of_levenshtein(string from, string to, int distance) => Assert.Equal(distance, Suggestion.Distance(from, to));

    [Fact]
    public void Distance_is_symmetric_and_never_above_the_longer_length()
    {
        var words = Gen.Elements('a', 'b', 'c').ArrayOf().Where(letters => letters.Length is > 0 and < 12).Select(letters => new string(letters)).Two().ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithReplay(5, 9), Prop.ForAll(words, pair =>
        {
            var (from, to) = pair;
            var distance = Suggestion.Distance(from, to);
            // One side far longer than the other is answered by the difference alone.
            var comparable = Math.Max(from.Length, to.Length) <= 2 * Math.Min(from.Length, to.Length);
            return distance <= Math.Max(from.Length, to.Length)
                && distance >= Math.Abs(from.Length - to.Length)
                && (distance == 0) == (from == to)
                && (!comparable || distance == Suggestion.Distance(to, from));
        }));
    }

    [Theory]
    [InlineData("*", "a/b", true)]
    [InlineData("", "", true)]
    [InlineData("", "a", false)]
    [InlineData("a?c", "abc", true)]
    [InlineData("a?c", "ac", false)]
    [InlineData("*old-heap*", "x/old-heap/default", true)]
    [InlineData("*b*b", "abab", true)]
    [InlineData("*b*b", "aba", false)]
    [InlineData("A*", "abc", false)]
    [InlineData("a**", "a", true)]
    public void Globs_match_whole_ids(string pattern, string text, bool matches) => Assert.Equal(matches, Glob.Matches(pattern, text));

    [Theory]
    [InlineData("Sum", true)]
    [InlineData("S*", true)]
    [InlineData("sum_of_all", true)]
    [InlineData("sum-of-*", true)]
    [InlineData("Orders", true)]
    [InlineData("Orders.S*", true)]
    [InlineData("Shop.Orders.Sum", true)]
    [InlineData("*.Sum", true)]
    [InlineData("*/old-heap/*", true)]
    [InlineData("*.Concat", false)]
    [InlineData("Bills.Sum", false)]
    [InlineData("s?m", true)]
    [InlineData("Su", false)]
    [InlineData("Shop.*", false)]
    [InlineData("O*", false)]
    // An id is matched as it is.
    [InlineData("*OLD-HEAP*", false)]
    // With a slash it is a pattern of ids.
    [InlineData("*/Sum", false)]
    public void A_comparison_is_chosen_by_its_id_or_by_what_people_call_it(string glob, bool matches) =>
        Assert.Equal(matches, new ComparisonNames(["orders/sum-of-all-vs-old/sequential/old-heap/default"], ["orders", "Shop.Orders"], ["sum-of-all", "Sum"]).Match(glob));

    [Theory]
    [InlineData("one/new-way-vs-old-way/sequential", "new-way", "new-way")]
    [InlineData("one/new-way-HEAD-vs-main/sequential", "HEAD", "new-way")]
    [InlineData("one/new-way-feature-x-vs-main/sequential", "feature/x", "new-way")]
    [InlineData("x", "HEAD", null)]
    public void The_variant_is_read_from_an_id(string id, string candidate, string? variant) => Assert.Equal(variant, ComparisonBuilder.Variant(id, candidate));

    [Fact]
    public void Globs_agree_with_the_definition()
    {
        var texts = Gen.Elements('a', 'b', '*', '?').ArrayOf().Where(letters => letters.Length < 9).Select(letters => new string(letters)).Two().ToArbitrary();
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(1_000).WithReplay(11, 3), Prop.ForAll(texts, pair => Glob.Matches(pair.Item1, pair.Item2) == Defined(pair.Item1, pair.Item2)));
    }

    [Theory]
    [InlineData(1, 6)]
    [InlineData(2, 7)]
    [InlineData(4, 8)]
    public void The_first_look_needs_pairs_enough_for_its_share_of_the_error(int looks, int pairs) => Assert.Equal(pairs, Looks.FewestPairs(looks));

    [Fact]
    public void A_profile_is_refused_the_looks_that_statistics_cannot_judge() => Assert.All(
        Enumerable.Range(1, Looks.MostLooks),
        looks => Assert.Equal(Enumerable.Range(1, 20).First(pairs => Math.Pow(2, 1 - pairs) <= Looks.TotalError / looks), Looks.FewestPairs(looks)));

    [Fact]
    public void The_forecast_of_a_default_pair_is_about_two_seconds()
    {
        var plan = Profiles.Plan(Profiles.Smallest);
        var one = PairForecast.Of(MeasureSettings.Default with { Looks = [1] }, plan.Comparisons, [], 0, Never);
        Assert.InRange(one.Longest.Nanoseconds / 1e9, 2.0, 2.6);
        var smoke = PairForecast.Of(MeasureSettings.Default, plan.Comparisons, plan.LoadOverhead, 2, Never);
        // One pair of the no-op and two traced runs come on top.
        Assert.Equal((8 * 2.26) + 2.26 + 2.4, smoke.Shortest.Span.TotalSeconds, 3);
        Assert.Equal((48 * 2.26) + 2.26 + 2.4, smoke.Longest.Span.TotalSeconds, 3);
    }

    [Fact]
    public void The_forecast_is_a_range_where_looks_or_waiting_decide_how_long_it_takes()
    {
        Assert.Equal("0.3 min", Minutes(Profiles.Smallest, "measure.looks=6"));
        Assert.Equal("0.4 to 1.9 min", Minutes(Profiles.Smallest));
        // Slices of operations that wait may be taken six times over, until they hold ten collections; without verdicts nothing is added.
        var waiting = Profiles.Smallest.Replace("call-chain", "simulated-io", StringComparison.Ordinal).Replace("await-task", "task", StringComparison.Ordinal).Replace("await-value-task", "value-task", StringComparison.Ordinal);
        Assert.Equal("0.3 to 1.3 min", Minutes(waiting, "measure.looks=6"));
        Assert.Equal("0.3 to 0.6 min", Minutes(waiting, "measure.looks=6", "measure.verdicts=false"));
        // One side that waits is enough.
        Assert.Contains(" to ", Minutes(Asking("stock-prices", "sync", "task-await"), "measure.looks=6"), StringComparison.Ordinal);
        Assert.Contains(" to ", Minutes(Asking("stock-prices", "task-await", "sync"), "measure.looks=6"), StringComparison.Ordinal);
        Assert.DoesNotContain(" to ", Minutes(Asking("stock-prices", "sync", "task"), "measure.looks=6"), StringComparison.Ordinal);
    }

    private static string Asking(string workload, string baseline, string candidate) => Profiles.Smallest
        .Replace("call-chain", workload, StringComparison.Ordinal)
        .Replace("\"await-task\"", $"\"{baseline}\"", StringComparison.Ordinal)
        .Replace("\"await-value-task\"", $"\"{candidate}\"", StringComparison.Ordinal);

    [Fact]
    public void A_pattern_that_is_near_to_none_of_many_ids_is_told_how_many_there_are()
    {
        var loads = string.Join(',', Enumerable.Range(1, 1_000).Select(degree => $"{{ \"kind\": \"parallelFor\", \"degree\": {degree} }}"));
        var empty = Assert.IsType<PlanOutcome.Empty>(Planner.Make(Profiles.Good(ProfileReaderTests.Member($"\"loads\": [{loads}]")), TestCatalogue.Own, new PlanOptions(Only: ["zzz"])));
        Assert.Contains("and the first of 1,000 ids is \"", empty.Message, StringComparison.Ordinal);
    }

    private static readonly HashSet<string> Never = [];

    private static string Minutes(string profile, params string[] settings) => ForecastWords.Minutes(
        Assert.IsType<PlanOutcome.Made>(Planner.Make(Profiles.Good(profile, settings), TestCatalogue.Own, new PlanOptions())).Plan.Forecast);

    [Fact]
    public void The_forecast_grows_with_pressure_and_counts_both_live_sets()
    {
        var calm = Profiles.Plan(Profiles.Smallest).Forecast;
        var pressed = Profiles.Plan(Profiles.Smallest.Replace("\"name\": \"one\",", "\"name\": \"one\", \"pressures\": [\"old-heap\"],")).Forecast;
        Assert.True(pressed.Shortest > calm.Shortest);
        Assert.Equal(ByteSize.FromMegabytes(200), calm.Memory);
        Assert.Equal(ByteSize.FromMegabytes(350), pressed.Memory);
        Assert.Equal(calm.Disk, pressed.Disk);
        var churned = Profiles.Plan(Profiles.Smallest.Replace("\"name\": \"one\",", "\"name\": \"one\", \"pressures\": [\"churn\"],")).Forecast;
        Assert.Equal(ByteSize.FromMegabytes(264), churned.Memory);
    }

    [Fact]
    public void A_plan_above_seventy_percent_of_free_memory_is_refused()
    {
        var forecast = new Forecast(default, default, default, ByteSize.FromMegabytes(700));
        Assert.Null(MemoryRefusal.Refusal(forecast, ByteSize.FromMegabytes(1_000)));
        Assert.Null(MemoryRefusal.Refusal(forecast, null));
        Assert.Equal("the largest pair needs 734 MB, more than 70 % of the 1.05 GB that are free; use a smaller live set, or free memory", MemoryRefusal.Refusal(forecast, ByteSize.FromMegabytes(999)));
    }

    [Fault(6)]
    [Fact]
    public void A_plan_that_the_disk_cannot_hold_is_refused_with_what_it_needs()
    {
        var forecast = new Forecast(default, default, ByteSize.FromMegabytes(40), default);
        Assert.Null(DiskRefusal.Refusal(forecast, ByteSize.FromMegabytes(40)));
        Assert.Null(DiskRefusal.Refusal(forecast, null));
        Assert.StartsWith("the run needs 41.9 MB, and only 40.9 MB are free there", DiskRefusal.Refusal(forecast, ByteSize.FromMegabytes(39)), StringComparison.Ordinal);
    }

    [Fact]
    public void Words_of_loads_and_pressures_are_those_of_the_model()
    {
        Assert.Equal(WordsOf(typeof(LoadSettings)), LoadFormat.Kinds.Words);
        Assert.Equal(WordsOf(typeof(Simulation)), StageFormat.Kinds.Words);
        Assert.Equal(PressureSettings.Presets.Select(preset => preset.Name), PressureReader.Meanings.Select(preset => preset.Name));
    }

    private static IEnumerable<string?> WordsOf(Type union) =>
        union.GetCustomAttributes(typeof(JsonDerivedTypeAttribute), inherit: false).Select(attribute => ((JsonDerivedTypeAttribute)attribute).TypeDiscriminator as string);

    [Fault(22)]
    [Theory]
    [InlineData("plain é ✓ 日本", "plain é ✓ 日本")]
    [InlineData("\u001b[2J\r\n", "\\u001b[2J\\u000d\\u000a")]
    [InlineData("\u202Eabc\u2028", "\\u202eabc\\u2028")]
    public void Foreign_text_cannot_steer_a_terminal(string text, string printed) => Assert.Equal(printed, Printable.Text(text));

    // The definition, letter by letter; slow and plain.
    private static bool Defined(string pattern, string text) => (pattern, text) switch
    {
        ("", "") => true,
        ("", _) => false,
        (['*', .. var rest], _) when Defined(rest, text) => true,
        (['*', ..], [_, .. var less]) => Defined(pattern, less),
        (['?', .. var rest], [_, .. var less]) => Defined(rest, less),
        ([var p, .. var rest], [var t, .. var less]) => p == t && Defined(rest, less),
        _ => false,
    };
}
