using System.Text.Json;
using AsyncLoad.Analysis.SelfChecks;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Model;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning.SelfChecks;

public sealed class SelfCheckPlanTests
{
    private static readonly Plan Full = Make(SelfCheckSize.Full, SelfCheckPlan.DefaultSeed);

    [Fact]
    public void The_whole_proof_has_a_hundred_comparisons_sixty_planted_and_a_dozen_at_two_levels_whatever_the_seed() => WithAnySeed(seed =>
    {
        var plan = Make(SelfCheckSize.Full, seed);
        Assert.Equal(100, plan.Comparisons.Count(IsSame));
        Assert.Equal(12, plan.Comparisons.Count(comparison => comparison.Candidate.Pressure != PressureSettings.Calm));
        Assert.Equal(60, plan.Comparisons.Count(IsInjected));
        Assert.Equal(12, plan.Comparisons.Count(comparison => comparison.IsAtTwoLevels));
        Assert.Equal(172, plan.Comparisons.Select(comparison => comparison.Id).Distinct().Count());
        Assert.Equal(344, plan.Comparisons.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name }).Distinct().Count());
    });

    [Fact]
    public void Shares_hold_each_comparison_once_and_are_selfchecks_of_the_same_whole()
    {
        var shares = Enumerable.Range(1, 5).Select(index => Sharding.Share(Full, (index, 5), new HashSet<string>())!).ToList();

        Assert.Equal(Full.Comparisons.OrderBy(one => one.Ordinal), shares.SelectMany(share => share.Comparisons).OrderBy(one => one.Ordinal));
        Assert.Equal(Full.Schedule.Count, shares.Sum(share => share.Schedule.Count));
        Assert.All(shares, share => Assert.True(SelfCheckAnalyzer.IsSelfCheck(share)));
        Assert.All(shares, share => Assert.Equal((Full.ProfileHash, Full.Comparisons.Count), (share.ProfileHash, share.Shard!.All.Count)));
        var seconds = shares.Select(share => share.Forecast.Shortest.Span.TotalSeconds).ToList();
        Assert.InRange(seconds.Max() / seconds.Min(), 1, 1.25);
    }

    [Fact]
    public void The_sides_differ_in_nothing_but_what_is_planted() => Assert.All(Full.Comparisons, comparison =>
    {
        // Even then by a number alone: where one side takes a branch that the other does not, the compiler makes two loops of one.
        Assert.Equal(comparison.Candidate.Injected is { Drawn: false } slowdown ? slowdown with { Run = slowdown.Counted } : comparison.Candidate.Injected, comparison.Baseline.Injected);
        Assert.Equal(comparison.Baseline with { Name = "", Injected = null }, comparison.Candidate with { Name = "", Injected = null });
    });

    [Fact]
    public void What_is_planted_completes_and_is_calm_and_runs_in_whole_batches() => Assert.All(Full.Comparisons.Where(IsInjected), comparison =>
    {
        Assert.Equal(new InjectedSlowdown(20, 21), comparison.Candidate.Injected);
        Assert.Null(Variant(comparison.Candidate).Suspends);
        Assert.Equal(PressureSettings.Calm, comparison.Candidate.Pressure);
        Assert.True(comparison.Candidate.Load is LoadSettings.Sequential or LoadSettings.ParallelFor);
    });

    [Fact]
    public void Every_load_and_pressure_gets_its_share()
    {
        var same = Full.Comparisons.Where(IsSame).ToList();
        Assert.Equal(
            ["closedLoop-1", "closedLoop-64", "parallelFor", "parallelForAsync", "sequential", "wave-64"],
            same.Select(comparison => comparison.Baseline.Load.Slug).Distinct().Order(StringComparer.Ordinal));
        Assert.All(same.CountBy(comparison => comparison.Baseline.Load.Slug), load => Assert.InRange(load.Value, 16, 17));
        Assert.All(
            same.Where(comparison => comparison.Baseline.Pressure != PressureSettings.Calm).CountBy(comparison => (comparison.Baseline.Load.Slug, comparison.Baseline.Pressure.Name)),
            cell => Assert.Equal(1, cell.Value));
    }

    [Fact]
    public void Nothing_is_drawn_that_cannot_be_measured_in_short_slices() => WithAnySeed(seed => Assert.All(Make(SelfCheckSize.Full, seed).Comparisons, comparison =>
    {
        var cell = comparison.Baseline;
        Assert.DoesNotContain(cell.Workload, SelfCheckDraw.LeftOut);
        Assert.Null(LoadRefusal.SkippedComparison(cell.Load, Variant(cell)));
        Assert.DoesNotContain(cell.Parameters, parameter => SelfCheckDraw.Milliseconds.Contains((cell.Workload, parameter.Key, parameter.Value)));
    }));

    [Fact]
    public void What_is_left_out_is_in_the_catalogue()
    {
        Assert.All(SelfCheckDraw.LeftOut, id => Assert.Contains(TestCatalogue.Own.Workloads, workload => workload.Id == id));
        Assert.All(SelfCheckDraw.Milliseconds, slow => Assert.Contains(
            slow.Value,
            TestCatalogue.Own.Workloads.Single(workload => workload.Id == slow.Workload).Parameters.Single(parameter => parameter.Name == slow.Parameter).Values));
    }

    [Fact]
    public void The_same_seed_draws_the_same_and_another_seed_something_else()
    {
        Assert.Equal(Text(Full), Text(Make(SelfCheckSize.Full, SelfCheckPlan.DefaultSeed)));
        Assert.NotEqual(Text(Full), Text(Make(SelfCheckSize.Full, SelfCheckPlan.DefaultSeed + 1)));
    }

    [Fact]
    public void Every_pair_up_to_the_last_look_is_scheduled_once_and_indices_ascend()
    {
        Assert.Equal(172 * 48, Full.Schedule.Distinct().Count());
        Assert.Equal(172 * 48, Full.Schedule.Count);
        Assert.All(Full.Schedule.GroupBy(pair => pair.Comparison), pairs => Assert.Equal(Enumerable.Range(1, 48), pairs.Select(pair => pair.Index)));
        Assert.All(Full.Schedule.GroupBy(pair => pair.Comparison), pairs => Assert.Equal(24, pairs.Count(pair => pair.First == Side.Baseline)));
    }

    [Fact]
    public void Whenever_it_is_cut_short_all_comparisons_but_one_group_are_judged_or_not_begun()
    {
        var firstLook = Full.Measure.Looks[0];
        for (var cut = 0; cut < 172 * firstLook; cut += 37)
        {
            var done = Full.Schedule.Take(cut).CountBy(pair => pair.Comparison).ToList();
            Assert.InRange(done.Count(comparison => comparison.Value < firstLook), 0, 16);
        }
    }

    [Fact]
    public void A_catalogue_with_too_few_cells_is_told() => Assert.Equal(
        "the catalogue has fewer than 88 cells for same",
        Assert.Throws<InvalidOperationException>(() => SelfCheckPlan.Make(SelfCheckSize.Full, TestCatalogue.Own with { Workloads = [.. TestCatalogue.Own.Workloads.Where(workload => workload.Id == "stock-prices")] }, 1)).Message);

    [Fact]
    public void The_quick_one_fits_into_two_minutes()
    {
        var plan = Make(SelfCheckSize.Quick, SelfCheckPlan.DefaultSeed);
        Assert.Equal(4, plan.Comparisons.Count(IsSame));
        Assert.Equal(3, plan.Comparisons.Count(IsInjected));
        Assert.All(plan.Comparisons.Where(IsInjected), comparison => Assert.Equal(["15 % injected"], comparison.Marks!));
        // Its first looks: what is left of two minutes goes to what they did not settle. Machines are slower than the one that the forecast is of.
        Assert.InRange(plan.Forecast.Shortest.Span.TotalMinutes, 1, 1.5);
        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, 1, 2.7);
    }

    [Fact]
    public void The_first_looks_of_the_whole_proof_take_as_long_as_its_page_says_and_leave_half_of_an_hour() => Assert.Equal(30.6, Full.Forecast.Shortest.Span.TotalMinutes, 1);

    [Fact]
    public void The_check_of_two_levels_has_a_hundred_comparisons_of_which_each_process_draws_its_own()
    {
        var plan = Make(SelfCheckSize.Levels, SelfCheckPlan.DefaultSeed);
        Assert.Equal(100, plan.Comparisons.Select(comparison => comparison.Id).Distinct().Count());
        Assert.All(plan.Comparisons.SelectMany(comparison => new[] { comparison.Baseline, comparison.Candidate }), cell =>
        {
            Assert.Equal(new InjectedSlowdown(50, 69, Drawn: true), cell.Injected);
            Assert.Null(Variant(cell).Suspends);
            Assert.Equal(PressureSettings.Calm, cell.Pressure);
        });
        Assert.Equal(4, Make(SelfCheckSize.QuickLevels, SelfCheckPlan.DefaultSeed).Comparisons.Count);
        Assert.InRange(plan.Forecast.Shortest.Span.TotalMinutes, 15, 27);
    }

    [Theory]
    [InlineData("\"injected\": 0.05")]
    [InlineData("\"injected\": { \"counted\": 20, \"run\": 21 }")]
    public void No_profile_can_plant_a_slowdown(string member) =>
        Assert.Contains("injected", Profiles.Error(Profiles.Smallest.Replace("\"name\": \"one\"", $"\"name\": \"one\", {member}", StringComparison.Ordinal)), StringComparison.Ordinal);

    private static void WithAnySeed(Action<int> assert) =>
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(10).WithReplay(1, 3), Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), assert));

    private static Plan Make(SelfCheckSize size, int seed) => SelfCheckPlan.Make(size, TestCatalogue.Own, seed).Plan;

    private static bool IsSame(Comparison comparison) => comparison.Candidate.Injected is null;

    private static bool IsInjected(Comparison comparison) => comparison.Candidate.Injected is { Drawn: false };

    private static AsyncLoad.Model.Catalogues.VariantDescription Variant(Cell cell) =>
        TestCatalogue.Own.Workloads.Single(workload => workload.Id == cell.Workload).Variants.Single(variant => variant.Id == cell.Variant);

    private static string Text(Plan plan) => JsonSerializer.Serialize(plan, ModelJson.Line.Plan);
}
