using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ProfileSourceTests
{
    private static readonly PairQuestion Question = new("call-chain", "await-task", "await-value-task", ["sequential"], ["calm"], []);

    [Fact]
    public void A_question_is_one_look_of_eight_pairs_of_12_slices()
    {
        var profile = ProfileSource.Compare(Question, TestCatalogue.Own).Profile!;
        Assert.Equal(12, profile.Measure.Slices);
        Assert.Equal([8], profile.Measure.Looks);
        var plan = Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.Own, new PlanOptions())).Plan;
        Assert.Equal("compare/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string", Assert.Single(plan.Comparisons).Id);
    }

    [Fact]
    public void Load_pressure_parameters_and_settings_are_taken()
    {
        var question = Question with { Loads = ["parallelFor-4"], Pressures = ["old-heap"], Parameters = ["result=decimal", "deep=false"] };
        var experiment = ProfileSource.Compare(question, TestCatalogue.Own, new Override("pressure.liveSet", "100MB")).Profile!.Experiments[0];
        Assert.Equal([new LoadSettings.ParallelFor(4)], experiment.Loads);
        Assert.Equal(["old-heap-100MB"], experiment.Pressures.Select(pressure => pressure.Name));
        Assert.Equal(["false"], experiment.Parameters["deep"]);
        Assert.Equal(["decimal"], experiment.Parameters["result"]);
    }

    public static TheoryData<string, LoadSettings> Slugs => new()
    {
        { "parallelFor", new LoadSettings.ParallelFor() },
        { "parallelForAsync-3", new LoadSettings.ParallelForAsync(3) },
        { "closedLoop-64", new LoadSettings.ClosedLoop(64) },
        { "wave-32", new LoadSettings.Wave(32) },
        { "openLoop-1000", new LoadSettings.OpenLoop(1_000, null, ArrivalSpacing.Constant) },
    };

    [Theory]
    [MemberData(nameof(Slugs))]
    internal void A_load_is_its_kind_and_a_number(string slug, LoadSettings load) =>
        Assert.Equal([load], ProfileSource.Compare(Question with { Loads = [slug] }, TestCatalogue.Own).Profile!.Experiments[0].Loads);

    [Theory]
    [InlineData("parallelFor-x")]
    [InlineData("parallelFor-4x")]
    [InlineData("parallelFor-")]
    public void A_number_that_is_none_is_refused_as_it_was_typed(string slug)
    {
        var error = Assert.Single(ProfileSource.Compare(Question with { Loads = [slug] }, TestCatalogue.Own).Errors);
        Assert.StartsWith("--load: \"degree\" must be a whole number", error.ToString(), StringComparison.Ordinal);
        Assert.EndsWith($"not \"{slug["parallelFor-".Length..]}\"", error.ToString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nosuch", "--load: unknown load \"nosuch\"; there are sequential, parallelFor, parallelForAsync, closedLoop, wave, openLoop, simulations")]
    [InlineData("sequential-4", "--load: unknown member in load: \"degree\"; there is kind")]
    [InlineData("simulations-4", "--load: missing member \"stages\" in load")]
    public void What_is_wrong_with_a_load_is_said_of_its_argument(string slug, string error) => Assert.Contains(
        error,
        ProfileSource.Compare(Question with { Loads = [slug] }, TestCatalogue.Own).Errors.Select(found => found.ToString()));

    [Fact]
    public void Values_of_one_parameter_are_a_list_and_one_without_a_value_is_refused()
    {
        var both = ProfileSource.Compare(Question with { Parameters = ["result=decimal", "result=string"] }, TestCatalogue.Own).Profile!;
        Assert.Equal(["decimal", "string"], both.Experiments[0].Parameters["result"]);
        var error = Assert.Single(ProfileSource.Compare(Question with { Parameters = ["result"] }, TestCatalogue.Own).Errors).ToString();
        Assert.Equal("--parameter: \"result\" is not a name with a value: write NAME=VALUE", error);
    }

    [Fact]
    public void Classes_of_a_plug_in_are_offered_before_the_built_in_workloads()
    {
        var own = TestCatalogue.Own.Workloads[0];
        var catalogue = TestCatalogue.Own with { Workloads = [own, own with { Id = "shop-orders", Plugin = "Shop.dll" }] };
        var errors = ProfileSource.Compare(Question with { Workload = "LruJustGet" }, catalogue).Errors.Select(error => error.ToString());
        Assert.Contains($"<workload>: unknown workload \"LruJustGet\"; there are shop-orders, {own.Id}", errors);
    }

    [Fact]
    public void Runtimes_and_a_compiler_are_taken_and_refused_by_their_arguments()
    {
        var taken = ProfileSource.Compare(Question with { Runtimes = ["net8.0", "net10.0"], Compiler = "runtime-async" }, TestCatalogue.Own).Profile!.Experiments[0];
        Assert.Equal([new RuntimeSettings("net8.0", HostCompiler.RuntimeAsync), new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync)], taken.Runtimes!);
        var errors = ProfileSource.Compare(new PairQuestion("call-chian", null, "x", ["sequential"], ["calm"], [], ["net7.0"], "rntime-async"), TestCatalogue.Own).Errors.Select(error => error.ToString()).ToList();
        Assert.Contains("<workload>: unknown workload \"call-chian\"; did you mean \"call-chain\"?", errors);
        Assert.Contains("--compiler: unknown compiler \"rntime-async\"; did you mean \"runtime-async\"?", errors);
        Assert.Contains(errors, error => error.StartsWith("--runtime: unknown runtime \"net7.0\"", StringComparison.Ordinal));
    }

    [Fact]
    public void Nothing_but_what_was_asked_is_in_the_profile()
    {
        var experiment = ProfileSource.Compare(Question, TestCatalogue.Own).Profile!.Experiments[0];
        Assert.Null(experiment.Runtimes);
        Assert.Equal([new LoadSettings.Sequential()], experiment.Loads);
        Assert.Equal([PressureSettings.Calm], experiment.Pressures);
    }

    [Fact]
    public void A_variant_may_be_held_against_itself()
    {
        var profile = ProfileSource.Compare(Question with { Candidate = "await-task" }, TestCatalogue.Own).Profile!;
        var only = Assert.Single(Assert.IsType<PlanOutcome.Made>(Planner.Make(profile, TestCatalogue.Own, new PlanOptions())).Plan.Comparisons);
        Assert.Equal(only.Baseline with { Name = "" }, only.Candidate with { Name = "" });
        Assert.NotEqual(only.Baseline.Name, only.Candidate.Name);
    }

    [Fact]
    public void Every_error_names_the_argument_and_the_nearest_word()
    {
        var question = new PairQuestion("call-chain", "await-tsk", "await-valu-task", ["parallel-4"], ["old-heep"], ["depp=true"]);
        var errors = ProfileSource.Compare(question, TestCatalogue.Own).Errors;
        Assert.All(errors, error => Assert.True(error.At.IsArgument));
        Assert.Equal(
            [
                "--load: unknown load \"parallel\"; did you mean \"parallelFor\"?",
                "--parameter: unknown member in parameters: \"depp\"; did you mean \"deep\"?",
                "--pressure: unknown pressure \"old-heep\"; did you mean \"old-heap\"?",
                "<baseline>: unknown variant of \"call-chain\": \"await-tsk\"; did you mean \"await-task\"?",
                "<candidate>: unknown variant of \"call-chain\": \"await-valu-task\"; did you mean \"await-value-task\"?",
            ],
            errors.Select(error => error.ToString()).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("OldWay", "NewWay", "my-orders")]
    [InlineData(null, "other-way", "my-prices")]
    public void A_file_is_the_class_that_has_the_variants(string? baseline, string candidate, string meant)
    {
        var question = Question with { Workload = "bench/Orders.cs", Baseline = baseline, Candidate = candidate };
        Assert.Equal(meant, ProfileSource.Compare(question, OfFile(Class("my-orders", "new-way"), Class("my-prices", "other-way"))).Profile!.Experiments[0].Workload);
    }

    [Fact]
    public void A_file_without_a_class_or_with_several_says_so()
    {
        var question = Question with { Workload = "bench.cs", Baseline = null, Candidate = null };
        var several = ProfileSource.Compare(question, OfFile(Class("my-orders", "new-way"), Class("my-prices", "new-way"))).Errors;
        Assert.Equal("<workload>: \"bench.cs\" holds my-orders, my-prices: name one of them, and the file with --project", Assert.Single(several).ToString());
        var none = Assert.Single(ProfileSource.Compare(question, TestCatalogue.Own).Errors).ToString();
        Assert.StartsWith("<workload>: \"bench.cs\" has nothing to compare", none, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Cache", null)]
    [InlineData("cache-2", null)]
    [InlineData("cache", "<workload>: \"cache\" is a built-in workload, and the class Shop.Cache is called so too: write cache-2 for the class, or leave out its project or plug-in")]
    [InlineData("CACHE", "<workload>: \"CACHE\" is a built-in workload, and the class Shop.Cache is called so too: write cache-2 for the class, or leave out its project or plug-in")]
    public void A_class_with_the_name_of_a_built_in_workload_is_measured_or_the_name_refused(string typed, string? error)
    {
        var read = ProfileSource.Compare(Question with { Workload = typed, Baseline = null, Candidate = null }, OfFile(Class("cache-2", "new-way") with { ClassName = "Shop.Cache" }));
        Assert.Equal(error is null ? [] : [error], read.Errors.Select(found => found.ToString()));
        if (error is null) Assert.Equal("cache-2", read.Profile!.Experiments[0].Workload);
    }

    [Fact]
    public void Of_a_benchmark_class_all_values_are_measured_unless_some_are_named()
    {
        var own = Class("my-orders", "new-way") with { Parameters = [new("Size", "", ["10", "1000"], "10", null), new("Deep", "", ["false", "true"], "false", null)] };
        var question = new PairQuestion("my-orders", "old-way", "new-way", ["sequential"], ["calm"], []);
        string[] Ids(PairQuestion asked) => [.. Assert.IsType<PlanOutcome.Made>(Planner.Make(ProfileSource.Compare(asked, OfFile(own)).Profile!, OfFile(own), new PlanOptions())).Plan.Comparisons.Select(one => one.Id.Split('/')[^1])];

        Assert.Equal(["Deep=false,Size=10", "Deep=true,Size=10", "Deep=false,Size=1000", "Deep=true,Size=1000"], Ids(question).Select(id => string.Join(',', id.Split(',').Order(StringComparer.Ordinal))));
        Assert.Equal(["Size=1000,Deep=true"], Ids(question with { Parameters = ["Size=1000", "Deep=true"] }));
    }

    [Fact]
    public void Arguments_are_those_that_the_compared_methods_take()
    {
        var own = Class("my-orders", "new-way") with { Parameters = [new("count", "", ["2", "1", "3"], "2", null)], ArgumentsParameter = "count" };
        WorkloadDescription With(string[]? old, string[]? young) => own with { Variants = [own.Variants[0] with { Arguments = old }, own.Variants[1] with { Arguments = young }] };
        var question = new PairQuestion("my-orders", "old-way", "new-way", ["sequential"], ["calm"], []);
        Plan PlanOf(WorkloadDescription workload) => Assert.IsType<PlanOutcome.Made>(Planner.Make(ProfileSource.Compare(question, OfFile(workload)).Profile!, OfFile(workload), new PlanOptions())).Plan;
        static string[] Counts(Plan plan) => [.. plan.Comparisons.Select(one => one.Id.Split('=')[^1])];

        Assert.Equal(["2"], Counts(PlanOf(With(null, null))));
        Assert.Equal(["1", "3"], Counts(PlanOf(With(null, ["1", "3"]))));
        var partly = PlanOf(With(["1", "2"], ["2", "3"]));
        Assert.Equal(["2"], Counts(partly));
        Assert.Equal(["\"new-way\" is not called with \"1\", only with \"2\"; \"3\"", "\"old-way\" is not called with \"3\", only with \"1\"; \"2\""], partly.Skipped!.Select(skipped => skipped.Reason));
    }

    [Fact]
    public void What_the_project_of_a_plug_in_sets_is_measured_or_named()
    {
        var settings = new Dictionary<string, string> { ["System.GC.Server"] = "true", ["System.GC.HeapHardLimit"] = "209715200", ["System.Runtime.TieredPGO"] = "False", ["Cases.Feature"] = "true" };
        var catalogue = OfFile(Class("my-orders", "new-way")) with { Plugins = [new PluginDescription("bench.dll", Optimized: true, null, [], settings)] };

        var gc = Assert.Single(ProfileSource.Compare(new PairQuestion("MyOrders", "old-way", "new-way", ["sequential"], ["calm"], []), catalogue).Profile!.Experiments[0].GcSettings);
        Assert.Equal(("project", true, false, 200L << 20), (gc.Name, gc.Server, gc.TieredPgo, gc.HeapHardLimit!.Value.Bytes));
        Assert.Equal(GcSettings.Default, Assert.Single(ProfileSource.Compare(Question, catalogue).Profile!.Experiments[0].GcSettings));
        Assert.Equal(
            [
                "bench.dll: measured with the settings of its project: System.GC.Server=true, System.GC.HeapHardLimit=209715200, System.Runtime.TieredPGO=False",
                "bench.dll: its project also sets Cases.Feature=true, which measured processes do not have; set those of the GC and the JIT in \"gcSettings\" of a profile",
            ],
            ProjectSettings.Notes(catalogue, taken: true));
        Assert.Contains("its project also sets System.GC.Server=true", Assert.Single(ProjectSettings.Notes(catalogue, taken: false)), StringComparison.Ordinal);
        Assert.Empty(ProjectSettings.Notes(TestCatalogue.Own, taken: true));
    }

    [Fact]
    public void What_the_jobs_of_a_class_set_is_measured_or_named()
    {
        var settings = new Dictionary<string, string> { ["System.GC.Server"] = "true" };
        var jobs = Class("my-orders", "new-way") with { RuntimeConfig = new Dictionary<string, string> { ["System.GC.Server"] = "False", ["System.GC.RetainVM"] = "True" }, Jobs = ["Runtime=.NET 8.0"] };
        var catalogue = OfFile(jobs) with { Plugins = [new PluginDescription("bench.dll", Optimized: true, null, [], settings)] };

        var profile = ProfileSource.Compare(new PairQuestion("MyOrders", "old-way", "new-way", ["sequential"], ["calm"], []), catalogue).Profile!;
        var gc = Assert.Single(profile.Experiments[0].GcSettings);
        Assert.Equal(("class", false, true), (gc.Name, gc.Server, gc.RetainVm));
        Assert.Equal(
            [
                "my-orders: measured with the settings of its jobs: System.GC.Server=False, System.GC.RetainVM=True",
                "my-orders: its jobs also set Runtime=.NET 8.0, which measured processes do not have: name runtimes with --runtime, and the rest as settings of a side, such as env.NAME=VALUE",
            ],
            ProjectSettings.OfJobs(catalogue, profile, taken: true));
        Assert.Contains("its jobs also set System.GC.Server=False, System.GC.RetainVM=True, Runtime=.NET 8.0", Assert.Single(ProjectSettings.OfJobs(catalogue, profile, taken: false)), StringComparison.Ordinal);
        Assert.Empty(ProjectSettings.OfJobs(TestCatalogue.Own, profile, taken: true));
    }

    private static Catalogue OfFile(params WorkloadDescription[] workloads) => TestCatalogue.Own with { Workloads = [.. TestCatalogue.Own.Workloads, .. workloads] };

    private static WorkloadDescription Class(string id, string candidate) => new(
        id, "mine", null, [], [new("old-way", "", "int", "none", null, 0, IsBaseline: true), new(candidate, "", "int", "none", null, 0)], [], null, [], [], "bench.dll", "Mine");
}
