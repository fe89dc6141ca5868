using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Code that a program writes, and contracts that a framework reads at run time.</summary>
public sealed class GeneratedTests
{
    private const string Tool = "[System.CodeDom.Compiler.GeneratedCode(\"grpc_csharp_plugin\", null)] ";

    private const string Stores = """
        public interface IStore { Task<string> GetAsync(int id); }
        public sealed class Store : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } }
        public static class Page { public static async Task<int> OneAsync(Store store) => (await store.GetAsync(1)).Length; }

        """;

    [Fact]
    public void A_generated_base_cannot_be_changed()
    {
        using var service = new WrittenService($$"""
            public abstract class GreeterBase { {{Tool}}public virtual Task<string> GreetAsync(int id) => throw new NotSupportedException(); }
            public sealed class Greeter : GreeterBase { public override async Task<string> GreetAsync(int id) { if (id < 0) await Task.Yield(); return "hello"; } }
            """);

        foreach (var advice in (Advice[])[service.OnTasks("Greeter", "GreetAsync"), service.OnBoxes("Greeter", "GreetAsync")])
        {
            Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
            Assert.Contains("Its return type comes from GreeterBase, which is generated (grpc_csharp_plugin in Service.dll) and cannot be changed (CS0508).", advice.Check);
        }
    }

