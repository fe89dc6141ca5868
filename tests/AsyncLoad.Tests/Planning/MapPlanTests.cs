using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>What <c>map</c> measures.</summary>
public sealed class MapPlanTests
{
    private static readonly PairQuestion Question = new(
        "call-chain", "await-task", "await-value-task", ["sequential", "parallelFor", "closedLoop-1", "wave-64"], ["calm", "old-heap", "churn"], [], Map: []);

    [Fact]
    public void A_map_has_a_cell_for_each_load_and_pressure_three_looks_and_one_traced_cell()
    {
        var plan = PlanOf(Question);
        Assert.Equal("map", plan.ProfileName);
        Assert.Equal(
            from load in Question.Loads from pressure in Question.Pressures select (load, pressure),
            plan.Comparisons.Select(comparison => (comparison.Candidate.Load.Slug, comparison.Candidate.Pressure.Name)));
        Assert.Equal([7, 12, 24], plan.Measure.Looks);
        Assert.Equal(2, plan.Traced.Count);
        Assert.Null(plan.Skipped);
    }

    [Fact]
    public void Loads_that_do_not_fit_are_left_out_with_the_reason_and_the_others_are_measured()
    {
        var plan = PlanOf(Question with { Baseline = "direct-call", Candidate = "direct-value-task" });
        Assert.Equal(9, plan.Comparisons.Count);
        Assert.Equal(["/wave-64/calm", "/wave-64/old-heap", "/wave-64/churn"], plan.Skipped!.Select(skipped => string.Join('/', skipped.Id.Split('/')[2..4].Prepend(""))));
        Assert.All(plan.Skipped!, skipped => Assert.StartsWith("a wave needs operations that can be in flight together", skipped.Reason, StringComparison.Ordinal));
    }

    [Fact]
    public void Parameters_runtimes_and_settings_may_be_axes()
    {
        var calm = Question with { Loads = ["sequential"], Pressures = ["calm"] };
        Assert.Equal(["bool", "decimal"], Experiment(calm with { Map = [Axis("parameter.result=bool,decimal")] }).Parameters["result"]);
        Assert.Equal(["net8.0", "net10.0"], Experiment(calm with { Map = [Axis("runtime=net8.0,net10.0")] }).Runtimes!.Select(runtime => runtime.Name));
        Assert.Equal([new LoadSettings.ParallelFor(2), new LoadSettings.Wave(8)], Experiment(calm with { Map = [Axis("load=parallelFor-2,wave-8")] }).Loads);
        Assert.Equal(["no-server", "server"], Experiment(calm with { Map = [Axis("gc.server=false,true")] }).GcSettings.Select(settings => settings.Name));
        Assert.Equal(
            ["default", "server-gen0Size-64MB", "no-concurrent"],
            Experiment(calm with { Map = [new AxisArgument("--gc", "gc", ["default", "server+gen0Size=64MB", "no-concurrent"])] }).GcSettings.Select(settings => settings.Name));
    }

    [Fact]
    public void Settings_of_an_axis_are_laid_over_those_of_the_project()
    {
        var workload = TestCatalogue.Own.Workloads.First(known => known.Id == "call-chain") with { Id = "chain", Plugin = "bench.dll" };
        var catalogue = TestCatalogue.Own with
        {
            Workloads = [workload],
            Plugins = [new PluginDescription("bench.dll", Optimized: true, null, [], new Dictionary<string, string> { ["System.GC.Server"] = "true" })],
        };
        var read = ProfileSource.Compare(Question with { Workload = "chain", Map = [new AxisArgument("--gc", "gc", ["default", "no-concurrent"])] }, catalogue).Profile!;
        Assert.Equal([("project", true, null), ("server-no-concurrent", true, false)], read.Experiments[0].GcSettings.Select(settings => (settings.Name, settings.Server, settings.Concurrent)));
    }

    [Fact]
    public void Both_sides_are_started_with_each_value_of_a_variable()
    {
        var plan = PlanOf(Question with { Loads = ["sequential"], Pressures = ["calm"], Map = [Axis("env.MY_SWITCH=0,1")] });
        Assert.Equal(["0", "1"], plan.Comparisons.Select(comparison => comparison.Candidate.Variables!["MY_SWITCH"]));
        Assert.All(plan.Comparisons, comparison => Assert.Equal([CellPart.Variant], comparison.Differences));
        Assert.Equal(["map-1-my-switch-0", "map-2-my-switch-1"], plan.Comparisons.Select(comparison => comparison.Id.Split('/')[0]));
    }

    [Theory]
    [InlineData("parameter.depp=1,2", "--axis: unknown member in parameters: \"depp\"; did you mean \"deep\"?")]
    [InlineData("parameter.result=bool,strng", "--axis: unknown value of parameter \"result\": \"strng\"; did you mean \"string\"?")]
    [InlineData("gc.serve=true", "--axis: unknown member in gcSettings: \"serve\"; did you mean \"server\"?")]
    [InlineData("pressure=calm,old-heep", "--axis: unknown pressure \"old-heep\"; did you mean \"old-heap\"?")]
    [InlineData("load=sequental", "--axis: unknown load \"sequental\"; did you mean \"sequential\"?")]
    public void What_is_wrong_with_an_axis_is_said_of_it(string axis, string error) =>
        Assert.Equal(error, Assert.Single(ProfileSource.Compare(Question with { Map = [Axis(axis)] }, TestCatalogue.Own).Errors).ToString());

