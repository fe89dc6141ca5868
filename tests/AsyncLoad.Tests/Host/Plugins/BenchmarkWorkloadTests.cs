using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using AsyncLoad.Workloads.NoOp;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What is called when a benchmark is measured, and with what.</summary>
public class BenchmarkWorkloadTests
{
    [Theory]
    [InlineData("returns-nothing", null)]
    [InlineData("returns-number", "7")]
    [InlineData("returns-task", null)]
    [InlineData("returns-task-of-number", "7")]
    [InlineData("returns-value-task", null)]
    [InlineData("returns-value-task-of-number", "7")]
    public void A_method_of_each_return_type_is_called(string variant, string? value) =>
        Assert.Equal(value, FixturePlugins.Value(FixturePlugins.Workload("Shapes"), variant));

    [Fact]
    public void Parameters_are_set_before_it_is_called()
    {
        var workload = FixturePlugins.Workload("WithParameters");

        Assert.Equal("200 2.25 Large True a=b 3+4", FixturePlugins.Value(
            workload, "tell", ("Inherited", "200"), ("Number", "2.25"), ("Size", "Large"), ("Maybe", "true"), ("Text", "a=b"), ("List", "int[2] #2")));
        Assert.Equal("10 1.5 Small null null 1+2+3", FixturePlugins.Value(
            workload, "tell", ("Inherited", "10"), ("Number", "1.5"), ("Size", "Small"), ("Maybe", "null"), ("Text", "null"), ("List", "int[3]")));
    }

    [Theory]
    [InlineData("two", "2,two", "2two")]
    [InlineData("sourced", "2,two", "2two")]
    [InlineData("sourced", "3,three", "3three")]
    [InlineData("nothing", "1,one", null)]
    public void Arguments_are_handed_over_as_the_types_that_it_takes(string variant, string arguments, string? value) =>
        Assert.Equal(value, FixturePlugins.Value(FixturePlugins.Workload("WithArguments"), variant, ("number-name", arguments)));

    [Theory]
    [InlineData("string[1]", "one")]
    [InlineData("string[3]", "one+two+three")]
    public void An_array_that_a_method_takes_is_one_argument(string words, string joined) =>
        Assert.Equal(joined, FixturePlugins.Value(FixturePlugins.Workload("WithArrays"), "joined", ("words", words)));

    [Fact]
    public void Arguments_that_a_method_does_not_have_are_refused_by_name()
    {
        var workload = FixturePlugins.Workload("WithArguments");
        var refused = Assert.Throws<PluginRefusedException>(() => FixturePlugins.Value(workload, "two", ("number-name", "3,three")));
        Assert.Equal("Two is not called with '3,three', only with 1,one; 2,two", refused.Message);
    }

    [Fact]
    public void It_is_set_up_by_what_names_it_or_else_by_what_names_none_and_waited_for()
    {
        Assert.Equal("set up", FixturePlugins.Value(FixturePlugins.Workload("Hooked"), "plain"));
        Assert.Equal("specially set up", FixturePlugins.Value(FixturePlugins.Workload("Hooked"), "special"));
    }

    [Fact]
    public void An_override_is_the_set_up_that_it_overrides_and_no_benchmark_without_the_attribute()
    {
        var workload = FixturePlugins.Workload("Overriding");

        Assert.Equal("set up", FixturePlugins.Value(workload, "told"));
        Assert.Equal(["told"], workload.Variants.Select(variant => variant.Id));
    }

    [Fact]
    public void Each_instance_is_cleaned_up_once_and_only_for_the_method_that_is_named()
    {
        var calls = (IList<string>)FixturePlugins.Type("Hooked").GetProperty("Calls")!.GetValue(null)!;
        var (plain, special) = (FixturePlugins.Workload("Hooked"), FixturePlugins.Workload("Hooked"));
        FixturePlugins.Value(plain, "plain");
        FixturePlugins.Value(plain, "plain");
        FixturePlugins.Value(special, "special");
        var before = calls.Count(call => call == "CleanUpPlain");
        special.TearDown();
        Assert.Equal(before, calls.Count(call => call == "CleanUpPlain"));
        plain.TearDown();
        plain.TearDown();
        Assert.Equal(before + 2, calls.Count(call => call == "CleanUpPlain"));
    }

    [Fact]
    public void Each_operation_has_an_instance_of_its_own_unless_one_is_shared()
    {
        var (own, shared) = (FixturePlugins.Workload("Instances"), FixturePlugins.Workload("Instances", sharesInstance: true));
        Assert.NotEqual(FixturePlugins.Value(own, "number"), FixturePlugins.Value(own, "number"));
        Assert.Equal(FixturePlugins.Value(shared, "number"), FixturePlugins.Value(shared, "number"));
    }

