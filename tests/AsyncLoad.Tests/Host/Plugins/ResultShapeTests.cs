using AsyncLoad.Model.Catalogues;
using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What a benchmark returns is awaited and enumerated to its end as BenchmarkDotNet 0.16 does, or refused by name.</summary>
public class ResultShapeTests
{
    private static readonly Catalogue Found = FixturePlugins.Describe(FixturePlugins.ClassShapes);

    [Theory]
    [InlineData("stream", null)]
    [InlineData("ready-stream", null)]
    [InlineData("own-stream", null)]
    [InlineData("configured", "7")]
    [InlineData("configured-without-result", null)]
    [InlineData("configured-value-task", "7")]
    [InlineData("own", "7")]
    [InlineData("own-struct", "7")]
    [InlineData("own-task", null)]
    public void It_is_awaited_and_enumerated_to_its_end(string variant, string? value)
    {
        var ended = FixturePlugins.Shape("AwaitedResults").GetField("Ended")!;
        var operation = FixturePlugins.ShapeWorkload("AwaitedResults").CreateOperation(variant, Arguments.None);
        for (var call = 0; call < 3; call++)
        {
            var before = (int)ended.GetValue(null)!;
            Assert.Equal(value, AsyncLoad.Host.ReturnedValue.Of(operation));
            Assert.Equal(before + 1, (int)ended.GetValue(null)!);
        }
    }

    [Theory]
    [InlineData("yield", null)]
    [InlineData("ready", "7")]
    public void An_awaitable_that_ends_nothing_is_awaited_too(string variant, string? value) =>
        Assert.Equal(value, FixturePlugins.Value(FixturePlugins.ShapeWorkload("AwaitedResults"), variant));

    [Fact]
    public void What_an_awaitable_throws_comes_as_it_was_thrown() =>
        Assert.Equal(
            "failed on purpose",
            Assert.Throws<InvalidOperationException>(() => FixturePlugins.Value(FixturePlugins.ShapeWorkload("AwaitedResults"), "failing")).Message);

    [Fact]
    public void It_says_that_such_a_result_suspends_where_it_awaits() =>
        Assert.All(
            Found.Workloads.Single(workload => workload.Id == "awaited-results").Variants,
            variant => Assert.Equal(("where it awaits; a benchmark does not say", null), (variant.Suspends, variant.PooledBoxes)));

    [Fact]
    public void Awaiting_what_is_there_allocates_nothing()
    {
        using var host = new CountingHost { Plugins = FixturePlugins.Set(FixturePlugins.ClassShapes) };
        Assert.Equal(0, host.BytesPerOperation("awaited-results", "ready", Arguments.None, 200_000), tolerance: 0.01);
    }

    [Theory]
    [InlineData("Query", "IEnumerable<int>")]
    [InlineData("Untyped", "IEnumerable")]
    [InlineData("Enumerator", "IEnumerator<int>")]
    [InlineData("UntypedEnumerator", "IEnumerator")]
    [InlineData("Queryable", "IQueryable<int>")]
    [InlineData("Ordered", "IOrderedEnumerable<int>")]
    [InlineData("Parallel", "ParallelQuery<int>")]
    [InlineData("Lazily", "Lazy<int>")]
    [InlineData("Later", "Task<IEnumerable<int>>")]
    [InlineData("LaterLazily", "ValueTask<Lazy<int>>")]
    [InlineData("Twice", "Task<Task<int>>")]
    [InlineData("AsyncEnumerator", "IAsyncEnumerator<int>")]
    [InlineData("StreamOfQueries", "IAsyncEnumerable<IEnumerable<int>>")]
    [InlineData("ByPattern", "StreamByPattern")]
    [InlineData("ColdAsync", "FSharpAsync<int>")]
    [InlineData("LaterColdAsync", "Task<FSharpAsync<int>>")]
    public void A_result_that_nothing_would_consume_is_refused_by_name(string method, string type) =>
        Assert.Equal(
            $"it returns {type}, which nothing would enumerate or await: do that in the method, and return the result",
            Reason($"DeferredResults.{method}"));

    [Fact]
    public void A_list_is_there_when_it_is_returned() =>
        Assert.Equal(["materialized"], Found.Workloads.Single(workload => workload.Id == "deferred-results").Variants.Select(variant => variant.Id));

    [Theory]
    [InlineData("StreamSetUp", "IAsyncEnumerable<int>")]
    [InlineData("QuerySetUp", "IEnumerable<int>")]
    [InlineData("AwaitableSetUp", "ConfiguredTaskAwaitable")]
    public void A_set_up_whose_result_nothing_would_consume_is_refused(string name, string type) =>
        Assert.Equal($"[GlobalSetup] SetUp returns {type}, which nothing would enumerate or await: let it return a Task", Reason($"{name}.First"));

    [Fact]
    public void A_set_up_that_returns_a_number_is_called() => Assert.Equal("set up", FixturePlugins.Value(FixturePlugins.ShapeWorkload("NumberSetUp"), "first"));

    private static string Reason(string name) => Assert.Single(Found.Plugins!).LeftOut.Single(leftOut => leftOut.Name == name).Reason;
}
