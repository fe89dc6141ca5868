using System.Text;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Host.Plugins;
using AsyncLoad.Tests.Model;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Plug-ins in profiles, questions and plans.</summary>
public class PluginPlanTests
{
    private static readonly WorkloadDescription Marked = new(
        "my-reads", "mine", null, [], [Variant("old-way", isBaseline: true), Variant("new-way"), Variant("other-way")], [], null, [], [], "Mine.dll");

    // A class with a baseline in each of two categories, and a method in a third.
    private static readonly WorkloadDescription Grouped = new(
        "my-files",
        "mine",
        null,
        [],
        [InGroup("old-read", "read", isBaseline: true), InGroup("new-read", "read"), InGroup("old-write", "write", isBaseline: true), InGroup("new-write", "write"), InGroup("other", "")],
        [],
        null,
        [],
        [],
        "Mine.dll",
        "Shop.MyFiles");

    [Fact]
    public void A_profile_names_plug_ins_before_it_is_read_against_what_they_have()
    {
        const string Text = """{ "schemaVersion": 1, "name": "mine", "plugins": ["bin/Mine.dll", "../x.dll"], "experiments": 3 }""";
        Assert.Equal(["bin/Mine.dll", "../x.dll"], ProfilePlugins.Of("p.json", Encoding.UTF8.GetBytes(Text)));
        Assert.All(["", "[]", "{ \"plugins\": 3 }", "{ \"plugins\": [3] }", "{"], text => Assert.Empty(ProfilePlugins.Of("p.json", Encoding.UTF8.GetBytes(text))));
    }

    [Fact]
    public void Plug_ins_are_part_of_the_profile_and_absent_where_there_are_none()
    {
        var with = Profiles.Good(Profiles.Smallest.Replace("\"name\": \"smallest\",", "\"name\": \"smallest\", \"plugins\": [\"Mine.dll\"],", StringComparison.Ordinal));
        Assert.Equal(["Mine.dll"], with.Plugins!);
        Assert.Null(Profiles.Good(Profiles.Smallest).Plugins);
    }

    [Fact]
    public void A_plan_holds_the_plug_ins_that_it_is_given()
    {
        var plugins = new PluginSet([new PluginFile("/x/Mine.dll", 3, "ab")], SharedInstance: true);
        var made = (PlanOutcome.Made)Planner.Make(Profiles.Good(Profiles.Smallest), TestCatalogue.Own, new PlanOptions(Plugins: plugins));
        Assert.Same(plugins, made.Plan.Plugins);
    }

    [Fact]
    public void Plug_ins_that_failed_are_not_loaded_to_measure_others()
    {
        var (good, bad) = (new PluginFile("/x/Mine.dll", 3, "ab"), new PluginFile("/y/Mine.dll", 4, "cd"));
        var (sound, failed) = (new PluginDescription("Mine.dll", Optimized: true, null, []), new PluginDescription("Mine.dll", Optimized: true, "it ends the process", []));
        var plugins = new PluginSet([bad, good], SharedInstance: true);

        var left = HostCatalogue.Sound(plugins, TestCatalogue.Own with { Plugins = [failed, sound] });

        Assert.True(left!.SharedInstance);
        Assert.Equal([good], left.Files);
        Assert.Null(HostCatalogue.Sound(plugins, TestCatalogue.Own with { Plugins = [failed, failed] }));
        Assert.Same(plugins, HostCatalogue.Sound(plugins, TestCatalogue.Own));
        Assert.Null(HostCatalogue.Sound(null, TestCatalogue.Own));
    }

    [Theory]
    [InlineData(null, null, "new-way vs old-way, other-way vs old-way")]
    [InlineData(null, "OtherWay", "other-way vs old-way")]
    [InlineData("new-way", "OldWay", "old-way vs new-way")]
    public void A_marked_baseline_need_not_be_named(string? baseline, string? candidate, string comparisons)
    {
        var reading = ProfileSource.Compare(new PairQuestion("MyReads", baseline, candidate, ["sequential"], ["calm"], []), TestCatalogue.With(Marked));
        Assert.Empty(reading.Errors);
        var experiment = Assert.Single(reading.Profile!.Experiments);
        Assert.Equal(comparisons, string.Join(", ", experiment.Candidates.Select(one => $"{one} vs {experiment.Baseline}")));
    }

    [Theory]
    [InlineData(null, null, "new-read vs old-read; new-write vs old-write")]
    [InlineData(null, "NewWrite", "new-write vs old-write")]
    [InlineData("new-read", "NewWrite", "new-write vs new-read")]
    [InlineData("old-read", "old-read", "old-read vs old-read")]
    public void Each_group_is_compared_with_the_baseline_that_it_marks(string? baseline, string? candidate, string comparisons)
    {
        var reading = ProfileSource.Compare(new PairQuestion("MyFiles", baseline, candidate, ["sequential"], ["calm"], []), TestCatalogue.With(Grouped));
        Assert.Empty(reading.Errors);
        Assert.Equal(comparisons, Pairs(reading.Profile!));
    }

