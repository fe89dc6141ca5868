using System.Reflection.Metadata.Ecma335;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Overloads, parameter types and assemblies that share a name.</summary>
public sealed class SharedNameTests
{
    private const string Cache = """
        public static class Cache
        {
            public static Task<T> GetAsync<T>(string key) => Task.FromResult((T)(object)key);
            public static Task<string> GetAsync(string key) => Task.FromResult(key + "!");
        }
        public static class Page
        {
            public static async Task<int> OneAsync() => (await Cache.GetAsync("one")).Length;
            public static async Task<int> BothAsync() => (await Task.WhenAll(Cache.GetAsync<string>("two"), Cache.GetAsync<string>("three"))).Length;
        }
        """;

    private const string Handler = """
        namespace One { public sealed record Placed(string Id); }
        namespace Two { public sealed record Placed(string Id); }
        public static class Handler
        {
            public static Task<string> HandleAsync(One.Placed placed) => Task.FromResult(placed.Id + "1");
            public static Task<string> HandleAsync(Two.Placed placed) => Task.FromResult(placed.Id + "2");
        }
        """;

    private const string Vertical = """
        public static class Create { public sealed record Command(string Id); }
        public static class Delete { public sealed record Command(string Id); }
        public static class Handler
        {
            public static Task<string> HandleAsync(Create.Command command) => Task.FromResult(command.Id + "1");
            public static Task<string> HandleAsync(Delete.Command command) => Task.FromResult(command.Id + "2");
        }
        """;

    [Fact]
    public void Each_has_its_own_callers_where_only_one_is_generic()
    {
        using var service = new WrittenService(Cache);

        var plain = service.OnTasks("Cache", "GetAsync", "class System.Threading.Tasks.Task`1<class System.String>  (class System.String)");
        var generic = service.OnTasks("Cache", "GetAsync", "class System.Threading.Tasks.Task`1<!!0>  (class System.String)");

        Assert.Equal(("Cache.GetAsync(string)", AdviceWeight.Recommended), (plain.Method, plain.Weight));
        Assert.EndsWith(" The only call that was found awaits it at once.", plain.Because, StringComparison.Ordinal);
        Assert.Equal("Cache.GetAsync<T>(string)", generic.Method);
        Assert.NotEqual(AdviceWeight.Recommended, generic.Weight);
        Assert.DoesNotContain(generic.Check, check => check.Contains("Page.OneAsync", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("One")]
    [InlineData("Two")]
    public void Their_namespaces_distinguish_parameters(string space)
    {
        using var service = new WrittenService(Handler);

        var advice = service.OnTasks("Handler", "HandleAsync", $"class System.Threading.Tasks.Task`1<class System.String>  (class {space}.Placed)");

        var line = space == "One" ? 5 : 6;
        Assert.Equal(line, advice.Source!.Line);
    }

    // A trace does not name the types around a nested type.
    [Fact]
    public void Where_a_trace_does_not_distinguish_them_none_is_taken_for_sure()
    {
        using var service = new WrittenService(Vertical);

        var advice = service.OnTasks("Handler", "HandleAsync", "class System.Threading.Tasks.Task`1<class System.String>  (class Command)");

        Assert.Equal((AdviceWeight.Conditional, null), (advice.Weight, advice.Source));
    }

    [Fact]
    public void Their_tokens_do()
    {
        using var service = new WrittenService(Vertical);
        var tokens = Tokens(service);

        var report = Sites.Advise(OfVertical(service, 20, tokens[0]), OfVertical(service, 30, tokens[1]));

        Assert.Equal(["Handler.HandleAsync(Delete.Command)", "Handler.HandleAsync(Create.Command)"], report.Methods.Select(advice => advice.Method));
    }

    // As those of a program that was trimmed, beside the assembly before that.
    [Fact]
    public void Tokens_of_another_numbering_do_not()
    {
        using var service = new WrittenService(Vertical + "public static class Page { public static Task<string> OneAsync(string id) => Task.FromResult(id + 3); }");
        var tokens = Tokens(service);

        var report = Sites.Advise(OfVertical(service, 20, tokens[1]), WithToken(service.Site("Page", "OneAsync", Sites.TaskOf("System.String"), 10), "", tokens[0]));

        Assert.Equal(["Handler.HandleAsync(Command)", "Page.OneAsync(string)"], report.Methods.Select(advice => advice.Method));
    }

    // Plug-ins in folders of their own, each with a library of the same name.
    [Fact]
    public void Methods_of_two_assemblies_with_one_name_are_not_one_method()
    {
        using var first = new WrittenService("public static class Orders { public static Task<string> FindAsync(string id) => Task.FromResult(id + 1); }");
        using var second = new WrittenService("public static class Users { public static Task<string> ListAsync(string id) => Task.FromResult(id + 2); }");

        var report = Sites.Advise(first.Site("Orders", "FindAsync", Sites.TaskOf("System.String"), 20), second.Site("Users", "ListAsync", Sites.TaskOf("System.String"), 30));

        Assert.Equal(["Users.ListAsync(string)", "Orders.FindAsync(string)"], report.Methods.Select(advice => advice.Method));
    }

    [Fact]
    public void Callers_in_each_of_them_count_and_in_a_copy_do_not()
    {
        const string Shared = "public static class Store { public static Task<string> GetAsync(string id) => Task.FromResult(id + 1); }";
        using var first = new WrittenService(Shared, "public static class One { public static Task<string> GetAsync() => Store.GetAsync(nameof(One)); }");
        using var second = new WrittenService(Shared, "public static class Two { public static Task<string> GetAsync() => Store.GetAsync(nameof(Two)); }");
        var copy = Directory.CreateDirectory(Path.Combine(first.Folder, "copy")).FullName;
        File.Copy(Path.Combine(first.Folder, "Service.dll"), Path.Combine(copy, "Service.dll"));
        using var library = new AssemblyLibrary([second.Folder, copy]);

        var users = library.UsersOf(library.Find(Path.Combine(first.Folder, "Package.dll"))!);

        Assert.Equal(["Package.dll", "Service.dll", "Service.dll"], users.Select(user => user.FileName).Order(StringComparer.Ordinal));
    }

    private static int[] Tokens(WrittenService service)
    {
        using var assembly = AssemblyFile.Open(Path.Combine(service.Folder, "Service.dll"))!;
        var metadata = assembly.Metadata;
        return [.. metadata.MethodDefinitions.Where(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, "HandleAsync")).Select(method => MetadataTokens.GetToken(method))];
    }

    private static AllocationSite OfVertical(WrittenService service, int samples, int token) =>
        WithToken(service.Site("Handler", "HandleAsync", Sites.TaskOf("System.String"), samples), "class System.Threading.Tasks.Task`1<class System.String>  (class Command)", token);

    private static AllocationSite WithToken(AllocationSite site, string signature, int token) =>
        site with { Frames = [site.Frames[0] with { Signature = signature, Token = token }, .. site.Frames.Skip(1)] };
}
