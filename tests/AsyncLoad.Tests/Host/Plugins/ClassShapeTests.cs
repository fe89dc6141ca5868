using AsyncLoad.Harness.Planning;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Model.Catalogues;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Classes of every shape are read as BenchmarkDotNet 0.15.8 reads them, or refused with the reason.</summary>
public class ClassShapeTests
{
    private static readonly Catalogue Found = FixturePlugins.Describe(FixturePlugins.ClassShapes);

    [Theory]
    [InlineData("HouseLookup", "plain*, budgeted; Size=8|64")]
    [InlineData("OnlyHouse", "first*, second; ")]
    [InlineData("HouseValues", "two, three; Row=north|south, Power=1|2|4, Flag=false|true, arguments=1,2|5,6|1,2,3|4,5,6")]
    [InlineData("HouseHooks", "one, other; ")]
    [InlineData("BorrowedNamespaces", "old, new; Size=1|2")]
    [InlineData("HouseGeneric`1[System.Int32]", "name; ")]
    [InlineData("HouseGeneric`1[System.String]", "name; ")]
    [InlineData("DifferentNames", "inherited, own; ")]
    [InlineData("HidingAlike", "told; ")]
    [InlineData("HidingNothing", "told; ")]
    [InlineData("Virtual", "both; number=2|1")]
    [InlineData("ClosedLevel", "name; ")]
    [InlineData("StaticLevel", "own; ")]
    [InlineData("Targeted", "first, second; ")]
    [InlineData("AsyncVoidCleanUp", "first; ")]
    [InlineData("AsyncVoidIteration", "first; ")]
    [InlineData("OwnShared", "get; Shared=3|4")]
    [InlineData("Wrapped", "count; items=object[3]")]
    [InlineData("WrappedValues", "get; Size=5|6")]
    [InlineData("WrappedObjects", "get; Value=5|6")]
    public void It_lists_what_BenchmarkDotNet_lists(string name, string listed)
    {
        var workload = Found.Workloads.Single(workload => workload.ClassName == "Fixtures.ClassShapes." + name);
        var variants = workload.Variants.Select(variant => variant.Id + (variant.IsBaseline ? "*" : ""));
        var parameters = workload.Parameters.Select(parameter => $"{parameter.Name}={string.Join('|', parameter.Values)}");
        Assert.Equal(listed, $"{string.Join(", ", variants)}; {string.Join(", ", parameters)}");
    }

    // As DefaultOrderer.GetLogicalGroupKey of BenchmarkDotNet puts methods together.
    [Theory]
    [InlineData("InCategories", "read-quickly vs read; write-quickly vs write", "neither")]
    [InlineData("InHouseCategories", "read-quickly vs read; write-quickly vs write", "")]
    [InlineData("InConfiguredCategories", "write-quickly vs write", "read")]
    [InlineData("InOneGroup", "write vs read", "")]
    [InlineData("ByArguments", "both vs one; both vs two; nothing-quickly vs nothing", "named")]
    [InlineData("ByMethod", "", "first, second")]
    public void Each_group_is_compared_with_its_baseline(string name, string compared, string alone)
    {
        var workload = Found.Workloads.Single(workload => workload.ClassName == "Fixtures.ClassShapes." + name);
        Assert.Equal(compared, string.Join("; ", MarkedGroups.Of(workload).Select(group => $"{string.Join(", ", group.Candidates)} vs {group.Baseline}")));
        Assert.Equal(alone, string.Join(", ", MarkedGroups.Alone(workload)));
    }

    [Fact]
    public void Categories_are_those_of_the_method_the_class_and_the_assembly_once_each()
    {
        var variants = Found.Workloads.Single(workload => workload.ClassName == "Fixtures.ClassShapes.InCategories").Variants;
        Assert.Equal(
            ["read: read, shop", "write: write, Shop (as it was)", "read-quickly: read, shop", "write-quickly: write, Shop", "neither: shop"],
            variants.Select(variant => $"{variant.Id}: {string.Join(", ", variant.Declared!.Categories)}{(variant.Declared.Description is { } description ? $" ({description})" : "")}"));
    }