    [Fact]
    public void A_profile_names_candidates_of_several_groups_and_leaves_baselines_out()
    {
        var profile = ProfileReader.Read("p.json", Text("""["new-write", "new-read"]"""), TestCatalogue.With(Grouped)).Profile!;
        Assert.Equal("new-write vs old-write; new-read vs old-read", Pairs(profile));
        Assert.Equal(2, Matrix.Size(Assert.Single(profile.Experiments)));
    }

    [Theory]
    [InlineData("""["other"]""", "\"other\" is in a group without a baseline: name the one to compare it with, too")]
    [InlineData("""["new-read", "old-write"]""", "the baseline \"old-write\" is among the candidates")]
    [InlineData("""["new-read", "NewRead"]""", "duplicate candidate \"new-read\"")]
    public void What_no_marked_baseline_fits_is_an_error(string candidates, string message)
    {
        var error = Assert.Single(ProfileReader.Read("p.json", Text(candidates), TestCatalogue.With(Grouped)).Errors);
        Assert.Contains(message, error.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Each_group_is_planned_with_its_own_arguments_and_what_takes_none_once()
    {
        var described = Grouped with
        {
            Parameters = [new ParameterDescription("arguments", "", ["1", "2"], "1", null)],
            ArgumentsParameter = "arguments",
            Variants = [.. Grouped.Variants.Select(variant => variant.Id.EndsWith("write", StringComparison.Ordinal) ? variant with { Arguments = ["1", "2"] } : variant)],
        };
        var catalogue = TestCatalogue.With(described);
        var profile = ProfileSource.Compare(new PairQuestion("MyFiles", null, null, ["sequential"], ["calm"], []), catalogue).Profile!;
        var plan = ((PlanOutcome.Made)Planner.Make(profile, catalogue, new PlanOptions())).Plan;
        Assert.Equal(
            ["compare/new-read-vs-old-read/sequential/calm/default/arguments=1", "compare/new-write-vs-old-write/sequential/calm/default/arguments=1", "compare/new-write-vs-old-write/sequential/calm/default/arguments=2"],
            plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Null(plan.Skipped);
    }

    // Names of parts are as C# writes them, such as MyFiles<int>.Lost, and classes of several namespaces share them. So the class tells whose a part is.
    [Theory]
    [InlineData("MyFiles", "MyFiles.Lost")]
    [InlineData("Mine.MyFiles`1[System.Int32]", "MyFiles<int>.Lost")]
    [InlineData("Mine.Shop+MyFiles", "MyFiles.Lost")]
    public void A_class_that_is_compared_as_a_whole_says_what_it_passes_over(string className, string name)
    {
        var plugin = new PluginDescription("Mine.dll", Optimized: true, null, [new LeftOut(name, "it is generic", className), new LeftOut("MyFiles.Lost", "it is generic", "Others.MyFiles")]);
        var catalogue = TestCatalogue.With(Grouped with { ClassName = className }) with { Plugins = [plugin] };
        var whole = ProfileSource.Compare(new PairQuestion("MyFiles", null, null, ["sequential"], ["calm"], []), catalogue).Profile!;
        Assert.Equal(
            ["my-files: not compared, because their group has no baseline: other", $"plug-in Mine.dll: {name} cannot be measured: it is generic"],
            PluginReport.PassedOver(catalogue, whole));
        var one = ProfileSource.Compare(new PairQuestion("MyFiles", null, "new-read", ["sequential"], ["calm"], []), catalogue).Profile!;
        Assert.Empty(PluginReport.PassedOver(catalogue, one));
    }

    [Theory]
    [InlineData("global::Shop.Pipe", "shop-pipe")]
    [InlineData("Pipe", "shop-pipe")]
    [InlineData("pipe", null)]
    [InlineData("global::Pipe", null)]
    [InlineData("global::shop.pipe", null)]
    public void A_class_that_is_named_in_full_is_no_other_of_its_short_name(string typed, string? meant)
    {
        var catalogue = TestCatalogue.With(Marked with { Id = "shop-pipe", ClassName = "Shop.Pipe" });
        var reading = ProfileSource.Compare(new PairQuestion(typed, "old-way", "new-way", ["sequential"], ["calm"], []), catalogue);
        Assert.Equal(meant, reading.Profile?.Experiments.Single().Workload);
    }

    [Theory]
    [InlineData("await-task")]
    [InlineData(null)]
    public void Without_a_marked_baseline_two_names_are_needed(string? candidate)
    {
        var error = Assert.Single(ProfileSource.Compare(new PairQuestion("CallChain", null, candidate, ["sequential"], ["calm"], []), TestCatalogue.Own).Errors);
        Assert.Equal("<baseline>: \"call-chain\" marks no variant that can be measured as the baseline: name one, and then the candidate; there are direct-call, direct-task, await-task, direct-value-task, await-value-task", error.ToString());
    }

    [Fact]
    public async Task A_plug_in_that_is_not_there_is_a_bad_argument()
    {
        var run = await CommandRun.Of("list", "workloads", "--plugin", "absent.dll");
        Assert.Equal((ExitCode.BadArguments, "error: there is no plug-in absent.dll" + Environment.NewLine), (run.Code, run.Error));
    }

    [Theory]
    [InlineData("my-reads", true)]
    [InlineData("call-chain", false)]
    public void A_debug_build_is_refused_where_it_is_measured(string workload, bool refused)
    {
        var catalogue = TestCatalogue.With(Marked) with { Plugins = [new PluginDescription("Mine.dll", Optimized: false, null, [])] };
        var cell = Samples.Cell with { Workload = workload };
        var plan = Samples.Plan with { Comparisons = [Samples.Comparison with { Baseline = cell, Candidate = cell }] };
        Assert.Equal(
            refused ? "the plug-in Mine.dll is built without optimisation, so its times mean nothing: build it with -c Release" : null,
            PluginReport.Unfit(catalogue, plan));
        var debug = TestCatalogue.With(Marked) with { Plugins = [new PluginDescription("Mine.dll", Optimized: true, null, [], Unoptimized: ["Orders.dll", "Store.dll"])] };
        Assert.Equal(
            refused ? "the plug-in Mine.dll uses Orders.dll, Store.dll, built without optimisation, so its times mean nothing: build all with -c Release" : null,
            PluginReport.Unfit(debug, plan));
        var covered = TestCatalogue.With(Marked) with { Plugins = [new PluginDescription("Mine.dll", Optimized: true, null, [], Covered: ["Orders.dll"])] };
        Assert.Equal(
            refused ? "a tool for code coverage counts each line that runs in Orders.dll, so times mean nothing: run these tests without coverage, or build again" : null,
            PluginReport.Unfit(covered, plan));
    }

    [Fact]
    public void A_variable_that_the_code_names_and_measured_processes_do_not_get_is_noted()
    {
        // A text that the code of the sample has.
        const string Name = "hello";
        string[] set = [Name, "OTHER", "PATH"];
        var plan = Samples.Plan with { Plugins = FixturePlugins.Set(FixturePlugins.Sample), Environment = [] };
        Assert.Equal(
            "SamplePlugin.dll: its code names hello, which measured processes do not get from the environment: list it in \"environment\" of a profile, or set env.NAME=VALUE for a side",
            Assert.Single(PluginReport.Variables(plan, set)));
        Assert.Empty(PluginReport.Variables(plan, ["OTHER", "PATH"]));
        var cell = Samples.Cell with { Variables = new Dictionary<string, string> { [Name] = "2" } };
        Assert.Empty(PluginReport.Variables(plan with { Comparisons = [Samples.Comparison with { Baseline = cell, Candidate = cell }] }, set));
    }

    [Fact]
    public void Settings_of_the_runtime_that_measured_processes_do_not_get_are_noted()
    {
        string[] set = ["PATH", "DOTNET_gcServer", "DOTNET_NOLOGO", "COMPlus_GCgen0size", "DOTNET_PROCESSOR_COUNT", "DOTNET_GCName"];
        var cell = Samples.Cell with { Variables = new Dictionary<string, string> { ["DOTNET_GCName"] = "libown.so" } };
        var plan = Samples.Plan with { Plugins = null, Environment = [], Comparisons = [Samples.Comparison with { Baseline = Samples.Cell, Candidate = cell }] };
        Assert.Equal(
            "set in the environment, which measured processes do not get: COMPlus_GCgen0size, DOTNET_gcServer; "
            + "set GC and JIT settings with --set gc.NAME=VALUE (see \"list settings\"), and list others in \"environment\" of a profile, or set env.NAME=VALUE for a side",
            Assert.Single(PluginReport.Variables(plan, set)));
        Assert.Empty(PluginReport.Variables(plan, ["PATH", "DOTNET_NOLOGO"]));
    }

    private static byte[] Text(string candidates) =>
        Encoding.UTF8.GetBytes($$"""{ "schemaVersion": 1, "name": "mine", "experiments": [{ "name": "files", "workload": "my-files", "candidates": {{candidates}} }] }""");

    private static string Pairs(AsyncLoad.Model.Profiles.Profile profile) =>
        string.Join("; ", Assert.Single(profile.Experiments).Groups.Select(group => $"{string.Join(", ", group.Candidates)} vs {group.Baseline}"));

    private static VariantDescription InGroup(string id, string group, bool isBaseline = false) =>
        Variant(id, isBaseline) with { Declared = new BenchmarkDeclaration(id, null, group.Length == 0 ? [] : [group], group) };

    private static VariantDescription Variant(string id, bool isBaseline = false) => new(id, id, "int", "none", null, 0, isBaseline);
}
