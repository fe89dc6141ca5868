using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>What else a remedy changes: in the method itself, and in methods that declare it.</summary>
public sealed class EditTests
{
    [Theory]
    [InlineData("return id > 0 ? Task.FromResult(Name(id)) : SlowAsync(id);", true)]
    [InlineData("if (id > 0) return Task.FromResult(Name(id)); return SlowAsync(id);", true)]
    [InlineData("if (id > 0) return Task.FromResult(Name(id)); return kept;", true)]
    [InlineData("if (id > 0) return Task.FromResult(Name(id)); return Task.FromResult(Name(0));", false)]
    [InlineData("if (id < 0) throw new ArgumentException(Name(id)); return Task.FromResult(Name(id));", false)]
    public void A_method_that_returns_tasks_from_elsewhere_wraps_them(string body, bool wraps)
    {
        using var service = new WrittenService(Names(body));

        var advice = service.OnTasks("Names", "GetAsync");

        Assert.Equal(AdviceWeight.Recommended, advice.Weight);
        Assert.Equal(
            $"Return ValueTask<string>, made with ValueTask.FromResult(value), instead of Task<string>.{(wraps ? " Return other tasks as new ValueTask<string>(task)." : "")}",
            advice.Remedy);
    }

    [Theory]
    [InlineData("Read(id).AsTask().GetAwaiter().GetResult()")]
    [InlineData("Read(id).AsTask().Result")]
    public void A_wait_that_blocks_needs_the_task(string wait)
    {
        using var service = new WrittenService($$"""
            public static class Reader
            {
                public static async ValueTask<string> Read(int id) { await Task.Yield(); return "text"; }
                public static string Get(int id) => {{wait}};
            }
            """);

        var advice = Assert.Single(Sites.Advise(service.Site("Reader", "Get", "ValueTaskSourceAsTask[System.String]", 20)).Methods);

        Assert.Equal((AdviceFinding.Converted, AdviceWeight.Nothing, null), (advice.Finding, advice.Weight, advice.Removable));
        Assert.StartsWith("It waits for the Task without awaiting it", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("abstract Task<string> Name { get; }", "override Task<string> Name => Task.FromResult(1 + ToString());", "get_Name", "CS1715")]
    [InlineData("abstract Task<string> Name();", "override Task<string> Name() => Task.FromResult(1 + ToString());", "Name", "CS0508")]
    public void A_property_has_an_error_of_its_own(string declared, string written, string method, string error)
    {
        using var service = new WrittenService($"public abstract class Named {{ public {declared} }}", $"public sealed class Order : Named {{ public {written} }}");

        var advice = service.OnTasks("Order", method);

        Assert.Equal(AdviceWeight.Nothing, advice.Weight);
        Assert.EndsWith($"and cannot be changed ({error}).", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("get => Task.FromResult(1 + ToString());", AdviceWeight.Recommended)]
    [InlineData("get => Task.FromResult(1 + ToString()); set => last = value;", AdviceWeight.Conditional)]
    public void A_property_that_is_written_changes_its_setter_too(string accessors, AdviceWeight weight)
    {
        using var service = new WrittenService($$"""
            public sealed class Order
            {
                private Task? last;
                public Task<string> Name { {{accessors}} }
                public async Task<int> OneAsync() => (await Name).Length + (last is null ? 0 : 1);
            }
            """);

        var advice = service.OnTasks("Order", "get_Name");

        Assert.Equal(weight, advice.Weight);
        Assert.Equal(weight == AdviceWeight.Conditional, advice.Check.Contains("It is a property with a setter: what assigns a Task to it stops compiling (CS0029)."));
    }

    // As the client of a web service that a build writes: only its class has an attribute.
    [Theory]
    [InlineData("/app/obj/Client.cs", true)]
    [InlineData(@"C:\app\obj\Release\Client.cs", true)]
    [InlineData("/app/objects/Client.cs", false)]
    public void Code_that_a_build_writes_is_not_edited(string file, bool isGenerated)
    {
        using var service = new WrittenService($$"""
            public static class Page { public static async Task<int> OneAsync() => (await Client.GetAsync(1)).Length; }
            #line 1 "{{file}}"
            public static class Client { public static async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "text"; } }
            """);

        var advice = service.OnTasks("Client", "GetAsync");

        Assert.Equal(isGenerated ? AdviceWeight.Nothing : AdviceWeight.Recommended, advice.Weight);
        Assert.Equal(isGenerated, advice.Check.Any(check => check.StartsWith("Its code is generated (Client.cs)", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("if (id < 0) return null!; return Task.FromResult(Name(id));", true)]
    [InlineData("return id < 0 ? null! : Task.FromResult(Name(id));", true)]
    [InlineData("return Task.FromResult<string>(null!);", false)]
    [InlineData("return Task.FromResult(string.Concat(Name(id), null));", false)]
    public void A_value_task_is_never_null(string body, bool isTold)
    {
        using var service = new WrittenService(Names(body));

        var advice = service.OnTasks("Names", "GetAsync");

        Assert.Equal(isTold ? AdviceWeight.Conditional : AdviceWeight.Recommended, advice.Weight);
        Assert.Equal(isTold, advice.Check.Contains("It also returns null, which a ValueTask never is (CS0037): return a result that means the same, and test that in callers."));
    }

    // A handler of one message is also one of another by variance, and changes with the interface.
    [Fact]
    public void Calls_of_another_instance_of_its_interface_change_too()
    {
        using var service = new WrittenService("""
            public interface IHandler<in T> { Task<string> HandleAsync(T value); }
            public sealed class AnyHandler : IHandler<object> { public async Task<string> HandleAsync(object value) { if (value is null) await Task.Yield(); return "any"; } }
            public static class Page
            {
                public static async Task<int> OneAsync(AnyHandler handler) => (await handler.HandleAsync(1)).Length;
                public static async Task<int> AllAsync(IHandler<string> handler) => (await Task.WhenAll(handler.HandleAsync("a"), handler.HandleAsync("b"))).Length;
            }
            """);

        var advice = service.OnTasks("AnyHandler", "HandleAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.StartsWith("IHandler<T>.HandleAsync(T) changes with it, and Page.AllAsync(IHandler<string>) (", StringComparison.Ordinal));
    }

    [Fact]
    public void A_lambda_in_a_local_function_needs_the_closure_still()
    {
        using var service = new WrittenService("""
            public static class Sums
            {
                public static Task<int> SumAsync(int[] numbers, int id)
                {
                    return Task.FromResult(Count() + id);
                    int Count() => Array.FindIndex(numbers, number => number == id);
                }
            }
            """);

        var advice = service.OnClosure("Sums", "SumAsync");

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.CallOtherwise), (advice.Weight, advice.RemedyKind));
    }

    [Fact]
    public void What_a_lambda_assigns_is_handed_over_by_a_method_of_its_own()
    {
        using var service = new WrittenService("""
            public static class Sums
            {
                public static Task<int> SumAsync(List<int> numbers, int id)
                {
                    var sum = id;
                    if (id < 0) numbers.ForEach(number => sum += number);
                    return Task.FromResult(sum);
                }
            }
            """);

        var advice = service.OnClosure("Sums", "SumAsync");

        Assert.Equal((AdviceWeight.Conditional, RemedyKind.SeparatePath), (advice.Weight, advice.RemedyKind));
        Assert.Contains(advice.Check, check => check.StartsWith("A captured variable is assigned more than once", StringComparison.Ordinal));
    }

    // The languages are known by types that their compilers refer to. Both overriding and implementing is told in the language of the method.
    [Theory]
    [InlineData("Microsoft.FSharp.Core", "FSharpInterfaceDataVersion", "Store", "FS0001 or FS0193")]
    [InlineData("Microsoft.FSharp.Core", "FSharpInterfaceDataVersion", "Special", "FS0001 or FS0193")]
    [InlineData("Microsoft.VisualBasic.CompilerServices", "StandardModule", "Store", "BC30401")]
    [InlineData("Microsoft.VisualBasic.CompilerServices", "StandardModule", "Special", "BC30437")]
    [InlineData("Other", "Other", "Store", "CS0738")]
    [InlineData("Other", "Other", "Special", "CS0508")]
    public void A_contract_has_the_codes_of_the_language_of_the_method(string space, string mark, string type, string code)
    {
        using var service = new WrittenService(
            $$"""
            public interface ICache { Task<string> GetAsync(int id); }
            public abstract class Plain { public abstract Task<string> GetAsync(int id); }
            namespace {{space}} { public sealed class {{mark}}Attribute : Attribute; }
            """,
            $$"""
            [{{space}}.{{mark}}] public sealed class Store : ICache { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } }
            [{{space}}.{{mark}}] public sealed class Special : Plain { public override async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "special"; } }
            """);

        var advice = service.OnTasks(type, "GetAsync");

        Assert.Equal(AdviceWeight.Nothing, advice.Weight);
        Assert.EndsWith($"and cannot be changed ({code}).", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Microsoft.FSharp.Core", "FSharpInterfaceDataVersion", "without task { }")]
    [InlineData("Microsoft.VisualBasic.CompilerServices", "StandardModule", "without Async and Await")]
    [InlineData("Other", "Other", "without async and await")]
    public void A_task_that_is_passed_on_is_returned_itself_in_each_language(string space, string mark, string words)
    {
        using var service = new WrittenService(
            $$"""namespace {{space}} { public sealed class {{mark}}Attribute : Attribute; }""",
            $$"""
            [{{space}}.{{mark}}] public static class Page
            {
                public static async Task<string> PassAsync(int id) => await FindAsync(id);
                private static async Task<string> FindAsync(int id) { if (id < 0) await Task.Yield(); return "found"; }
                public static async Task<int> OneAsync() => (await PassAsync(1)).Length;
            }
            """);

        foreach (var advice in (Advice[])[service.OnTasks("Page", "PassAsync"), service.OnBoxes("Page", "PassAsync")])
        {
            Assert.Equal(RemedyKind.ReturnTaskItself, advice.RemedyKind);
            Assert.StartsWith($"Return the task of Page.FindAsync(int) itself, {words}.", advice.Remedy, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void A_lambda_with_an_attribute_states_its_return_type()
    {
        using var service = new WrittenService("""
            public static class Jobs
            {
                public static Func<int, Task<string>> Make() => async id => { await Task.Yield(); await Task.Yield(); return id.ToString(); };
            }
            """);

        Assert.Contains(service.OnBoxes("Jobs+<>c", "<Make>b__0_0").Check, check => check.EndsWith("(CS8935).", StringComparison.Ordinal));
    }

    private static string Names(string body) => $$"""
        public sealed class Names
        {
            private readonly Task<string> kept = Task.FromResult("kept");
            public Task<string> GetAsync(int id) { {{body}} }
            private async Task<string> SlowAsync(int id) { await Task.Yield(); return Name(id); }
            private static string Name(int id) => id.ToString();
            public async Task<int> OneAsync() => (await GetAsync(1)).Length + (await SlowAsync(1)).Length + (await kept).Length;
        }
        """;
}