    [Theory]
    [InlineData("HouseHooks.Third", "[IterationSetup] BeforeEach would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]")]
    [InlineData("HouseBroken", "System.InvalidOperationException: no sizes on purpose")]
    [InlineData("HidingAlike.Told", "it is hidden by HidingAlike.Told")]
    [InlineData("HidingSetUp.Told", "[GlobalSetup] HidingBase.SetUp is hidden by HidingSetUp.SetUp: give one of them another name")]
    [InlineData("Virtual.Without", "it takes parameters and has neither [Arguments] nor [ArgumentsSource]: add one of them")]
    [InlineData("Virtual.Bare", "it overrides a method with [Benchmark] without the attribute, and BenchmarkDotNet does not inherit it: add [Benchmark] to it")]
    [InlineData("TwoSetUps.First", "[GlobalSetup] is on both One and Other of TwoSetUps, and only one of them can run: leave it on one")]
    [InlineData("PrivateSetUp.First", "[GlobalSetup] SetUp is not public")]
    [InlineData("PrivateElsewhere.First", "[GlobalSetup] SetUp is not public")]
    [InlineData("NullNumber", "Size cannot be set: null is not of type int")]
    [InlineData("NullNumberArgument.Get", "null is not of type int")]
    [InlineData("WordsAsNumbers", "Size cannot be set: no number is not of type int")]
    [InlineData("SetUpTakes.First", "[GlobalSetup] SetUp takes parameters")]
    [InlineData("AsyncVoidSetUp.First", "[GlobalSetup] SetUp is async void, and nothing tells when it has ended: let it return a Task")]
    [InlineData("AsyncVoidSetUp.Second", "[GlobalSetup] SetUp is async void, and nothing tells when it has ended: let it return a Task")]
    [InlineData("AsyncVoidCleanUp.Second", "[GlobalCleanup] CleanUp is async void, and nothing tells when it has ended: let it return a Task")]
    [InlineData("AsyncVoidIteration.Second", "[IterationCleanup] AfterEach would run around each call, and a load calls without a pause: do its work in the method, or in [GlobalSetup]")]
    [InlineData("AsyncVoidBenchmark.Forgotten", "it is async void, and nothing tells when it has ended: let it return a Task")]
    [InlineData("InitOnly", "Size can only be set by an initializer: give it a public set accessor instead of init")]
    [InlineData("TwiceGiven", "Size has both [Params] and [ParamsSource]: leave one of them")]
    [InlineData("AllFlags", "[ParamsAllValues] takes bool and enums without [Flags], not Colours")]
    [InlineData("HiddenSize", "SizedBase.Size is hidden by HiddenSize.Size: give one of them another name")]
    [InlineData("SharedSize", "Shared is a static member of the base class SizedBase, which BenchmarkDotNet does not set: make it an instance member")]
    [InlineData("PrivateSource", "PrivateSource has no public property or method without parameters called Sizes")]
    [InlineData("Structure", "it is a struct: make it a class")]
    [InlineData("Static", "it is static: make it a class that can be instantiated")]
    [InlineData("WithoutHeirs", "it is abstract, and no class here derives from it: measure a class that does")]
    [InlineData("TwoBaselines", "Read and Write are in one group and both have Baseline = true, and BenchmarkDotNet runs no such class: leave it on one of them, or give each another [BenchmarkCategory] and the class [GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]")]
    [InlineData("TwoInCategory", "Write and WriteAgain are in one group and both have Baseline = true, and BenchmarkDotNet runs no such class: leave it on one of them")]
    public void It_names_what_it_leaves_out(string name, string reason) =>
        Assert.Equal(reason, Assert.Single(Found.Plugins!).LeftOut.Single(leftOut => leftOut.Name == name).Reason);

    [Theory]
    [InlineData("DifferentNames", "own", "set up by the derived")]
    [InlineData("DifferentNames", "inherited", "set up by the derived")]
    [InlineData("HidingAlike", "told", "derived: set up by the derived")]
    [InlineData("HidingNothing", "told", "base: set up by the base")]
    [InlineData("ClosedLevel", "name", "Int32 set up by the derived")]
    [InlineData("StaticLevel", "own", "not set up")]
    [InlineData("HouseHooks", "one", "for one")]
    [InlineData("HouseHooks", "other", "for all")]
    [InlineData("Targeted", "first", "special")]
    [InlineData("Targeted", "second", "general")]
    [InlineData("TargetedTwice", "first", "not set up")]
    [InlineData("TargetedTwice", "second", "special")]
    public void It_is_set_up_by_the_method_that_BenchmarkDotNet_calls(string name, string variant, string value) =>
        Assert.Equal(value, FixturePlugins.Value(FixturePlugins.ShapeWorkload(name), variant));

