using AsyncLoad.Model.Catalogues;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What is found in plug-ins, and what is left out of them.</summary>
public class DiscoveryTests
{
    private static readonly Catalogue Found = FixturePlugins.Describe(FixturePlugins.Benchmarks);

    private static PluginDescription Plugin => Assert.Single(Found.Plugins!);

    [Fact]
    public void Every_class_with_benchmarks_is_a_workload_behind_the_host_s_own()
    {
        Assert.Equal("call-chain", Found.Workloads[0].Id);
        Assert.Equal(
            [
                "completes-at-once", "defaults-int", "defaults-string", "derives-from-dependency", "faults", "größe-http-reads", "hooked", "instances", "memories", "fixtures-no-op", "overriding", "per-invoke",
                "refused-methods", "returns-unique", "shapes", "uses-dependency", "waits", "with-arguments", "with-arrays", "with-huge-value", "with-parameters", "fixtures-elsewhere-shapes",
            ],
            Found.Workloads.Where(workload => workload.Plugin is not null).Select(workload => workload.Id));
        Assert.Equal(("Fixtures.Benchmarks.dll", true, null), (Plugin.Name, Plugin.Optimized, Plugin.Failure));
        Assert.Distinct(Found.Workloads.Select(workload => workload.Id));
    }

    [Theory]
    [InlineData("shapes", "Fixtures.Shapes")]
    [InlineData("fixtures-elsewhere-shapes", "Fixtures.Elsewhere+Shapes")]
    [InlineData("fixtures-no-op", "Fixtures.NoOp")]
    [InlineData("defaults-int", "Fixtures.Defaults`1[System.Int32]")]
    [InlineData("no-op", null)]
    public void A_class_is_known_by_its_full_name_too(string id, string? name) => Assert.Equal(name, Workload(id).ClassName);

    [Fact]
    public void Every_benchmark_method_is_a_variant_the_baseline_first()
    {
        var variants = Workload("shapes").Variants;

        Assert.Equal(
            [
                ("returns-number", "int", "none", true), ("returns-nothing", "void", "none", false), ("returns-task", "Task", "none", false),
                ("returns-task-of-number", "Task<int>", "none", false), ("returns-value-task", "ValueTask", "none", false),
                ("returns-value-task-of-number", "ValueTask<int>", "none", false),
            ],
            variants.Select(variant => (variant.Id, variant.ReturnType, variant.Builder, variant.IsBaseline)));
        Assert.Equal(["a number", "Shapes.ReturnsNothing"], variants.Take(2).Select(variant => variant.Summary));
        Assert.Equal([null, null, "where it awaits; a benchmark does not say"], variants.Take(3).Select(variant => variant.Suspends));
    }

    [Fact]
    public void Parameters_come_with_their_values_as_text_inherited_ones_first()
    {
        var parameters = Workload("with-parameters").Parameters.ToDictionary(parameter => parameter.Name, parameter => string.Join('|', parameter.Values));

        Assert.Equal("Inherited", Workload("with-parameters").Parameters[0].Name);
        Assert.Equal(
            new Dictionary<string, string>
            {
                ["Inherited"] = "10|200",
                ["Number"] = "1.5|2.25",
                ["Size"] = "Small|Large",
                ["Maybe"] = "null|false|true",
                ["Text"] = "\"\"|null|a=b",
                ["List"] = "int[2]|int[2] #2|int[3]",
            },
            parameters);
        Assert.All(Workload("with-parameters").Parameters, parameter => Assert.Equal(parameter.Values[0], parameter.Default));
    }

    [Fact]
    public void Arguments_are_one_parameter_what_all_methods_take_first()
    {
        var parameter = Assert.Single(Workload("with-arguments").Parameters);
        Assert.Equal("number-name", parameter.Name);
        Assert.Equal(["1,one", "2,two", "3,three"], parameter.Values);
    }

    [Fact]
    public void Operations_of_a_call_are_told() =>
        Assert.Equal(["PerInvoke.One", "PerInvoke.Eight, 8 operations per call"], Workload("per-invoke").Variants.Select(variant => variant.Summary));

