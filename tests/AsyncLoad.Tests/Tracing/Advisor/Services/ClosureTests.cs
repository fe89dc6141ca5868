using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Closures: of expression trees, of lambdas and of local functions.</summary>
public sealed class ClosureTests
{
    [Theory]
    [InlineData("CachedAsync", "expression tree")]
    [InlineData("FilteredAsync", "lambda")]
    [InlineData("ScopedAsync", "lambda")]
    [InlineData("SwitchedAsync", "lambda")]
    public void A_path_that_the_usual_calls_do_not_take_is_moved_into_a_method_of_its_own(string method, string what)
    {
        var advice = CountedSites.Advise(CountedSites.Closure(method));

        Assert.Equal((AdviceFinding.Closure, AdviceWeight.Conditional), (advice.Finding, advice.Weight));
        Assert.StartsWith($"Move the path with the {what} into a separate method", advice.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain("static", advice.Remedy, StringComparison.Ordinal);
        Assert.Contains(advice.Check, check => check.Contains("rare", StringComparison.Ordinal));
    }

    [Fact]
    public void A_tree_that_is_always_built_has_its_price()
    {
        var advice = CountedSites.Advise(CountedSites.Closure("TreeAsync"));

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains("needs its closure", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Fact]
    public void Where_no_overload_takes_state_a_lambda_that_is_always_needed_is_replaced()
    {
        var advice = CountedSites.Advise(CountedSites.Closure("AlwaysFilteredAsync"));

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.CallOtherwise), (advice.Weight, advice.RemedyKind));
        Assert.Equal("Write code without a lambda, such as a loop, instead of the call of Array.Find: there is no overload with a state argument.", advice.Remedy);
    }

    [Theory]
    [InlineData("async k => { if (id < 0) await Task.Yield(); return k + id; }", "Task.WhenAll(Words.Select({0}))")]
    [InlineData("k => k + id", "Task.FromResult(new List<int>(Words.Select({0})))")]
    public void Where_every_call_needs_the_lambda_no_path_is_rare(string lambda, string made)
    {
        using var service = new WrittenService($$"""
            public static class Shop
            {
                private static readonly int[] Words = [1, 2, 3];
                public static async Task<int> SumAsync(int id) { var sum = 0; foreach (var length in await {{made.Replace("{0}", lambda, StringComparison.Ordinal)}}) sum += length; return sum; }
            }
            """.Replace("Words.Select(", "System.Linq.Enumerable.Select(Words, ", StringComparison.Ordinal));

        var advice = service.OnClosure("Shop", "SumAsync");

        Assert.Equal("Write code without a lambda, such as a loop, instead of the call of Enumerable.Select: there is no overload with a state argument.", advice.Remedy);
    }

