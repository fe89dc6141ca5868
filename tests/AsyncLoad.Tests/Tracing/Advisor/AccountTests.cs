using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tests.Tracing.Advisor.Services;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Naming;
using Microsoft.CodeAnalysis;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>Which part of the account bytes stand in that no advice is about.</summary>
public sealed class AccountTests
{
    private const string Items = "class System.Collections.Generic.IAsyncEnumerable`1<!!1>  (class System.Collections.Generic.IAsyncEnumerable`1<!!0>,class System.Func`2<!!0,!!1>)";
    private const string List = "class System.Collections.Generic.IEnumerable`1<!!1>  (class System.Collections.Generic.IEnumerable`1<!!0>,class System.Func`2<!!0,!!1>)";

    [Theory]
    [InlineData("System.Threading.Tasks.Dataflow.ActionBlock`1[System.Int32]", "System.Threading.Tasks.Dataflow.ActionBlock`1", "")]
    [InlineData("System.Threading.Tasks.Dataflow.Internal.TargetCore`1[System.Int32]", "System.Threading.Tasks.Dataflow.ActionBlock`1", "")]
    [InlineData("<<Select>g__Impl|0_0>d`2[System.Int32,System.Int32]", "System.Linq.AsyncEnumerable", Items)]
    public void What_the_framework_makes_for_async_code_is_a_cost_of_it(string type, string entry, string signature) =>
        Assert.Equal(20, Account(type, entry, signature).AsyncCosts.Samples);

    // What is called to make a task makes that of the caller.
    [Theory]
    [InlineData("System.Net.Http.HttpClient", "GetStringAsync", true)]
    [InlineData("System.IO.StreamReader", "ReadLineAsync", true)]
    [InlineData("System.Threading.Tasks.Task", "FromResult", false)]
    [InlineData("System.Net.Http.HttpClient+<GetStringAsyncCore>d__31", "MoveNext", true)]
    public void A_task_that_the_framework_makes_for_its_own_result_is_a_cost_of_async_code(string type, string method, bool isCost)
    {
        using var service = new WrittenService("public class Shop { public object Load() => new(); }");
        var site = service.Site("Shop", "Load", Sites.TaskOf("System.String"), 20);
        var account = Sites.Advise(site with { Frames = [Sites.Runtime("System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1", "SetResult"), Sites.Runtime(type, method), .. Started(method), .. site.Frames] }).Account;

        Assert.Equal(isCost ? (20, 0) : (0L, 20L), (account.AsyncCosts.Samples, account.Tasks.Samples));
    }

    // A method that was inlined leaves what it started.
    private static IEnumerable<TracedFrame> Started(string method) => method == "MoveNext" ? [Sites.Runtime("System.Runtime.CompilerServices.AsyncMethodBuilderCore", "Start")] : [];

    [Fact]
    public void An_iterator_of_the_framework_that_is_not_async_is_none() =>
        Assert.Equal(20, Account("<SelectIterator>d__2`2[System.Int32,System.Int32]", "System.Linq.Enumerable", List).Other.Samples);

    [Theory]
    [InlineData("Signal", true)]
    [InlineData("Derived", true)]
    [InlineData("Order", false)]
    public void What_a_ValueTask_is_made_of_is_a_cost_of_async_code(string type, bool isCost)
    {
        using var service = new WrittenService(
            """
            public class Shop
            {
                public class Signal : System.Threading.Tasks.Sources.IValueTaskSource<int>
                {
                    private System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore<int> core;
                    public ValueTask<int> Task => new(this, core.Version);
                    public int GetResult(short token) => core.GetResult(token);
                    public System.Threading.Tasks.Sources.ValueTaskSourceStatus GetStatus(short token) => core.GetStatus(token);
                    public void OnCompleted(Action<object?> next, object? state, short token, System.Threading.Tasks.Sources.ValueTaskSourceOnCompletedFlags flags) => core.OnCompleted(next, state, token, flags);
                }

                public class Derived : Signal;
                public class Order;
                public ValueTask<int> SignalAsync() => new Signal().Task;
                public ValueTask<int> DerivedAsync() => new Derived().Task;
                public object OrderAsync() => new Order();
            }
            """);
        var account = Sites.Advise(service.Site("Shop", type + "Async", type, 20)).Account;

        Assert.Equal(isCost ? (20, 0) : (0L, 20L), (account.AsyncCosts.Samples, account.Other.Samples));
    }

    [Theory]
    [InlineData(OptimizationLevel.Debug, "PriceAsync", true)]
    [InlineData(OptimizationLevel.Debug, "Prices", false)]
    [InlineData(OptimizationLevel.Release, "PriceAsync", true)]
    public void The_state_machines_of_a_Debug_build_are_those_of_async_methods_and_the_build_is_named(OptimizationLevel level, string method, bool isAsync)
    {
        using var service = new WrittenService(
            """
            public class Shop
            {
                public async Task<int> PriceAsync(int id) { await Task.Yield(); return id; }
                public IEnumerable<int> Prices(int id) { yield return id; }
            }
            """,
            level: level);
        var report = Sites.Advise(service.Site("Shop", method, $"<{method}>d__{(isAsync ? 0 : 1)}", 20));

        Assert.Equal(level == OptimizationLevel.Debug, report.DebugBuilds.Contains("Service.dll"));
        Assert.Equal((isAsync ? 20L : 0, isAsync ? 0 : 20L), (report.Account.AsyncMethods.Samples, report.Account.Other.Samples));
        Assert.Empty(report.Methods);
    }

    // As ASP.NET Core 10 does for a handler that is not async: its code is part of what is made for the route.
    [Theory]
    [InlineData("System.String", "MapGet \"/names\" in Shop.Map")]
    [InlineData("System.Int32", "MapGet \"/numbers\" in Shop.Map, MapPost \"/orders\" in Shop.Map")]
    [InlineData("System.Int64", "")]
    public void The_handlers_that_code_made_for_a_route_may_hold_are_named(string result, string handlers)
    {
        using var service = new WrittenService(
            """
            public class Routes { public void MapGet(string route, Delegate handler) { } public void MapPost(string route, Delegate handler) { } public void Keep(string name, Delegate other) { } }
            public class Shop
            {
                private static Task<int> Stored(int id) => Task.FromResult(id);
                public void Map(Routes routes)
                {
                    routes.MapGet("/names", () => Task.FromResult("name"));
                    routes.MapGet("/numbers", () => Task.FromResult(1000));
                    routes.MapPost("/orders", (int id) => Stored(id));
                    routes.MapGet("/later", async (int id) => { await Task.Yield(); return id.ToString(); });
                    routes.Keep("/kept", () => Task.FromResult("kept"));
                }
            }
            """);
        var other = service.Site("Shop", "Map", "System.String", 1);
        var account = Sites.Advise(other, Sites.Of(Sites.TaskOf(result), 20, new TracedFrame(null, "dynamicClass", "lambda_method5", ""))).Account;

        var maker = Assert.Single(account.Makers);
        Assert.Equal(("dynamicClass.lambda_method5", 20L, handlers), (maker.Method, account.Tasks.Samples, string.Join(", ", maker.Candidates)));
    }

    private static ByteAccount Account(string type, string entry, string signature) =>
        Sites.Advise(Sites.Of(type, 20, Sites.Runtime(entry, "Select") with { Signature = signature }, Sites.MoveNext(typeof(SamplePassing).GetMethod("PassesAsync")!))).Account;
}
