using System.Text;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Plans of sides with builds of their own: what their catalogues say of each other.</summary>
public sealed class SideBuildPlanTests
{
    private const string TwoCommits = """ "baseline": { "commit": "main" }, "candidates": [{ "commit": "HEAD" }] """;

    [Fact]
    public void A_runtime_is_asked_for_what_each_build_offers()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class())];
        var profile = Read(TwoCommits + """, "runtimes": ["net10.0"] """, builds);

        var named = RuntimeRefusals.Named(profile, builds);
        Assert.Equal(builds.Select(offer => ("net10.0", (CodeBuild?)offer.Build)), named.Select(one => (one.Runtime.Name, one.Build)));

        RuntimeOffer[] offers = [.. builds.Select(offer => new RuntimeOffer(new RuntimeSettings("net10.0", Version: "10.0.14"), offer.Catalogue, null, offer.Build))];
        var plan = Made(profile, builds, new PlanOptions(Runtimes: offers));
        Assert.Equal("one/old-way-HEAD-vs-main/sequential/calm/default/net10.0/size=8", plan.Comparisons[0].Id);
        Assert.Null(plan.Skipped);
        Assert.Equal(new PlannedRuntime("net10.0", "10.0.14", null), Assert.Single(plan.Runtimes!));
        Assert.All(plan.Measured, comparison => Assert.Equal("10.0.14", comparison.Candidate.Runtime!.Version));

        // A build that does not load there is blamed, and no other.
        offers[1] = offers[1] with { Catalogue = TestCatalogue.Own with { Plugins = [new PluginDescription("Shop.dll", true, "it needs net11.0", [])] } };
        Assert.Equal("no comparison can be measured: net10.0 has no workload \"orders\"; Shop.dll: it needs net11.0", Empty(profile, builds, new PlanOptions(Runtimes: offers)));
    }

    [Fact]
    public void A_runtime_of_one_side_is_asked_for_its_build_alone()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class())];
        var profile = Read(""" "baseline": { "commit": "main", "runtime": "net8.0" }, "candidates": [{ "commit": "HEAD" }] """, builds);
        Assert.Equal([("net8.0", "main"), ("net10.0", "HEAD")], RuntimeRefusals.Named(profile, builds).Select(one => (one.Runtime.Name, one.Build!.Name)));
    }

    [Theory]
    [InlineData("HEAD", "same", "both sides are the same build: \"main\" and \"HEAD\" give the same files")]
    [InlineData("main", "main", "both sides are the same build: \"main\"")]
    public void Sides_of_one_build_are_not_measured(string candidate, string content, string reason)
    {
        BuildOffer[] builds = [Offer("main", Class()) with { Content = content }, Offer("HEAD", Class()) with { Content = content }];
        var profile = Read($$""" "baseline": { "commit": "main" }, "candidates": [{ "commit": "{{candidate}}" }] """, builds);
        Assert.Equal($"no comparison can be measured: {reason}", Empty(profile, builds, new PlanOptions()));
    }

    [Fact]
    public void What_one_build_lacks_is_left_out_with_the_reason()
    {
        BuildOffer[] builds = [Offer("main", Class(values: ["8", "64"])), Offer("HEAD", Class(values: ["8", "32"], methods: ["old-way", "newer"]))];
        var plan = Made(Read(TwoCommits, builds), builds, new PlanOptions());
        Assert.Equal(["one/old-way-HEAD-vs-main/sequential/calm/default/size=8"], plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal(
            ["\"HEAD\" does not take the value \"size=64\"", "\"HEAD\" has no variant \"new-way\"", "\"main\" does not take the value \"size=32\"", "\"main\" has no variant \"newer\""],
            plan.Skipped!.Select(skipped => skipped.Reason).Distinct().Order(StringComparer.Ordinal));

        BuildOffer[] without = [Offer("main", Class() with { Parameters = [] }), builds[1]];
        Assert.Contains("\"main\" has no parameter \"size\"", Empty(Read(TwoCommits, without), without, new PlanOptions()), StringComparison.Ordinal);
    }

    [Fact]
    public void A_class_that_the_baseline_does_not_have_is_new_and_one_that_the_candidate_does_not_have_is_gone()
    {
        BuildOffer[] builds = [Offer("main", Class() with { Id = "prices" }), Offer("HEAD", Class())];
        Assert.Equal(
            "no comparison can be measured: \"main\" has no workload \"orders\": it is new in \"HEAD\", and there is nothing to compare it with",
            Empty(Read(TwoCommits, builds), builds, new PlanOptions()));
        BuildOffer[] gone = [Offer("main", Class()), Offer("HEAD", Class() with { Id = "prices" })];
        Assert.Equal("no comparison can be measured: \"HEAD\" has no workload \"orders\"", Empty(Read(TwoCommits, gone), gone, new PlanOptions()));
    }

    [Theory]
    [InlineData("times", "3", "times", "4")]
    [InlineData("times", "3", "count", "3")]
    [InlineData(null, null, "times", "4")]
    [InlineData("times", "3", null, null)]
    public void A_method_that_takes_no_arguments_is_measured_whatever_others_are_called_with(string? before, string? old, string? after, string? other)
    {
        BuildOffer[] builds = [Offer("main", Called(before, old)), Offer("HEAD", Called(after, other))];
        var plan = Made(Read(TwoCommits, builds), builds, new PlanOptions());
        Assert.Equal("new-way", Assert.Single(plan.Comparisons.Select(comparison => comparison.Candidate.Variant).Distinct()));
        Assert.Contains(plan.Skipped!, skipped => skipped.Id.Contains("old-way", StringComparison.Ordinal));

        static WorkloadDescription Called(string? name, string? with) => name is null ? Class() : Class() with
        {
            Parameters = [.. Class().Parameters, new ParameterDescription(name, name, [with!], with!, null)],
            Variants = [.. Class().Variants.Select(variant => variant.Id == "old-way" ? variant with { Arguments = [with!] } : variant)],
            ArgumentsParameter = name,
        };
    }

    [Fact]
    public void Each_build_is_described_by_itself_where_a_commit_changed_what_a_method_returns()
    {
        BuildOffer[] builds = [Offer("main", Class(methods: ["save", "load"])), Offer("HEAD", Changed(new VariantDescription("save", "save", "ValueTask<int>", "pooling", "at its await", 1)))];
        var plan = Made(Read(TwoCommits, builds), builds, new PlanOptions());

        var save = plan.Comparisons.Single(comparison => comparison.Baseline.Variant == "save");
        Assert.Equal(("int", "none", 0), Described(save.Baseline));
        Assert.Equal(("ValueTask<int>", "pooling", 1), Described(save.Candidate));
        // That a call may be pending is known of a side alone, too.
        Assert.Equal(["blocks on pending operations"], save.Marks);
        var load = plan.Comparisons.Single(comparison => comparison.Baseline.Variant == "load");
        Assert.Null(load.Marks);
        Assert.Null(Known(builds).Variant(load.Candidate)!.Builds);

        (string, string, int?) Described(Cell cell) => Known(builds).Variant(cell) is var described ? (described!.ReturnType, described.Builder, described.PooledBoxes) : default;
    }

    [Fact]
    public void A_wave_is_refused_when_a_method_completes_at_once_in_one_build_alone()
    {
        BuildOffer[] builds = [Offer("main", Changed(new VariantDescription("save", "save", "Task<int>", "default", "at its await", 0))), Offer("HEAD", Class(methods: ["save"]))];
        Assert.Contains("\"save\" returns int, complete when it returns", Empty(Read(TwoCommits + """, "loads": [{ "kind": "wave", "size": 64 }] """, builds), builds, new PlanOptions()), StringComparison.Ordinal);
    }

    [Fact]
    public void Another_class_of_the_same_short_name_is_not_taken_for_the_one_of_the_other_side()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class() with { ClassName = "Api.Orders" })];
        builds[1] = builds[1] with { Catalogue = builds[1].Catalogue with { Workloads = [.. builds[1].Catalogue.Workloads, Class() with { Id = "shop-orders" }] } };
        Assert.Equal(
            "no comparison can be measured: \"orders\" is Shop.Orders in \"main\" and Api.Orders in \"HEAD\", which has Shop.Orders as \"shop-orders\": give the classes different names",
            Empty(Read(TwoCommits, builds), builds, new PlanOptions()));

        // One that has moved to another namespace is still the same.
        BuildOffer[] moved = [Offer("main", Class()), Offer("HEAD", Class() with { ClassName = "Api.Orders" })];
        Assert.Equal(2, Made(Read(TwoCommits, moved), moved, new PlanOptions()).Comparisons.Count);
    }

    [Fact]
    public void A_build_without_optimisation_is_refused_whichever_side_it_is_of()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class(), optimized: false)];
        var plan = Made(Read(TwoCommits, builds), builds, new PlanOptions());
        Assert.Contains("the plug-in Shop.dll is built without optimisation", PluginReport.Unfit(Known(builds), plan), StringComparison.Ordinal);
    }

    [Fact]
    public void Builds_whose_projects_set_the_runtime_differently_are_told()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class())];
        builds[1] = builds[1] with { Catalogue = builds[1].Catalogue with { Plugins = [new PluginDescription("Shop.dll", true, null, [], new Dictionary<string, string> { ["System.GC.Server"] = "true" })] } };
        Assert.Equal(
            "Shop.dll: its builds set the runtime differently (nothing; System.GC.Server=true), and all sides are measured with the first of these: set gc.NAME=VALUE for a side",
            Assert.Single(ProjectSettings.Notes(Known(builds), taken: true)));
    }

    [Fact]
    public void Methods_of_a_category_are_chosen()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class())];
        var profile = Read(TwoCommits, builds);
        Assert.Equal(["new-way"], Made(profile, builds, new PlanOptions(Categories: ["FAST"])).Comparisons.Select(comparison => comparison.Candidate.Variant));
        Assert.Equal("no comparison is of a method with the category \"fats\"; there are \"fast\"", Empty(profile, builds, new PlanOptions(Categories: ["fats"])));
    }

    [Fact]
    public void Methods_are_chosen_by_name_and_the_choice_is_told()
    {
        BuildOffer[] builds = [Offer("main", Class()), Offer("HEAD", Class())];
        var profile = Read(TwoCommits, builds);

        Assert.Equal(("old-way", "--only keeps 1 of 2 comparisons"), Chosen(["OldWay"]));
        Assert.Equal(("new-way", "--only keeps 1 of 2 comparisons"), Chosen(["orders.n*"]));
        Assert.Equal(("old-way new-way", "--only keeps all 2 comparisons"), Chosen(["NewWay", "OldWay"]));
        Assert.Equal(("new-way", "--only keeps 1 of 2 comparisons; \"Sum\" matches none"), Chosen(["NewWay", "Sum"]));
        Assert.Equal(("new-way", "--only and --category keep 1 of 2 comparisons; \"slow\" matches none"), Chosen(["*way*"], "slow", "fast"));
        Assert.Equal(("new-way", "--category keeps 1 of 2 comparisons"), Chosen([], "fast"));
        Assert.Equal(("old-way new-way", null), Chosen([]));
        Assert.Equal("no comparison that matches \"OldWay\" is of a method with the category \"fast\"", Empty(profile, builds, new PlanOptions(Only: ["OldWay"], Categories: ["fast"])));
        Assert.Equal("no comparison matches \"OldWey\"; did you mean \"old-way\"?", Empty(profile, builds, new PlanOptions(Only: ["OldWey"])));

        (string Variants, string? Told) Chosen(string[] only, params string[] categories)
        {
            var made = Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, Known(builds), new PlanOptions(Only: only, Categories: categories, Builds: builds)));
            return (string.Join(' ', made.Plan.Comparisons.Select(comparison => comparison.Candidate.Variant)), made.Choice);
        }
    }

    private static WorkloadDescription Class(string[]? values = null, string[]? methods = null) => new(
        "orders",
        "orders",
        null,
        [new ParameterDescription("size", "size", values ?? ["8"], "8", null)],
        [.. (methods ?? ["old-way", "new-way"]).Select(method => new VariantDescription(method, method, "int", "none", null, 0, Declared: new BenchmarkDeclaration(method, null, method == "new-way" ? ["fast"] : [], "")))],
        [],
        null,
        [],
        [],
        "Shop.dll",
        "Shop.Orders");

    private static WorkloadDescription Changed(VariantDescription save) =>
        Class(methods: ["save", "load"]) is var known ? known with { Variants = [save, known.Variants[1]] } : known;

    private static BuildOffer Offer(string commit, WorkloadDescription workload, bool optimized = true) => new(
        new CodeSource(Commit: commit),
        new CodeBuild(commit, new PluginSet([new PluginFile($"/{commit}/Shop.dll", 1, commit)])),
        TestCatalogue.With(workload) with { Plugins = [new PluginDescription("Shop.dll", optimized, null, [])] },
        commit);

    private static Catalogue Known(BuildOffer[] builds) => BuildRefusals.Union(builds[0].Catalogue, builds);

    private static Profile Read(string members, BuildOffer[] builds)
    {
        var reading = ProfileReader.Read("p.json", Encoding.UTF8.GetBytes($$"""{ "schemaVersion": 1, "name": "sides", "measure": { "looks": [6] }, "experiments": [{ "name": "one", "workload": "orders", {{members}} }] }"""), Known(builds), []);
        Assert.Empty(reading.Errors.Select(error => error.ToString()));
        return reading.Profile!;
    }

    private static Plan Made(Profile profile, BuildOffer[] builds, PlanOptions options) =>
        Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, Known(builds), options with { Builds = builds })).Plan;

    private static string Empty(Profile profile, BuildOffer[] builds, PlanOptions options) =>
        Assert.IsType<PlanOutcome.Empty>(Planner.Make(profile, Known(builds), options with { Builds = builds })).Message;
}