    [Fact]
    public void A_lazy_value_has_no_constructor_with_state()
    {
        using var service = new WrittenService("""
            public static class Shop
            {
                public static async Task<int> GetAsync(int id) { var lazy = new Lazy<Task<string>>(() => LoadAsync(id)); return (await lazy.Value).Length; }
                private static async Task<string> LoadAsync(int id) { if (id < 0) await Task.Yield(); return "shop"; }
            }
            """);

        var advice = service.OnClosure("Shop", "GetAsync");

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.CallOtherwise), (advice.Weight, advice.RemedyKind));
        Assert.Equal("Make the value, and keep it instead of the Lazy: no constructor of a Lazy takes a state argument.", advice.Remedy);
        Assert.Equal(["The value is needed in any case. The Lazy is not there to make it once for several threads, as in ConcurrentDictionary.GetOrAdd."], advice.Check);
    }

    // Nothing can be passed to it: a promise of these bytes cannot be kept.
    [Fact]
    public void A_parallel_loop_has_no_overload_with_state()
    {
        using var service = new WrittenService("""
            public static class Shop
            {
                public static async Task<int> SumAsync(int[] ids, int factor)
                {
                    await Parallel.ForEachAsync(ids, async (id, token) => { if (id < factor) await Task.Yield(); });
                    return ids.Length;
                }
            }
            """);

        var advice = service.OnClosure("Shop", "SumAsync");

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.Equal(["No method of Parallel has a state argument. Each loop allocates the closure once, however many items there are: run longer loops."], advice.Check);
    }

    [Theory]
    [InlineData("IPipe.RunAsync", "pipe.RunAsync(k => k + id)")]
    [InlineData("Shop.EachAsync", "EachAsync(k => k + id)")]
    [InlineData(null, "WithStateAsync(k => k + id)")]
    [InlineData(null, "kept.GetOrAdd(id, k => Task.FromResult(k + id))")]
    public void What_takes_the_delegate_of_a_lambda_has_to_take_its_state(string? lacking, string call)
    {
        using var service = new WrittenService($$"""
            public interface IPipe { Task<int> RunAsync(Func<int, int> step); }
            public sealed class Shop(IPipe pipe)
            {
                private readonly ConcurrentDictionary<int, Task<int>> kept = [];
                private static Task<int> EachAsync(Func<int, int> step) => Task.FromResult(step(1));
                private static Task<int> WithStateAsync(Func<int, int> step) => Task.FromResult(step(1));
                private static Task<int> WithStateAsync<TState>(Func<int, TState, int> step, TState state) => Task.FromResult(step(1, state));
                public Task<int> AlwaysAsync(int id) => {{call}};
            }
            """);

        var advice = service.OnClosure("Shop", "AlwaysAsync");

        Assert.Equal((AdviceWeight.Conditional, "Pass what the lambda needs as state and make it static."), (advice.Weight, advice.Remedy));
        Assert.Equal(
            lacking is null ? "The method that takes the delegate has an overload with a state argument." : $"{lacking} has no overload with a state argument, so add one, also to what implements it. If that is not yours, write code without a lambda.",
            Assert.Single(advice.Check));
    }

    // There is no call that could pass it a state.
    [Theory]
    [InlineData("Task.FromResult(new Holder { Step = k => k + id }.Step is null ? 1 : 0)")]
    [InlineData("Task.FromResult(new List<Func<int, int>> { k => k + id }.Count)")]
    [InlineData("Task.FromResult((latest = k => k + id)(1))")]
    [InlineData("LaterAsync(id)")]
    public void A_lambda_that_is_stored_is_passed_no_state(string call)
    {
        using var service = new WrittenService($$"""
            public sealed class Holder { public Func<int, int>? Step { get; set; } }
            public sealed class Shop
            {
                private Func<int, int>? latest;
                public Task<int> AlwaysAsync(int id) => {{call}};
                public async Task<int> LaterAsync(int id) { latest = k => k + id; await Task.Yield(); return latest(1); }
            }
            """);

        var advice = service.OnClosure("Shop", call.StartsWith("Later", StringComparison.Ordinal) ? "LaterAsync" : "AlwaysAsync");

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.KeepDelegate), (advice.Weight, advice.RemedyKind));
        Assert.StartsWith("Make the delegate once, and let it read what it needs from fields", advice.Remedy, StringComparison.Ordinal);
        Assert.DoesNotContain(advice.Check, check => check.Contains("overload", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("EachAsync(OwnAsync)", true)]
    [InlineData("EachAsync(k => OwnAsync(k))", true)]
    [InlineData("EachAsync(other.OwnAsync)", true)]
    [InlineData("Task.FromResult((latest = OwnAsync) is null ? 1 : 0)", true)]
    [InlineData("EachAsync(k => OwnAsync(k + id))", false)]
    public void A_delegate_without_a_closure_is_kept_in_a_field_and_needs_no_state(string call, bool isFree)
    {
        using var service = new WrittenService($$"""
            public sealed class Shop
            {
                private readonly Shop other = new();
                private Func<int, Task<int>>? latest;
                public Task<int> AlwaysAsync(int id) => {{call}};
                private Task<int> OwnAsync(int id) => latest is null ? Task.FromResult(id) : latest(id + other.GetHashCode());
                private static Task<int> EachAsync(Func<int, Task<int>> step) => step(1);
            }
            """);

        var advice = service.OnDelegate("Shop", "AlwaysAsync", "System.Func`2[System.Int32,System.Threading.Tasks.Task`1[System.Int32]]");

        Assert.Equal((AdviceWeight.Conditional, isFree ? RemedyKind.KeepDelegate : RemedyKind.PassState), (advice.Weight, advice.RemedyKind));
        Assert.Equal(!isFree, advice.Remedy!.Contains("state", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("SlowLocalAsync")]
    [InlineData("AddressedAsync")]
    public void Only_a_local_function_is_made_static(string method)
    {
        var advice = CountedSites.Advise(CountedSites.Closure(method));

        Assert.Equal((AdviceWeight.Recommended, RemedyKind.MakeStatic), (advice.Weight, advice.RemedyKind));
        Assert.Contains("make it static", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void A_local_function_that_uses_members_of_its_type_cannot_be_static()
    {
        var advice = CountedSites.Advise(CountedSites.Closure("MemberAsync"));

        Assert.Equal((AdviceWeight.Recommended, RemedyKind.PassParameters), (advice.Weight, advice.RemedyKind));
        Assert.DoesNotContain("make it static", advice.Remedy, StringComparison.Ordinal);
        Assert.Contains("CS8422", advice.Remedy, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("CountingAsync")]
    [InlineData("CountingByReferenceAsync")]
    public void What_a_local_function_assigns_cannot_be_a_parameter(string method)
    {
        var advice = CountedSites.Advise(CountedSites.Closure(method));

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.Contains("assigned", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("NamelessAsync", RemedyKind.MakeStatic)]
    [InlineData("NamelessListAsync", RemedyKind.MakeStatic)]
    [InlineData("NamelessFilteredAsync", RemedyKind.SeparatePath)]
    public void What_has_an_anonymous_type_becomes_a_tuple_before_it_is_a_parameter(string method, RemedyKind kind)
    {
        var advice = CountedSites.Advise(CountedSites.Closure(method));

        Assert.Equal((AdviceWeight.Conditional, kind), (advice.Weight, advice.RemedyKind));
        Assert.Contains(advice.Check, check => check.Contains("make it a tuple or a record first", StringComparison.Ordinal));
    }

    [Fact]
    public void Closures_that_came_with_a_delegate_are_not_promised()
    {
        var alone = CountedSites.Advise(CountedSites.Closure("FilteredAsync", 1_000)).Removable!;
        var both = CountedSites.Advise(CountedSites.Closure("FilteredAsync", 1_000), CountedSites.Delegate("FilteredAsync", 160)).Removable!;

        // 64 B of delegate to 24 B of closure: 160 samples of one stand for 60 of the other.
        Assert.Equal(0.94, both.Estimate / alone.Estimate, 0.001);
        Assert.True(both.Low < alone.Low);
    }
}
