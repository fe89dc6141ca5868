using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Which comparisons a profile with runtimes makes, and which of them are left out.</summary>
public sealed class RuntimePlanTests
{
    private const string Both = """  "runtimes": ["net8.0", "net10.0"]""";

    [Fact]
    public void Every_runtime_has_comparisons_with_its_name_and_version()
    {
        var plan = Profiles.Plan(RuntimeReaderTests.With(Both), Options(Found("net8.0", "8.0.33"), Found("net10.0", "10.0.14", "elsewhere")));

        Assert.Equal(
            [
                "one/await-value-task-vs-await-task/sequential/calm/default/net8.0/deep=true,result=string",
                "one/await-value-task-vs-await-task/sequential/calm/default/net10.0/deep=true,result=string",
            ],
            plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal("c003-await-task-sequential-calm-net10-0", plan.Comparisons[1].Baseline.Name);
        Assert.All(plan.Comparisons, comparison => Assert.Equal(comparison.Baseline.Runtime, comparison.Candidate.Runtime));
        Assert.Equal([("8.0.33", null), ("10.0.14", "elsewhere")], plan.Comparisons.Select(comparison => (comparison.Candidate.Runtime!.Version, comparison.Candidate.Runtime.Root)));
        Assert.Equal(["load-overhead/sequential/default/net8.0", "load-overhead/sequential/default/net10.0"], plan.LoadOverhead.Select(comparison => comparison.Id));
        Assert.Equal([new PlannedRuntime("net8.0", "8.0.33", null), new PlannedRuntime("net10.0", "10.0.14", null)], plan.Runtimes);
    }

    [Fact]
    public void What_a_missing_runtime_would_measure_is_left_out_with_the_reason_and_the_rest_stays()
    {
        var plan = Profiles.Plan(RuntimeReaderTests.With(Both), Options(Missing("net8.0"), Found("net10.0", "10.0.14")));

        Assert.Equal(["net10.0"], plan.Comparisons.Select(comparison => comparison.Candidate.Runtime!.Name));
        Assert.Equal(new SkippedComparison("one/await-value-task-vs-await-task/sequential/calm/default/net8.0/deep=true,result=string", "net8.0 is nowhere"), Assert.Single(plan.Skipped!));
        Assert.Equal(new PlannedRuntime("net8.0", null, "net8.0 is nowhere"), plan.Runtimes![0]);
    }

    [Fact]
    public void A_plan_of_which_nothing_is_left_says_why()
    {
        var empty = Planner.Make(Profiles.Good(RuntimeReaderTests.With(Both)), TestCatalogue.Own, Options(Missing("net8.0"), Missing("net10.0")));

        Assert.Equal("no comparison can be measured: net8.0 is nowhere; net10.0 is nowhere", Assert.IsType<PlanOutcome.Empty>(empty).Message);
    }

    [Fact]
    public void A_workload_that_the_build_for_a_runtime_lacks_is_left_out_there_and_a_plug_in_that_did_not_load_is_blamed()
    {
        var without = TestCatalogue.Own with
        {
            Workloads = [.. TestCatalogue.Own.Workloads.Where(workload => workload.Id != "call-chain")],
            Plugins = [new PluginDescription("Mine.dll", true, "it needs net10.0", [])],
        };
        var plan = Profiles.Plan(RuntimeReaderTests.With(Both), Options(Found("net8.0", "8.0.33") with { Catalogue = without }, Found("net10.0", "10.0.14")));

        Assert.Equal("net8.0 has no workload \"call-chain\"; Mine.dll: it needs net10.0", Assert.Single(plan.Skipped!).Reason);
    }

    [Theory]
    [InlineData("await-task")]
    [InlineData("await-value-task")]
    public void A_variant_that_the_build_for_a_runtime_lacks_is_left_out_there(string variant)
    {
        var without = TestCatalogue.Own with
        {
            Workloads = [.. TestCatalogue.Own.Workloads.Select(workload => workload with { Variants = [.. workload.Variants.Where(one => workload.Id != "call-chain" || one.Id != variant)] })],
        };
        var plan = Profiles.Plan(RuntimeReaderTests.With(Both), Options(Found("net8.0", "8.0.33") with { Catalogue = without }, Found("net10.0", "10.0.14")));

        Assert.Equal($"net8.0 has no variant \"{variant}\"", Assert.Single(plan.Skipped!).Reason);
    }

    [Fact]
    public void Every_runtime_that_a_profile_names_is_looked_for_once()
    {
        var profile = Profiles.Good(RuntimeReaderTests.With(Both));
        Assert.Equal(["net8.0", "net10.0"], RuntimeRefusals.Named(profile with { Experiments = [.. profile.Experiments, .. profile.Experiments] }, []).Select(named => named.Runtime.Name));
        Assert.Empty(RuntimeRefusals.Named(Profiles.Good(Profiles.Smallest), []));
    }

    [Fact]
    public void NBomber_has_no_build_for_them()
    {
        var text = RuntimeReaderTests.With("""
            "runtimes": ["net8.0"],
            "loads": ["sequential", { "kind": "simulations", "engine": "nbomber", "stages": [{ "kind": "keepConstant", "copies": 1, "during": "5s" }] }]
            """);

        Assert.StartsWith("NBomber runs only on the default runtime", Assert.Single(Profiles.Plan(text, Options(Found("net8.0", "8.0.33"))).Skipped!).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_runtimes_nothing_of_them_is_in_a_plan()
    {
        var text = System.Text.Json.JsonSerializer.Serialize(Profiles.Plan(Profiles.Smallest), AsyncLoad.Model.ModelJson.Line.Plan);

        Assert.DoesNotContain("untime", text, StringComparison.Ordinal);
    }

    private static PlanOptions Options(params IReadOnlyList<RuntimeOffer> offers) => new(Runtimes: offers);

    private static RuntimeOffer Found(string framework, string version, string? root = null) =>
        new(new RuntimeSettings(framework, Version: version, Root: root), TestCatalogue.Own, null);

    private static RuntimeOffer Missing(string framework) => new(new RuntimeSettings(framework), null, $"{framework} is nowhere");
}
