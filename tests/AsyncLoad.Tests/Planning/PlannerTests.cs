using System.Globalization;
using System.Text.Json;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class PlannerTests
{
    [Fact]
    public void The_same_seed_gives_the_same_plan_byte_for_byte()
    {
        var property = Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed =>
            Assert.Equal(Text(Profiles.Plan(Profiles.Matrix, new PlanOptions(seed))), Text(Profiles.Plan(Profiles.Matrix, new PlanOptions(seed)))));
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(20).WithReplay(1, 3), property);
    }

    [Fact]
    public void Another_seed_gives_another_order_of_the_same_pairs()
    {
        var first = Profiles.Plan(Profiles.Matrix, new PlanOptions(1)).Schedule;
        var second = Profiles.Plan(Profiles.Matrix, new PlanOptions(2)).Schedule;
        Assert.NotEqual(first, second);
        Assert.Equal(
            first.Select(pair => (pair.Comparison, pair.Index)).Order(),
            second.Select(pair => (pair.Comparison, pair.Index)).Order());
    }

    [Fact]
    public void Lists_expand_to_every_combination_once()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        // Candidates, loads, pressures, GC settings, results; and one of the second experiment.
        Assert.Equal((2 * 2 * 2 * 2 * 2) + 1, plan.Comparisons.Count);
        Assert.Equal(plan.Comparisons.Count, plan.Comparisons.Select(comparison => comparison.Id).Distinct().Count());
        Assert.Equal(Enumerable.Range(1, plan.Comparisons.Count), plan.Comparisons.Select(comparison => comparison.Ordinal));
        Assert.Equal("wide/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string", plan.Comparisons[0].Id);
        Assert.Equal("wide/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=decimal", plan.Comparisons[1].Id);
        Assert.Equal("wide/direct-call-vs-await-task/parallelFor-4/old-heap/server-gen0Size-64MB/deep=true,result=decimal", plan.Comparisons[^2].Id);
    }

    [Fact]
    public void The_two_cells_of_a_comparison_differ_in_the_variant_only()
    {
        foreach (var comparison in Profiles.Plan(Profiles.Matrix).Comparisons)
        {
            Assert.NotEqual(comparison.Baseline.Variant, comparison.Candidate.Variant);
            Assert.Equal(comparison.Baseline with { Name = "", Variant = "" }, comparison.Candidate with { Name = "", Variant = "" });
        }
    }

    [Fact]
    public void Every_round_holds_every_comparison_once()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        var rounds = plan.Schedule.Chunk(plan.Comparisons.Count).ToList();
        Assert.Equal(6, rounds.Count);
        foreach (var (round, index) in rounds.Zip(Enumerable.Range(1, 6)))
        {
            Assert.All(round, pair => Assert.Equal(index, pair.Index));
            Assert.Equal(plan.Comparisons.Count, round.Select(pair => pair.Comparison).Distinct().Count());
        }
    }

    [Fact]
    public void The_sides_of_a_comparison_take_turns_at_being_first()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        foreach (var pairs in plan.Schedule.GroupBy(pair => pair.Comparison))
        {
            var ordered = pairs.OrderBy(pair => pair.Index).ToList();
            Assert.All(ordered.Zip(ordered.Skip(1)), next => Assert.NotEqual(next.First.First, next.Second.First));
        }

        // Who starts is drawn: among 33 comparisons both do.
        Assert.Equal(2, plan.Schedule.Where(pair => pair.Index == 1).Select(pair => pair.First).Distinct().Count());
    }

    [Fact]
    public void Cells_are_named_by_ordinal_variant_load_and_pressure()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        Assert.Equal("c001-await-task-sequential-calm", plan.Comparisons[0].Baseline.Name);
        Assert.Equal("c002-await-value-task-sequential-calm", plan.Comparisons[0].Candidate.Name);
        Assert.Contains("c032-await-value-task-parallelFor-4-old-heap-server-gen0Size-64MB", plan.Comparisons.Select(comparison => comparison.Candidate.Name));
    }

    [Fault(22)]
    [Fact]
    public void Every_cell_name_is_unique_and_safe_in_a_file_system_even_for_hostile_workloads()
    {
        string[] hostile = ["../../etc/passwd", "a\0b\n", "<script>", "=1+1", "\u202Egnp.exe", "CON", new string('x', 10_000), new string('x', 9_999) + "y", " ", "."];
        var workload = new WorkloadDescription(
            "evil\\..\\workload",
            "",
            null,
            [new ParameterDescription("../p", "", ["/", "\\", "\u0000"], "/", null)],
            [.. hostile.Select(name => new VariantDescription(name, "", "Task", "none", null, 0))],
            [],
            null,
            [],
            []);
        var experiment = new Experiment("e", workload.Id, new Dictionary<string, IReadOnlyList<string>>(), hostile[0], hostile[1..], [new LoadSettings.Sequential()], [PressureSettings.Calm], [GcSettings.Default], []);
        var profile = new Profile(1, "hostile", 1, MeasureSettings.Default with { Looks = [6] }, TraceSelection.All, [experiment], []);
        var plan = Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.With(workload), new PlanOptions())).Plan;
        var names = plan.Measured.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name }).ToList();
        Assert.Equal(names.Count, names.Distinct(StringComparer.OrdinalIgnoreCase).Count());
        Assert.All(names, name => Assert.Matches("^c[0-9]{3,}-[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,58}[a-zA-Z0-9])?$", name));
    }

    [Fact]
    public void A_gate_goes_to_the_comparisons_of_its_variant()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        var valueTask = plan.Comparisons.First(comparison => comparison.Candidate.Variant == "await-value-task");
        var direct = plan.Comparisons.First(comparison => comparison.Candidate.Variant == "direct-call");
        Assert.Equal(["await-value-task", "await-task", null], valueTask.Gates.Select(gate => gate.Variant));
        Assert.Equal(["await-task", null], direct.Gates.Select(gate => gate.Variant));
        Assert.Empty(plan.Comparisons[^1].Gates);
        Assert.All(Profiles.Plan(Profiles.Matrix, new PlanOptions(Gated: false)).Comparisons, comparison => Assert.Empty(comparison.Gates));
    }

    [Theory]
    [InlineData(TraceSelection.All, 66)]
    [InlineData(TraceSelection.One, 2)]
    [InlineData(TraceSelection.None, 0)]
    internal void Traced_runs_are_of_all_cells_of_one_comparison_or_of_none(TraceSelection traces, int cells)
    {
        var plan = Profiles.Plan(Profiles.Matrix, new PlanOptions(Traces: traces));
        Assert.Equal(cells, plan.Traced.Count);
        Assert.Equal(cells, plan.Traced.Distinct().Count());
        Assert.All(plan.Traced.Take(2), cell => Assert.Equal(plan.Comparisons[0].Id, cell.Comparison));
    }

    [Fact]
    public void Every_load_and_gc_setting_in_use_has_its_self_cost()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        Assert.Equal(
            ["load-overhead/sequential/default", "load-overhead/sequential/server-gen0Size-64MB", "load-overhead/parallelFor-4/default", "load-overhead/parallelFor-4/server-gen0Size-64MB"],
            plan.LoadOverhead.Select(comparison => comparison.Id));
        Assert.All(plan.LoadOverhead, comparison =>
        {
            Assert.Equal(("no-op", "task", "value-task"), (comparison.Baseline.Workload, comparison.Baseline.Variant, comparison.Candidate.Variant));
            Assert.Equal(PressureSettings.Calm, comparison.Baseline.Pressure);
            Assert.Empty(comparison.Baseline.Parameters);
        });
    }

    [Fact]
    public void A_variant_beside_itself_needs_no_self_cost_and_one_beside_another_does()
    {
        var plan = Profiles.Plan(Profiles.Matrix);
        Comparison[] beside = [.. plan.Comparisons.Select(comparison => comparison with { Candidate = comparison.Baseline })];

        Assert.Empty(LoadOverhead.Of(beside, TestCatalogue.Own));
        Assert.Equal(plan.LoadOverhead.Select(cost => cost.Id), LoadOverhead.Of([.. beside, .. plan.Comparisons], TestCatalogue.Own).Select(cost => cost.Id));
    }

    [Fact]
    public void Options_change_the_profile_that_the_hash_is_of()
    {
        var profile = Profiles.Good(Profiles.Matrix);
        var made = Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.Own, new PlanOptions(Seed: 9, Pairs: 12)));
        Assert.Equal((9, 12), (made.Profile.Seed, Assert.Single(made.Profile.Measure.Looks)));
        Assert.Equal((9, 12), (made.Plan.Seed, Assert.Single(made.Plan.Measure.Looks)));
        Assert.Equal(Planner.Hash(made.Profile), made.Plan.ProfileHash);
        Assert.NotEqual(Planner.Hash(profile), made.Plan.ProfileHash);
        Assert.Matches("^[0-9a-f]{64}$", made.Plan.ProfileHash);
        Assert.Equal(12 * 33, made.Plan.Schedule.Count);
    }

    [Theory]
    [InlineData(false, false, false)]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    public void Processor_samples_are_taken_where_the_profile_or_the_option_asks(bool profile, bool option, bool taken) => Assert.Equal(
        taken,
        Assert.IsType<PlanOutcome.Made>(Planner.Make(Profiles.Good(Profiles.Smallest) with { CpuSamples = profile }, TestCatalogue.Own, new PlanOptions(CpuSamples: option))).Plan.CpuSamples);

    [Theory]
    [InlineData(false, false, false)]
    [InlineData(true, false, true)]
    [InlineData(false, true, true)]
    public void Sides_are_measured_one_after_the_other_where_the_profile_or_the_option_asks(bool profile, bool option, bool inTurn)
    {
        var asked = Profiles.Good(Profiles.Smallest);
        asked = asked with { Measure = asked.Measure with { InTurn = profile } };
        Assert.Equal(inTurn, Assert.IsType<PlanOutcome.Made>(Planner.Make(asked, TestCatalogue.Own, new PlanOptions(InTurn: option))).Plan.Measure.InTurn);
    }

    [Fact]
    public void Nothing_is_left_out_of_a_plan_that_fits() => Assert.Equal((null, null, null), (Profiles.Plan(Profiles.Matrix).Skipped, Profiles.Plan(Profiles.Matrix).Sweeps, Profiles.Plan(Profiles.Matrix).Runtimes));

    [Fact]
    public void Patterns_that_nothing_comes_near_say_what_there_is()
    {
        var empty = Assert.IsType<PlanOutcome.Empty>(Planner.Make(Profiles.Good(Profiles.Matrix), TestCatalogue.Own, new PlanOptions(Only: ["x", "y"])));
        Assert.Equal("no comparison matches \"x\" or \"y\"; candidates are await-value-task, direct-call, direct-value-task, and the first of 33 ids is \"wide/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string\"", empty.Message);
    }

    [Fact]
    public void Self_costs_are_named_after_the_comparisons_and_there_are_none_without_a_no_op()
    {
        var plan = Profiles.Plan(Profiles.Smallest);
        var cost = Assert.Single(plan.LoadOverhead);
        Assert.Equal(("c003-load-overhead-task-sequential-default", "c004-load-overhead-value-task-sequential-default"), (cost.Baseline.Name, cost.Candidate.Name));
        Assert.Empty(LoadOverhead.Of(plan.Comparisons, TestCatalogue.Own with { Workloads = [.. TestCatalogue.Own.Workloads.Where(workload => workload.Id != "no-op")] }));
        Comparison[] older = [plan.Comparisons[0] with { Baseline = plan.Comparisons[0].Baseline with { Runtime = new RuntimeSettings("net8.0") } }];
        Assert.Equal("c003-load-overhead-task-sequential-default-net8-0", LoadOverhead.Of(older, TestCatalogue.Own)[0].Baseline.Name);
    }

    [Fact]
    public void Only_keeps_what_matches_and_counts_anew()
    {
        var plan = Profiles.Plan(Profiles.Matrix, new PlanOptions(Only: ["*/old-heap/default/*result=string"]));
        Assert.Equal(4, plan.Comparisons.Count);
        Assert.Equal([1, 2, 3, 4], plan.Comparisons.Select(comparison => comparison.Ordinal));
        Assert.Equal(2, plan.LoadOverhead.Count);
    }

    [Fact]
    public void Nothing_that_matches_is_no_plan_and_says_the_nearest_id()
    {
        var empty = Assert.IsType<PlanOutcome.Empty>(Planner.Make(
            Profiles.Good(Profiles.Smallest),
            TestCatalogue.Own,
            new PlanOptions(Only: ["one/await-valu-task-vs-await-task/sequential/calm/default/deep=true,result=string"])));
        Assert.EndsWith("did you mean \"one/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string\"?", empty.Message, StringComparison.Ordinal);
    }

    [Fault(13, 25)]
    [Fact]
    public void More_pairs_than_anybody_could_wait_for_are_refused()
    {
        var profile = Profiles.Good(Profiles.Matrix);
        var large = profile with { Experiments = [.. Enumerable.Repeat(profile.Experiments[0], 32)] };
        var refused = Assert.IsType<PlanOutcome.Refused>(Planner.Make(large, TestCatalogue.Own, new PlanOptions(Pairs: 1_000)));
        Assert.Equal("the plan has 1,024,000 pairs, more than 1,000,000: choose fewer comparisons with --only, or fewer pairs with --pairs", refused.Message);
    }

    [Fault(25)]
    [Fact]
    public void A_journal_that_no_report_could_read_is_refused()
    {
        var profile = Profiles.Good(Profiles.Matrix);
        var large = profile with { Measure = profile.Measure with { Slices = 1_000 }, Experiments = [profile.Experiments[0]] };
        var refused = Assert.IsType<PlanOutcome.Refused>(Planner.Make(large, TestCatalogue.Own, new PlanOptions(Pairs: 100)));
        Assert.Equal("the plan has 3,200 pairs of 1000 slices, whose journal takes about 2.24 GB, more than 2.00 GB: measure it in shards (--shard), or take fewer slices", refused.Message);
    }

    [Fault(25)]
    [Fact]
    public void A_share_is_refused_for_its_own_journal_and_not_for_that_of_all()
    {
        var profile = Profiles.Good(Profiles.Matrix);
        var large = profile with { Measure = profile.Measure with { Slices = 1_000 }, Experiments = [profile.Experiments[0]] };

        Assert.IsType<PlanOutcome.Made>(Planner.Make(large, TestCatalogue.Own, new PlanOptions(Pairs: 100, Shard: (1, 2))));

        var refused = Assert.IsType<PlanOutcome.Refused>(Planner.Make(large, TestCatalogue.Own, new PlanOptions(Pairs: 1_000, Shard: (1, 2))));
        Assert.StartsWith("shard 1/2 has ", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith(" GB, more than 2.00 GB: use more shards, or take fewer slices", refused.Message, StringComparison.Ordinal);
    }

    [Fault(24)]
    [Fact]
    public void The_plan_is_the_same_in_every_culture()
    {
        var invariant = Text(Profiles.Plan(Profiles.Matrix));
        var culture = CultureInfo.CurrentCulture;
        try
        {
            foreach (var name in new[] { "tr-TR", "de-DE", "ar-SA" })
            {
                CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(name);
                Assert.Equal(invariant, Text(Profiles.Plan(Profiles.Matrix)));
            }
        }
        finally
        {
            CultureInfo.CurrentCulture = culture;
        }
    }

    private static string Text(Plan plan) => JsonSerializer.Serialize(plan, ModelJson.Line.Plan);
}