    [Fact]
    public void Generated_code_is_not_edited()
    {
        using var service = new WrittenService($$"""
            public static class Client
            {
                {{Tool}}public static async Task<string> GreetAsync(int id) { if (id < 0) await Task.Yield(); return "hello"; }
                public static async Task<int> OneAsync() => (await GreetAsync(1)).Length;
            }
            """);

        var advice = service.OnTasks("Client", "GreetAsync");

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.StartsWith("Its code is generated (grpc_csharp_plugin): an edit is lost", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    // An interface has no code, so no statement of it tells its file.
    [Fact]
    public void An_interface_in_a_generated_file_cannot_be_changed()
    {
        using var service = new WrittenService(
            ("Greeter.cs", "public sealed class Greeter : IGreeter { public async Task<string> GreetAsync(int id) { if (id < 0) await Task.Yield(); return \"hello\"; } }"),
            ("Contract.g.cs", "public interface IGreeter { Task<string> GreetAsync(int id); }"));

        var advice = service.OnTasks("Greeter", "GreetAsync");

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains("Its return type comes from IGreeter, which is generated (Contract.g.cs in Service.dll) and cannot be changed (CS0738).", advice.Check);
    }

    [Theory]
    [InlineData("public partial Task<string> GetAsync(int id);", "", AdviceWeight.Nothing)]
    [InlineData("", "public partial Task<string> GetAsync(int id);", AdviceWeight.Recommended)]
    public void A_part_that_is_generated_determines_what_the_other_returns(string generated, string written, AdviceWeight weight)
    {
        using var service = new WrittenService(
            ("Client.cs", $$"""
                public partial class Client
                {
                    {{written}}
                    public async partial Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "client"; }
                    public async Task<int> OneAsync() => (await GetAsync(1)).Length;
                }
                """),
            ("Client.g.cs", $$"""public partial class Client { {{generated}} public int Calls() => 1; }"""));

        var advice = service.OnTasks("Client", "GetAsync");

        Assert.Equal(weight, advice.Weight);
        Assert.Equal(weight == AdviceWeight.Nothing, advice.Check.Contains("It is declared as partial, and its other part is generated (Client.g.cs): that has to return the same, and an edit of it is lost with the next build (CS8817)."));
    }

    [Fact]
    public void What_generated_code_takes_from_a_lambda_cannot_be_changed()
    {
        using var service = new WrittenService(
            ("Page.cs", """public static class Page { public static async Task<int> OneAsync(Client client) => (await client.WithAsync(1, async id => { if (id < 0) await Task.Yield(); return "page"; })).Length; }"""),
            ("Client.g.cs", "public class Client { public Task<string> WithAsync(int id, Func<int, Task<string>> get) => get(id); }"));

        var advice = service.OnTasks("Page+<>c", "<OneAsync>b__0_0");

        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.Contains("Its delegate goes to Client.WithAsync, which is generated (Client.g.cs) and takes one that returns a Task. With another return type it does not compile (CS8934), or another overload is called.", advice.Check);
    }

    [Theory]
    [InlineData("Client.g.cs", false)]
    [InlineData("Client.cs", true)]
    public void Only_a_method_that_can_be_edited_is_to_return_a_value_task_as_well(string file, bool both)
    {
        using var service = new WrittenService(
            ("Page.cs", "public static class Page { public static async Task<string> OneAsync(Client client) => await client.GetAsync(1); public static async Task<int> TwoAsync(Client client) => (await OneAsync(client)).Length; }"),
            (file, "public class Client { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return \"client\"; } }"));

        Assert.Equal(both, service.OnTasks("Page", "OneAsync").Remedy!.Contains(" If both can return ValueTask<string>", StringComparison.Ordinal));
    }

    [Fact]
    public void Code_that_is_made_at_run_time_has_no_file_to_look_for()
    {
        var frame = new TracedFrame("ProxyBuilder", "generatedProxy_1", "GetAsync", "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)");

        var report = Sites.Advise(Sites.Of(Sites.TaskOf("System.String"), 20, frame));

        var advice = Assert.Single(report.Methods);
        Assert.Equal((AdviceWeight.Nothing, null), (advice.Weight, advice.Remedy));
        Assert.StartsWith("Its code is made while the program runs (ProxyBuilder)", Assert.Single(advice.Check), StringComparison.Ordinal);
        Assert.Empty(report.WithoutMetadata);
        Assert.Equal(["Nowhere.dll"], Sites.Advise(Sites.Of(Sites.TaskOf("System.String"), 20, frame with { Module = "/app/Nowhere.dll" })).WithoutMetadata);
    }

    [Fact]
    public void An_implementation_that_is_generated_is_named()
    {
        using var service = new WrittenService(Stores + $$"""
            public sealed class Proxy : IStore { {{Tool}}public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "proxy"; } }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains("Proxy.GetAsync(int) changes with it and is generated (grpc_csharp_plugin): what generates it must support a ValueTask.", advice.Check);
    }

    [Theory]
    [InlineData("public static Task OneAsync(Store store) => Task.WhenAll(store.GetAsync(1));", AdviceWeight.Nothing, " stops compiling (")]
    [InlineData("public static Task<string> OneAsync(Store store) => store.GetAsync(1);", AdviceWeight.Nothing, "returns it, and what generates it determines the return type: that stops compiling (CS0029).")]
    [InlineData("public static Task OneAsync(Store store) { Func<int, Task<string>> get = store.GetAsync; return get(1); }", AdviceWeight.Conditional, "makes a delegate or an expression of it, whose type must allow a ValueTask: that may stop compiling (")]
    [InlineData("public static async Task<int> OneAsync(Store store) => (await store.GetAsync(1)).Length;", AdviceWeight.Recommended, null)]
    public void A_caller_that_is_generated_is_not_edited(string caller, AdviceWeight weight, string? does)
    {
        using var service = new WrittenService($$"""
            public sealed class Store { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } }
            public static class Client { {{Tool}}{{caller}} public static async Task TwoAsync(Store store) => await OneAsync(store); }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(weight, advice.Weight);
        Assert.DoesNotContain("Client.OneAsync", advice.Remedy ?? "", StringComparison.Ordinal);
        var told = advice.Check.Where(check => check.Contains("Its code is generated (grpc_csharp_plugin), so an edit is lost with the next build: what generates it must support a ValueTask.", StringComparison.Ordinal)).ToList();
        Assert.Equal(does is null ? [] : [does], told.Select(check => does is { } part && check.Contains(part, StringComparison.Ordinal) ? part : check));
    }

    // As the interfaces of actors: the package makes proxies of those that extend its own.
    [Theory]
    [InlineData("", AdviceWeight.Conditional)]
    [InlineData("void Stop();", AdviceWeight.Recommended)]
    public void An_interface_that_a_package_marks_is_told(string members, AdviceWeight weight)
    {
        using var service = new WrittenService(
            $$"""public interface IActor { {{members}} }""",
            """
            public interface IStore : IActor { Task<string> GetAsync(int id); }
            public abstract class Store : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } public void Stop() { } }
            public static class Page { public static async Task<int> OneAsync(Store store) => (await store.GetAsync(1)).Length; }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(weight, advice.Weight);
        Assert.Equal(weight == AdviceWeight.Conditional, advice.Check.Contains("IStore extends IActor of the package Package 1.0.0: what calls its methods for that must accept a ValueTask."));
    }

    [Theory]
    [InlineData("[Service] public interface IStore { Task<string> GetAsync(int id); }", "", "IStore has the attribute [Service]: what reads that must accept a ValueTask.")]
    [InlineData("public interface IStore { [Service] Task<string> GetAsync(int id); }", "", "IStore has the attribute [Service]: what reads that must accept a ValueTask.")]
    [InlineData("public interface IStore { Task<string> GetAsync(int id); }", "[Service] ", "It has the attribute [Service]: what calls it for that must accept a ValueTask.")]
    [InlineData("[Obsolete] public interface IStore { Task<string> GetAsync(int id); }", "[System.ComponentModel.Description(\"store\")] ", null)]
    public void An_attribute_that_a_framework_may_read_is_told(string contract, string attribute, string? check)
    {
        using var service = new WrittenService($$"""
            public sealed class ServiceAttribute : Attribute;
            {{contract}}
            public sealed class Store : IStore { {{attribute}}public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; } }
            public static class Page { public static async Task<int> OneAsync(Store store) => (await store.GetAsync(1)).Length; }
            """);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(check is null ? AdviceWeight.Recommended : AdviceWeight.Conditional, advice.Weight);
        Assert.Equal(check, advice.Check.SingleOrDefault(told => told.Contains("attribute", StringComparison.Ordinal)));
    }
}