    [Theory]
    [InlineData("EndlessSource", "there are more than 1,000 values, which is too many to measure")]
    [InlineData("ThrowingSource", "System.InvalidOperationException: no source on purpose")]
    [InlineData("Hidden", "it is not public")]
    [InlineData("MarkedTwice", "Read and Write are in one group and both have Baseline = true, and BenchmarkDotNet runs no such class: leave it on one of them, or give each another [BenchmarkCategory] and the class [GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]")]
    [InlineData("OpenGeneric<T>", "it is generic and has no [GenericTypeArguments]: add the types to measure with")]
    [InlineData("Unset", "Fixed cannot be set: make it public and writable")]
    [InlineData("WithoutConstructor", "it has no public constructor without parameters")]
    [InlineData("Overriding.Prepared", "[IterationSetup] BeforeEach would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]")]
    [InlineData("Overriding.Times", "it overrides a method with [Benchmark] without the attribute, and BenchmarkDotNet does not inherit it: add [Benchmark] to it")]
    [InlineData("RefusedMethods.Prepared", "[IterationSetup] BeforeEach would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]")]
    [InlineData("RefusedMethods.ReturnsSpan", "it returns Span<int>, which cannot be consumed here: return a type that is not a ref struct, pointer or reference")]
    [InlineData("RefusedMethods.TakesSpan", "it takes ReadOnlySpan<char>, which cannot be an argument here")]
    [InlineData("RefusedMethods.TakesWhat", "it takes parameters and has neither [Arguments] nor [ArgumentsSource]: add one of them")]
    [InlineData("RefusedMethods.TakesMore", "it takes 2 parameters and is given 1")]
    [InlineData("RefusedMethods.Forgotten", "it is async void, and nothing tells when it has ended: let it return a Task")]
    [InlineData("RefusedMethods.Generic", "it is generic")]
    [InlineData("RefusedMethods.Hidden", "it is not public")]
    [InlineData("RefusedWholly.Cleaned", "[IterationCleanup] AfterEach would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]")]
    public void What_cannot_be_measured_is_left_out_with_its_reason(string name, string reason) =>
        Assert.Equal(reason, Plugin.LeftOut.Single(leftOut => leftOut.Name == name).Reason);

    [Fact]
    public void Nothing_else_is_left_out() => Assert.Equal(19, Plugin.LeftOut.Count);

    [Fact]
    public void Attributes_of_BenchmarkDotNet_itself_are_read_although_its_assembly_is_not_there()
    {
        Assert.False(File.Exists(Path.Combine(Path.GetDirectoryName(FixturePlugins.RealAttributes)!, "BenchmarkDotNet.Annotations.dll")));
        var found = FixturePlugins.Describe(FixturePlugins.RealAttributes);
        var sums = found.Workloads.Single(workload => workload.Plugin is not null);

        Assert.Empty(Assert.Single(found.Plugins!).LeftOut);
        Assert.Equal([("loop", true), ("linq", false), ("several", false), ("times", false)], sums.Variants.Select(variant => (variant.Id, variant.IsBaseline)));
        Assert.Equal(["a loop", "Sums.Linq", "Sums.Several, 4 operations per call", "Sums.Times"], sums.Variants.Select(variant => variant.Summary));
        Assert.Equal(["Count=10|1000", "Step=1|2", "factor=3"], sums.Parameters.Select(parameter => $"{parameter.Name}={string.Join('|', parameter.Values)}"));
    }

    [Fact]
    public void The_sample_is_listed_as_it_says_and_fits_in_20_lines()
    {
        var greeting = FixturePlugins.Describe(FixturePlugins.Sample).Workloads.Single(workload => workload.Plugin is not null);

        Assert.Equal(("greeting", "SamplePlugin.dll"), (greeting.Id, greeting.Plugin));
        Assert.Equal(["task", "value-task"], greeting.Variants.Select(variant => variant.Id));
        Assert.InRange(Repository.Lines("samples/Plugin/Greeting.cs").Length, 10, 20);
    }

    [Fact]
    public void The_readme_of_the_contract_offers_what_it_shows() =>
        Assert.Contains("[assembly: AsyncLoadWorkloads(typeof(OrdersWorkload))]", Repository.Lines("src/Workloads/PACKAGE.md"));

    [Fact]
    public void A_plug_in_that_offers_nothing_says_what_it_could()
    {
        var found = FixturePlugins.Describe(FixturePlugins.WithoutWorkloads, FixturePlugins.Sample);

        Assert.Equal(["it has neither a class with [Benchmark] methods nor [assembly: AsyncLoadWorkloads(…)]", null], found.Plugins!.Select(plugin => plugin.Failure));
        Assert.Contains("greeting", found.Workloads.Select(workload => workload.Id));
    }

    [Fact]
    public void The_same_plug_in_twice_keeps_ids_apart()
    {
        var found = FixturePlugins.Describe(FixturePlugins.Sample, FixturePlugins.Sample);
        Assert.Equal("another workload has its Id 'greeting' already", Assert.Single(found.Plugins![1].LeftOut).Reason);
    }

    private static WorkloadDescription Workload(string id) => Found.Workloads.Single(workload => workload.Id == id);
}
