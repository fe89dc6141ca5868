using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Methods that are named by a text, an attribute or a proxy, and so break at run time and not in the compiler.</summary>
public sealed class NamedTests
{
    private const string Store = """
        public sealed class Store
        {
            private async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; }
            private static async Task<string> MakeAsync(int id) { if (id < 0) await Task.Yield(); return "made"; }
            public async Task<int> OneAsync() => (await GetAsync(1)).Length + (await MakeAsync(1)).Length;
        }

        """;

    private const string Page = """
        public interface IStore { Task<string> GetAsync(int id); }
        public sealed class Store : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } }
        public static class Page { public static async Task<int> OneAsync(Store store) => (await store.GetAsync(1)).Length; }

        """;

    [Theory]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Method, Name = \"GetAsync\")] public static extern Task<string> Get(Store store, int id);", "GetAsync", "Reader.Get(Store, int)")]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Method)] public static extern Task<string> GetAsync(Store store, int id);", "GetAsync", "Reader.GetAsync(Store, int)")]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = \"MakeAsync\")] public static extern Task<string> Make(Store? store, int id);", "MakeAsync", "Reader.Make(Store, int)")]
    public void An_accessor_names_the_return_type_and_has_to_change_with_it(string accessor, string method, string named)
    {
        using var service = new WrittenService(Store + $"public static class Reader {{ {accessor} }}");

        var advice = service.OnTasks("Store", method);

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Equal($"{named} stands for it with [UnsafeAccessor], which the runtime binds by its return type too. Change its return type as well: otherwise its first call throws a MissingMethodException.", Assert.Single(advice.Check));
    }

    [Fact]
    public void Calls_of_an_accessor_are_calls_of_the_method()
    {
        using var service = new WrittenService(Store + """
            public static class Reader
            {
                [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "GetAsync")] public static extern Task<string> Get(Store store, int id);
                public static Task<int> BlockAsync(Store store) => Task.FromResult(Get(store, 1).Result.Length);
            }
            """);

        Assert.Contains(service.OnTasks("Store", "GetAsync").Check, check => check.StartsWith("Reader.BlockAsync(Store) (", StringComparison.Ordinal) && check.Contains("blocks until it is complete", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Method, Name = \"GetAsync\")] public static extern Task<string> Get(List<string> store, int id);")]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Method, Name = \"GetAsync\")] public static extern Task<string> Get(Store store);")]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.StaticMethod, Name = \"GetAsync\")] public static extern Task<string> Get(Store store, int id);")]
    [InlineData("[UnsafeAccessor(UnsafeAccessorKind.Field, Name = \"GetAsync\")] public static extern ref string Get(Store store);")]
    public void An_accessor_of_something_else_does_not_matter(string accessor)
    {
        using var service = new WrittenService(Store + $"public static class Reader {{ {accessor} }}");

        Assert.Equal(AdviceWeight.Recommended, service.OnTasks("Store", "GetAsync").Weight);
    }

    [Theory]
    [InlineData("[System.Diagnostics.CodeAnalysis.DynamicDependency(\"GetAsync\", typeof(Store))] public static void Keep() { }", "Keeper.Keep()", "DynamicDependency")]
    [InlineData("[System.Diagnostics.CodeAnalysis.DynamicDependency(\"GetAsync(System.Int32)\", typeof(Store))] public static void Keep() { }", "Keeper.Keep()", "DynamicDependency")]
    [InlineData("[System.Diagnostics.CodeAnalysis.DynamicDependency(\"GetAsync\", \"Store\", \"Service\")] public static void Keep() { }", "Keeper.Keep()", "DynamicDependency")]
    [InlineData("[Data(nameof(Store.GetAsync), Of = typeof(Store))] public static void Test() { }", "Keeper.Test()", "Data")]
    [InlineData("[Data(nameof(Store.GetAsync), Of = typeof(Store))] public static int Number => 1;", "Keeper.Number", "Data")]
    public void An_attribute_that_names_it_is_told(string member, string owner, string attribute)
    {
        using var service = new WrittenService(Page + $$"""
            public sealed class DataAttribute(string name) : Attribute { public string Name => name; public Type? Of { get; set; } }
            public static class Keeper { {{member}} }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Equal($"{owner} has its name in the attribute [{attribute}]. What reads that attribute must accept a ValueTask: a cast to a Task fails at run time.", Assert.Single(advice.Check, check => check.Contains('[', StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("public static int Length => nameof(Store.GetAsync).Length;")]
    [InlineData("[System.ComponentModel.Description(\"GetAsync\")] public static void Told() { }")]
    [InlineData("[Data(\"GetAsync\")] public static void Other() { }")]
    [InlineData("public static async Task<int> TestAsync(Store store) => Is((await store.GetAsync(1)).Length); private static int Is(int value, [CallerArgumentExpression(nameof(value))] string text = \"\") => text.Length + value;")]
    public void A_text_that_finds_no_method_does_not_matter(string member)
    {
        using var service = new WrittenService(Page + $$"""
            public sealed class DataAttribute(string name) : Attribute { public string Name => name; }
            public static class Keeper { {{member}} }
            """);

        Assert.Equal(AdviceWeight.Recommended, service.OnTasks("Store", "GetAsync").Weight);
    }

    [Theory]
    [InlineData("foreach (var method in typeof(Store).GetMethods()) if (method.Name == \"GetAsync\") method.Invoke(store, [1]);")]
    [InlineData("System.Linq.Expressions.Expression.Call(System.Linq.Expressions.Expression.Constant(store), \"GetAsync\", null);")]
    [InlineData("System.Reflection.RuntimeReflectionExtensions.GetRuntimeMethod(typeof(Store), \"GetAsync\", [typeof(int)]);")]
    public void More_ways_to_look_it_up_are_known(string code)
    {
        using var service = new WrittenService(Page + $$"""public static class Finder { public static void Find(Store store) { {{code}} } }""");

        Assert.Contains(service.OnTasks("Store", "GetAsync").Check, check => check.StartsWith("Finder.Find(Store) (", StringComparison.Ordinal) && check.Contains("looks up a method of this name", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("foreach (var method in typeof(Store).GetMethods()) if (method.ReturnType == typeof(Task<string>)) method.Invoke(store, [1]);", "Store")]
    [InlineData("foreach (var method in typeof(IStore).GetMethods(System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.Instance)) method.CreateDelegate(typeof(Func<int, Task<string>>), store);", "IStore")]
    [InlineData("foreach (var method in System.Reflection.RuntimeReflectionExtensions.GetRuntimeMethods(typeof(Store))) method.Invoke(store, [1]);", "Store")]
    [InlineData("foreach (var method in System.Reflection.IntrospectionExtensions.GetTypeInfo(typeof(Store)).DeclaredMethods) method.Invoke(store, [1]);", "Store")]
    public void Code_that_looks_up_all_methods_of_its_type_is_told(string code, string type)
    {
        using var service = new WrittenService(Page + $$"""public static class Finder { public static void Find(Store store) { {{code}} } }""");

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.StartsWith("Finder.Find(Store) (", StringComparison.Ordinal) && check.EndsWith(
            $"looks up the methods of {type} with reflection. If it uses this one, it must accept a ValueTask: a cast to a Task fails at run time.", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("foreach (var method in typeof(Store).GetMethods()) if (method.Name == \"OtherAsync\") method.Invoke(store, [1]);")]
    [InlineData("foreach (var method in typeof(string).GetMethods()) method.Invoke(store, [1]);")]
    public void A_search_for_another_method_does_not_matter(string code)
    {
        using var service = new WrittenService(Page + $$"""public static class Finder { public static void Find(Store store) { {{code}} } }""");

        Assert.Equal(AdviceWeight.Recommended, service.OnTasks("Store", "GetAsync").Weight);
    }

    [Fact]
    public void A_property_is_looked_up_by_its_own_name()
    {
        using var service = new WrittenService("""
            public sealed class Store
            {
                public Task<string> First => Task.FromResult(Environment.MachineName);
                public async Task<int> OneAsync() => (await First).Length;
                public object? Look() => GetType().GetProperty("First")!.GetValue(this);
            }
            """);

        Assert.Equal(AdviceWeight.Conditional, service.OnTasks("Store", "get_First").Weight);
    }

    [Theory]
    [InlineData("System.Reflection.DispatchProxy.Create<IStore, Logged>()")]
    [InlineData("(IStore)System.Reflection.DispatchProxy.Create(typeof(IStore), typeof(Logged))")]
    public void A_proxy_of_its_interface_has_to_return_the_same(string made)
    {
        using var service = new WrittenService(Page + $$"""
            public class Logged : System.Reflection.DispatchProxy { protected override object? Invoke(System.Reflection.MethodInfo? method, object?[]? arguments) => Task.FromResult("logged"); }
            public static class Maker { public static IStore Make() => {{made}}; }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.StartsWith("Maker.Make() (", StringComparison.Ordinal) && check.EndsWith(
            "makes a proxy of IStore at run time. The proxy must return a ValueTask for this method: a Task fails at run time (InvalidCastException).", StringComparison.Ordinal));
    }
}
