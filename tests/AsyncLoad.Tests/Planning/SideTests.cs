using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class SideTests
{
    [Fact]
    public void Sides_of_one_variant_are_called_by_what_differs()
    {
        var plan = Profiles.Plan(Of("""
            "baseline": "await-task",
            "candidates": [
              { "gc": { "server": true } },
              { "pressure": "old-heap" },
              { "env": { "MY_SWITCH": "1", "OTHER": 2 } },
              { "parameters": { "result": "decimal" } },
              { "name": "after", "gc": { "concurrent": false }, "pressure": "churn" }
            ]
            """));
        Assert.Equal(
            [
                "one/await-task-server-vs-default/sequential/calm/server/deep=true,result=string",
                "one/await-task-old-heap-vs-calm/sequential/old-heap/default/deep=true,result=string",
                "one/await-task-MY_SWITCH=1,-OTHER=2-vs-no-MY_SWITCH,-no-OTHER/sequential/calm/default/deep=true,result=string",
                "one/await-task-result=decimal-vs-result=string/sequential/calm/default/deep=true,result=decimal",
                "one/await-task-after-vs-default-calm/sequential/churn/no-concurrent/deep=true,result=string",
            ],
            plan.Comparisons.Select(comparison => comparison.Id));
        Assert.All(plan.Comparisons, comparison => Assert.Equal(("await-task", "await-task", false), (comparison.Baseline.Variant, comparison.Candidate.Variant, comparison.IsOfOneSide)));
        Assert.Equal([CellPart.Gc], plan.Comparisons[0].Differences);
        Assert.Equal([CellPart.Gc, CellPart.Pressure], plan.Comparisons[4].Differences);
        Assert.Equal("2", plan.Comparisons[2].Candidate.Variables!["OTHER"]);
        // What loads cost is measured under the settings of both sides.
        Assert.Contains(plan.LoadOverhead, comparison => comparison.Candidate.Gc.Name == "server");
    }

    [Fact]
    public void A_setting_of_the_runtime_that_gc_does_not_have_is_a_variable_of_a_side() =>
        Assert.Equal("one/await-task-DOTNET_GCName=libclrgc.so-vs-no-DOTNET_GCName/sequential/calm/default/deep=true,result=string", Assert.Single(Profiles.Plan(Of(""" "baseline": "await-task", "candidates": [{ "env": { "DOTNET_GCName": "libclrgc.so" } }] """)).Comparisons).Id);

    [Fact]
    public void Settings_of_a_side_are_laid_over_those_of_the_experiment()
    {
        var plan = Profiles.Plan(Of("""
            "baseline": "await-task", "candidates": [{ "variant": "await-value-task", "gc": { "server": true } }],
            "gcSettings": ["default", { "concurrent": false }]
            """));
        Assert.Equal(["server", "server-no-concurrent"], plan.Comparisons.Select(comparison => comparison.Candidate.Gc.Name));
        Assert.Equal(["default", "no-concurrent"], plan.Comparisons.Select(comparison => comparison.Baseline.Gc.Name));
        Assert.All(plan.Comparisons, comparison => Assert.Equal([CellPart.Variant, CellPart.Gc], comparison.Differences));
        Assert.Equal("one/await-value-task-server-vs-await-task-default/sequential/calm/server/deep=true,result=string", plan.Comparisons[0].Id);
    }

    [Fact]
    public void Without_a_variant_each_is_compared_with_itself()
    {
        var plan = Profiles.Plan(Of("""
            "candidates": [{ "gc": { "server": true } }], "gates": [{ "metric": "bytesPerOperation", "variant": "direct-task", "max": 80 }]
            """));
        Assert.Equal(TestCatalogue.Own.Workloads.First(workload => workload.Id == "call-chain").Variants.Select(variant => variant.Id), plan.Comparisons.Select(comparison => comparison.Candidate.Variant));
        Assert.All(plan.Comparisons, comparison => Assert.Equal(comparison.Baseline.Variant, comparison.Candidate.Variant));
        Assert.Equal("direct-task", Assert.Single(plan.Comparisons, comparison => comparison.Gates.Count > 0).Candidate.Variant);
    }

    [Fact]
    public void A_gate_on_a_ratio_may_name_the_variant_that_both_sides_have_and_not_the_baseline()
    {
        const string Sides = """ "baseline": { "name": "before", "variant": "await-task" }, "candidates": [{ "name": "after", "gc": { "server": true } }], "gates": [{ "metric": "ratio", "variant": "NAME", "max": 1.05 }] """;
        foreach (var name in new[] { "await-task", "after" }) Assert.Equal(name, Assert.Single(Assert.Single(Profiles.Plan(Of(Sides.Replace("NAME", name, StringComparison.Ordinal))).Comparisons).Gates).Variant);
        Assert.Contains("a gate on \"ratio\" must be about a candidate", Profiles.Error(Of(Sides.Replace("NAME", "before", StringComparison.Ordinal))), StringComparison.Ordinal);
    }

    [Fact]
    public void On_another_runtime_both_sides_are_measured_by_the_build_for_all()
    {
        var profile = Profiles.Good(Of(""" "baseline": "await-task", "candidates": [{ "runtime": "net8.0" }] """));
        Assert.Equal([RuntimeSettings.Current, "net8.0"], profile.Experiments[0].Sides!.Select(side => side.Runtime!.Name));
    }

    // Without it the baseline would be measured on the runtime of this program.
    [Theory]
    [InlineData(""" "runtimes": ["net8.0"], "candidates": [{ "runtime": "net9.0" }] """, "net8.0", "net9.0")]
    [InlineData(""" "compiler": "runtime-async", "candidates": [{ "runtime": "net11.0" }] """, "net10.0-runtime-async", "net11.0-runtime-async")]
    [InlineData(""" "compiler": "runtime-async", "candidates": [{ "compiler": "default" }] """, "net10.0-runtime-async", "net10.0")]
    public void A_side_that_names_no_runtime_or_compiler_has_that_of_the_experiment(string members, string baseline, string candidate)
    {
        var comparison = Assert.Single(Profiles.Plan(Of($""" "baseline": "await-task", {members} """)).Comparisons);
        Assert.Equal([baseline, candidate], new[] { comparison.Baseline, comparison.Candidate }.Select(cell => cell.Runtime!.Name));
    }

    [Theory]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "gc": { "servre": true } }] """, "unknown member in gcSettings: \"servre\"; did you mean \"server\"?")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "comit": "main" }] """, "unknown member in side: \"comit\"; did you mean \"commit\"?")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "env": { "DOTNET_gcServer": 1 } }] """, "\"DOTNET_gcServer\" is a GC or JIT setting: set gc.server instead")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "env": { "COMPlus_GCDynamicAdaptationMode": 1 } }] """, "set gc.datas instead")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "env": { "A-B": 1 } }] """, "\"A-B\" is not the name of an environment variable")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "env": ["A"] }] """, "\"env\" must be an object, not a list")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "packages": { "Dapper": 2 } }] """, "\"Dapper\" must be a text, not 2")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "plugin": "a.dll", "commit": "main" }] """, "a side with a \"plugin\" is built already: leave \"commit\" out")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "parameters": { "result": "int" } }] """, "unknown value of parameter \"result\": \"int\"")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "gc": { "server": true } }, { "gc": { "server": true } }] """, "duplicate candidate \"server\"")]
    [InlineData(""" "baseline": { "gc": { "server": true } } """, "a side needs another one to be compared with: name candidates")]
    [InlineData(""" "baseline": { "name": "a", "variant": "await-task", "gc": { "server": true } }, "candidates": [{ "name": "a" }] """, "the baseline and a candidate are both called \"a\": give each a name of its own")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "name": "await-task", "gc": { "server": true } }] """, "the baseline and a candidate are both called \"await-task\"")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "pressure": "old-heap" }], "pressures": ["churn"], "crossover": { "axis": "pressure.liveSet", "from": "1MB", "to": "50MB" } """, "a side sets pressure itself, and pressure.liveSet is the axis: leave it out of the side, or leave out \"crossover\"")]
    [InlineData(""" "baseline": "await-task", "candidates": [{ "gc": { "gen0Size": "64MB" } }], "crossover": { "axis": "gc.gen0Size", "from": "1MB", "to": "50MB" } """, "a side sets gc itself, and gc.gen0Size is the axis")]
    [InlineData(""" "baseline": {}, "candidates": [{ "variant": "await-task" }, { "variant": "direct-task" }] """, "the candidates are \"await-task\" and \"direct-task\": say which variant the baseline is")]
    [InlineData(""" "pressures": ["churn"], "baseline": { "variant": "await-task", "pressure": "calm" }, "candidates": [{ "pressure": "old-heap" }] """, "every side names its own pressure, so this one is not measured: leave it out, or leave out that of a side")]
    [InlineData(""" "runtimes": ["net8.0"], "baseline": { "variant": "await-task", "runtime": "net9.0" }, "candidates": [{ "runtime": "net10.0" }] """, "every side names its own runtime, so this one is not measured: leave it out, or leave out that of a side")]
    [InlineData(""" "parameters": { "result": ["string"] }, "baseline": { "variant": "await-task", "parameters": { "result": "bool" } }, "candidates": [{ "parameters": { "result": "decimal" } }] """, "every side sets \"result\" itself, so this value is not measured: leave it out, or leave out that of a side")]
    public void What_is_wrong_with_a_side_is_said(string sides, string message) => Assert.Contains(message, Profiles.Error(Of(sides)), StringComparison.Ordinal);

    [Theory]
    [InlineData("commit=main", "commit:main")]
    [InlineData("commit=main,gc.server=true,env.A=1,parameter.depth=16", "commit:main gc:{server:true} env:{A:1} parameters:{depth:16}")]
    [InlineData("env.LIST=a,b,c,runtime=net8.0", "env:{LIST:a,b,c} runtime:net8.0")]
    [InlineData("env.EMPTY=,env.PAIRS=x=1;y=2", "env:{EMPTY: PAIRS:x=1;y=2}")]
    [InlineData("package=Dapper=2.1.35,package=Polly=8.0.0", "packages:{Dapper:2.1.35 Polly:8.0.0}")]
    [InlineData("gc.heapHardLimit=200MB,gc.conserveMemory=5", "gc:{heapHardLimit:200MB conserveMemory:5}")]
    [InlineData("", "")]
    public void The_command_line_says_the_same_in_short(string written, string members) => Assert.Equal(members, Text(SideArgument.Tree("--candidate", written, variant: null)));

    [Theory]
    [InlineData("env.A", "\"env.A\" has no value: write env.A=VALUE, or env.A= for an empty one")]
    [InlineData("gc.server=true,gc.server=false", "\"gc.server\" is set twice: leave out one of them")]
    [InlineData("package=Dapper=2.1.35,package=dapper=2.1.66", "\"package=dapper\" is set twice: leave out one of them")]
    [InlineData("main", "\"main\" sets nothing: write commit=main for a commit, or variant=main for a variant")]
    [InlineData("v2.0", "\"v2.0\" sets nothing: write commit=v2.0 for a commit, or variant=v2.0 for a variant")]
    [InlineData("commit=main,gcServer=true", "\"gcServer\" is a GC or JIT setting: write gc.server=true")]
    [InlineData("tieredPgo=false", "\"tieredPgo\" is a GC or JIT setting: write gc.tieredPgo=false")]
    [InlineData("gc.server", null)]
    [InlineData("", null)]
    [InlineData("env.A=,env.B=x=y", null)]
    public void What_is_set_twice_or_to_nothing_is_a_mistake(string written, string? mistake) =>
        Assert.Equal(mistake, SideArgument.Mistakes(written).SingleOrDefault());

    [Fact]
    public void A_variant_that_was_named_is_that_of_a_side_which_names_none()
    {
        Assert.Equal("commit:main variant:a", Text(SideArgument.Tree("--candidate", "commit=main", "a")));
        Assert.Equal("variant:b", Text(SideArgument.Tree("--candidate", "variant=b", "a")));
    }

    [Fact]
    public void A_crossover_along_a_parameter_that_a_side_sets_is_refused()
    {
        const string Sides = """ "baseline": "task", "candidates": [{ "parameters": { "depth": 4 } }], "crossover": { "axis": "parameters.depth" } """;
        Assert.Contains("a side sets \"depth\" itself, and parameters.depth is the axis", Profiles.Error(Of(Sides).Replace("call-chain", "deep-chain", StringComparison.Ordinal).Replace("\"task\"", $"\"{Deep.Variants[0].Id}\"", StringComparison.Ordinal)), StringComparison.Ordinal);
    }

    [Fact]
    public void Sides_that_say_the_same_word_of_different_things_are_different()
    {
        var plan = Profiles.Plan(Of(""" "baseline": { "variant": "await-task", "parameters": { "result": "decimal" } }, "candidates": [{ "env": { "result": "decimal" } }] """));
        Assert.Equal([CellPart.Variables, CellPart.Parameters], Assert.Single(plan.Comparisons).Differences);
        var (one, other) = (new CodeSource(Project: "old/a.csproj", Commit: "main"), new CodeSource(Project: "new/a.csproj", Commit: "main"));
        Assert.Equal(["main old/a.csproj", "main new/a.csproj"], new[] { one, other }.Select(source => source.Name));
    }

    [Fact]
    public void Two_comparisons_of_one_name_are_refused()
    {
        const string Sides = """ "baseline": "await-task", "candidates": [{ "env": { "A": "x/y" } }, { "env": { "A": "x-y" } }] """;
        var refused = Assert.IsType<PlanOutcome.Refused>(Planner.Make(Profiles.Good(Of(Sides)), TestCatalogue.Own, new PlanOptions()));
        Assert.Contains("give the sides names, and do not list in the experiment what both sides set", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_the_same_on_both_sides_is_not_measured()
    {
        const string Reason = "both sides are the same: give one of them a setting that the other does not have";
        var plan = Profiles.Plan(Of(""" "baseline": "await-task", "candidates": [{ "pressure": "old-heap" }], "pressures": ["calm", "old-heap"] """));
        Assert.Equal(["calm"], plan.Comparisons.Select(comparison => comparison.Baseline.Pressure.Name));
        Assert.Equal(Reason, Assert.Single(plan.Skipped!).Reason);
        var empty = Planner.Make(Profiles.Good(Of(""" "baseline": { "variant": "await-task", "gc": { "server": true } }, "candidates": [{ "gc": { "server": true } }] """)), TestCatalogue.Own, new PlanOptions());
        Assert.Contains(Reason, Assert.IsType<PlanOutcome.Empty>(empty).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_built_is_known_before_the_profile_is_read()
    {
        var sources = SideSources.Of("p.json", System.Text.Encoding.UTF8.GetBytes(Of("""
            "baseline": { "commit": "main" }, "candidates": [{ "commit": "HEAD" }, { "commit": "HEAD", "packages": { "Dapper": "2.1.35" } }, { "commit": "main", "gc": {} }]
            """)));
        Assert.Equal(["main", "HEAD", "HEAD Dapper 2.1.35"], sources.All.Select(source => source.Name));
        Assert.False(sources.OthersToo);
        Assert.True(SideSources.Of("p.json", System.Text.Encoding.UTF8.GetBytes(Of(""" "baseline": "a", "candidates": [{ "commit": "HEAD" }] """))).OthersToo);
        Assert.True(SideSources.Of("p.json", "{"u8).OthersToo);
    }

    private static WorkloadDescription Deep => TestCatalogue.Own.Workloads.First(workload => workload.Id == "deep-chain");

    private static string Of(string sides) => $$"""
        {
          "schemaVersion": 1, "name": "sides", "measure": { "looks": [6] },
          "experiments": [{ "name": "one", "workload": "call-chain", {{sides}} }]
        }
        """;

    private static string Text(JsonTree tree) => tree switch
    {
        JsonTree.Object node => string.Join(' ', node.Members.Select(member => member.Value is JsonTree.Object ? $"{member.Name}:{{{Text(member.Value)}}}" : $"{member.Name}:{Text(member.Value)}")),
        JsonTree.Text text => text.Value,
        JsonTree.Flag flag => flag.What,
        JsonTree.Number number => number.Written,
        _ => tree.What,
    };
}