    [Fact]
    public void The_measured_loop_is_that_of_a_built_in_operation()
    {
        var builtIn = new NoOpWorkload();
        var plugin = FixturePlugins.Workload("Shapes");
        Assert.All(
            [("sync", "returns-number"), ("task", "returns-task-of-number"), ("value-task", "returns-value-task-of-number")],
            pair => Assert.Same(
                BatchLoop.For(builtIn.CreateOperation(pair.Item1, Arguments.None)).GetType(),
                BatchLoop.For(plugin.CreateOperation(pair.Item2, Arguments.None)).GetType()));
    }

    // Reflection, or one more call in between, would cost as much as what is measured.
    [Theory]
    [InlineData("returns-nothing", "ReturnsNothing")]
    [InlineData("returns-number", "ReturnsNumber")]
    [InlineData("returns-task", "ReturnsTask")]
    [InlineData("returns-task-of-number", "ReturnsTaskOfNumber")]
    [InlineData("returns-value-task", "ReturnsValueTask")]
    [InlineData("returns-value-task-of-number", "ReturnsValueTaskOfNumber")]
    public void The_measured_loop_calls_the_method_itself(string variant, string method)
    {
        var body = FixturePlugins.Workload("Shapes").CreateOperation(variant, Arguments.None).Accept(new Body());

        Assert.Equal(FixturePlugins.Type("Shapes").GetMethod(method), body.Method);
        Assert.IsType(FixturePlugins.Type("Shapes"), body.Target);
    }

    [Theory]
    [InlineData("shapes", "returns-nothing", "", 0)]
    [InlineData("shapes", "returns-number", "", 0)]
    [InlineData("shapes", "returns-task-of-number", "", 0)]
    [InlineData("shapes", "returns-value-task-of-number", "", 0)]
    [InlineData("per-invoke", "one", "", 24)]
    [InlineData("per-invoke", "eight", "", 24)]
    [InlineData("with-arguments", "nothing", "1,one", 0)]
    public void A_call_allocates_what_the_method_does_and_nothing_more(string workload, string variant, string arguments, int bytes)
    {
        using var host = new CountingHost { Plugins = FixturePlugins.Set(FixturePlugins.Benchmarks) };
        var given = arguments.Length == 0 ? Arguments.None : Arguments.Of(("number-name", arguments));
        Assert.Equal(bytes, host.BytesPerOperation(workload, variant, given, 200_000), tolerance: 0.01);
    }

    [Fact]
    public void What_a_method_throws_comes_as_it_was_thrown()
    {
        var workload = FixturePlugins.Workload("Faults");
        var thrown = Assert.Throws<InvalidOperationException>(() => FixturePlugins.Value(workload, "set-up-throws"));
        Assert.Equal("set-up failed on purpose", thrown.Message);
    }

    [Fact]
    public void Values_of_attributes_become_the_types_that_take_them()
    {
        Assert.Equal(3L, ArgumentConversion.To(typeof(long), 3));
        Assert.Equal(1.5m, ArgumentConversion.To(typeof(decimal?), 1.5));
        Assert.Equal((UInt128)5, ArgumentConversion.To(typeof(UInt128), 5));
        Assert.Equal((UInt128)5, ArgumentConversion.To(typeof(UInt128?), 5L));
        Assert.Equal((nint)5, ArgumentConversion.To(typeof(nint), 5));
        Assert.Equal((nuint)5, ArgumentConversion.To(typeof(nuint?), 5));
        Assert.Equal("-5 is not of type UInt128", Assert.Throws<PluginRefusedException>(() => ArgumentConversion.To(typeof(UInt128), -5)).Message);
        Assert.Equal("-5 is not of type nuint", Assert.Throws<PluginRefusedException>(() => ArgumentConversion.To(typeof(nuint), -5)).Message);
        Assert.Equal("1.5 is not of type int", Assert.Throws<PluginRefusedException>(() => ArgumentConversion.To(typeof(int), 1.5)).Message);
        Assert.Equal((Int128)1, ArgumentConversion.To(typeof(Int128), 1));
        Assert.Equal(2, ((ReadOnlyMemory<byte>)ArgumentConversion.To(typeof(ReadOnlyMemory<byte>), new byte[] { 1, 2 })!).Length);
        Assert.Equal(DayOfWeek.Friday, ArgumentConversion.To(typeof(DayOfWeek), 5));
        Assert.Null(ArgumentConversion.To(typeof(string), null));
        Assert.Equal("x is not of type int", Assert.Throws<PluginRefusedException>(() => ArgumentConversion.To(typeof(int), "x")).Message);
    }

    /// <summary>The delegate that a measured loop calls.</summary>
    private sealed class Body : IOperationVisitor<Delegate>
    {
        public Delegate OnVoid(Action body) => body;

        public Delegate OnSync<T>(Func<T> body) => body;

        public Delegate OnTask(Func<Task> body) => body;

        public Delegate OnTask<T>(Func<Task<T>> body) => body;

        public Delegate OnValueTask(Func<ValueTask> body) => body;

        public Delegate OnValueTask<T>(Func<ValueTask<T>> body) => body;
    }
}