    [Theory]
    [InlineData("depth", "--axis takes NAME=VALUE,VALUE, such as parameter.depth=1,4,16, not \"depth\"")]
    [InlineData("runtime=", "--axis takes NAME=VALUE,VALUE, such as parameter.depth=1,4,16, not \"runtime=\"")]
    [InlineData("runtme=net8.0", "unknown axis \"runtme\": loads, pressures and GC settings have their own options; did you mean \"runtime\"?")]
    [InlineData("env.=1", "unknown axis \"env.\"")]
    [InlineData("env.A=,1", "--axis env.A: a value of the list is empty: leave out its comma, or set the variable that the value comes from")]
    [InlineData("runtime=net8.0,", "--axis runtime: a value of the list is empty: leave out its comma")]
    [InlineData("env.A=0,1,0", "--axis env.A: duplicate value \"0\"")]
    [InlineData("commit=HEAD,HEAD", "--axis commit: duplicate value \"HEAD\"")]
    public async Task An_axis_that_is_none_is_refused(string axis, string error)
    {
        var run = await CommandRun.Of("map", "--axis", axis);
        Assert.Equal(4, (int)run.Code);
        Assert.Contains(error, run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--gc default,server --axis gc.concurrent=true,false", "--axis gc.concurrent and --gc both vary GC settings: leave out one of them")]
    [InlineData("--loads wave-8 --axis load=sequential", "--axis load and --loads both vary load: leave out one of them")]
    [InlineData("call-chain await-task --axis env.A=1,2", "--axis env.A: name the baseline and the candidate")]
    [InlineData("--runtime net8.0 --axis runtime=net9.0", "--runtime and --axis runtime exclude each other: name all runtimes with one of them")]
    [InlineData("--gc default,server+no-server", "--gc server+no-server: \"server\" and \"no-server\" set the same: leave out one of them")]
    [InlineData("--gc gen0Size=64MB+gen0Size=32MB", "--gc gen0Size=64MB+gen0Size=32MB: \"gen0Size=64MB\" and \"gen0Size=32MB\" set the same: leave out one of them")]
    [InlineData("--gc default,server --set gc.server=false", "--set gc.server: set to true by --gc and to false here: leave out one of them")]
    [InlineData("--axis gc.server=false,true --set gc.server=false", "--set gc.server: set to true by --axis and to false here: leave out one of them")]
    [InlineData("--loads wave-8,wave-16 --set load.size=4", "--set load.size: set to 8 by --loads and to 4 here: leave out one of them")]
    [InlineData("call-chain --parameter depth=2 --axis parameter.depth=4,8", "--parameter depth and --axis parameter.depth exclude each other: name all values with one of them")]
    [InlineData("call-chain await-task await-value-task --axis env.A=1,2 --candidate env.A=3", "--candidate: \"env.A\" is set here and varied by --axis env.A: leave out one of them")]
    [InlineData("call-chain await-task await-value-task --axis package=Dapper=2.1.35,dapper=2.1.66 --baseline package=DAPPER=2.0.4", "--baseline: \"package\" is set here and varied by --axis package: leave out one of them")]
    [InlineData("--project My.csproj", "name a workload of --project or --plugin, such as")]
    [InlineData("--pressures ,", "--pressures: a value of the list is empty: leave out its comma")]
    [InlineData("--gc server,,default", "--gc: a value of the list is empty: leave out its comma")]
    [InlineData("--loads sequential --loads sequental", "--loads: unknown load \"sequental\"; did you mean \"sequential\"?")]
    [InlineData("--loads sequential --loads ,", "--loads: a value of the list is empty: leave out its comma")]
    [InlineData("--pressures calm,old-heep", "--pressures: unknown pressure \"old-heep\"; did you mean \"old-heap\"?")]
    public async Task What_makes_no_map_is_refused_with_what_to_do(string arguments, string error)
    {
        var run = await CommandRun.Of(["map", .. arguments.Split(' ')]);
        Assert.Equal(4, (int)run.Code);
        Assert.Contains(error, run.Error, StringComparison.Ordinal);
    }

    private static AxisArgument Axis(string text) => AxisArgument.Parse(text).Axis!;

    private static Experiment Experiment(PairQuestion question) => ProfileSource.Compare(question, TestCatalogue.Own).Profile!.Experiments[0];

    private static Plan PlanOf(PairQuestion question) => Assert.IsType<PlanOutcome.Made>(Planner.Make(ProfileSource.Compare(question, TestCatalogue.Own).Profile!, TestCatalogue.Own, new PlanOptions())).Plan;
}