    [Theory]
    [InlineData("DifferentNames", "DifferentNames: the derived")]
    [InlineData("HouseHooks", "cleaned up")]
    public void It_is_cleaned_up_by_the_method_that_BenchmarkDotNet_calls(string name, string call)
    {
        var calls = (IList<string>)FixturePlugins.Shape(name).GetProperty("Calls", System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Static | System.Reflection.BindingFlags.FlattenHierarchy)!.GetValue(null)!;
        var workload = FixturePlugins.ShapeWorkload(name);
        FixturePlugins.Value(workload, workload.Variants[0].Id);
        Assert.Empty(calls);
        workload.TearDown();
        Assert.Equal([call], calls);
    }

    [Fact]
    public void An_override_is_called_with_the_arguments_of_what_it_overrides_too() =>
        Assert.Equal(
            ["set up by the derived 2", "set up by the derived 1"],
            new[] { "2", "1" }.Select(number => FixturePlugins.Value(FixturePlugins.ShapeWorkload("Virtual"), "both", ("number", number))));

    [Fact]
    public void A_set_of_one_array_is_that_array() => Assert.Equal("3", FixturePlugins.Value(FixturePlugins.ShapeWorkload("Wrapped"), "count", ("items", "object[3]")));

    [Fact]
    public void What_the_constructor_of_a_derived_attribute_sets_counts() =>
        Assert.Equal(
            ["the reference, 2 operations per call", "written here, 3 operations per call"],
            FixturePlugins.ShapeWorkload("OnlyHouse").Variants.Select(variant => variant.Summary));

    [Fact]
    public void Every_value_of_a_derived_attribute_is_handed_over() =>
        Assert.Equal(
            "4 True south 5 6",
            FixturePlugins.Value(FixturePlugins.ShapeWorkload("HouseValues"), "two", ("Power", "4"), ("Flag", "true"), ("Row", "south"), ("arguments", "5,6")));

    [Fact]
    public void A_source_is_asked_of_the_instance_that_is_measured_and_plain_values_of_a_new_one() =>
        Assert.Equal("3 0 7 0", FixturePlugins.Value(FixturePlugins.ShapeWorkload("OwnSources"), "tell", ("Size", "3"), ("History", "int[0]"), ("Twice", "0"), ("given-size", "int[2],0")));

    [Fact]
    public void A_shared_instance_is_asked_too()
    {
        var workload = FixturePlugins.ShapeWorkload("OwnSources", sharesInstance: true);
        (string, string)[] arguments = [("Size", "3"), ("History", "int[0]"), ("Twice", "0"), ("given-size", "int[2],0")];
        Assert.Equal(["3 0 7 0", "3 0 7 0"], new[] { 1, 2 }.Select(_ => FixturePlugins.Value(workload, "tell", arguments)));
    }

    [Fact]
    public void A_source_that_has_lost_a_value_is_told() =>
        Assert.Equal(
            "its source no longer has a value for 'int[1] #2' once parameters are set: let it give the same number of values each time",
            Assert.Throws<PluginRefusedException>(() => FixturePlugins.Value(FixturePlugins.ShapeWorkload("ShrinkingSource"), "get", ("Size", "1"), ("Row", "int[1] #2"))).Message);

    [Fact]
    public void Parameters_are_set_in_the_order_of_BenchmarkDotNet() =>
        Assert.Equal("First=1 Second=a Last=True", FixturePlugins.Value(FixturePlugins.ShapeWorkload("SetInTurn"), "told", ("First", "1"), ("Second", "a"), ("Last", "true")));

    [Fact]
    public void Each_instance_has_its_own_arrays_of_an_attribute()
    {
        var workload = FixturePlugins.ShapeWorkload("WrittenArrays");
        Assert.Equal(["1 3", "1 3"], new[] { 1, 2 }.Select(_ => FixturePlugins.Value(workload, "count", ("Row", "int[2]"), ("numbers", "int[2]"))));
    }

    // A config loads BenchmarkDotNet, which would add its own code and threads to what is measured.
    [Fact]
    public void A_process_that_measures_makes_no_config()
    {
        Assert.Equal(3, FixturePlugins.ShapeWorkload("InConfiguredCategories").Variants.Count);
        var config = (Type)FixturePlugins.Shape("InConfiguredCategories").GetCustomAttributesData().Single(attribute => attribute.AttributeType.Name == "ConfigAttribute").ConstructorArguments.Single().Value!;
        Assert.Equal(0, config.GetProperty("Made")!.GetValue(null));
    }
}
