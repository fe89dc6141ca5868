using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;
using AsyncLoad.Tests.Tracing.Advisor;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tests.Tracing.Advisor.Services;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class MethodTableTests : IDisposable
{
    private readonly AssemblyFile assembly = AssemblyFile.Open(Sites.Module)!;
    private readonly AssemblyLibrary library = new([]);

    public void Dispose()
    {
        assembly.Dispose();
        library.Dispose();
    }

    [Theory]
    [InlineData("PlainAsync", "SampleShop.PlainAsync()", "Task", false)]
    [InlineData("ValueAsync", "SampleShop.ValueAsync(int)", "ValueTaskOfResult", false)]
    [InlineData("PlainValueAsync", "SampleShop.PlainValueAsync()", "ValueTask", false)]
    [InlineData("PooledAsync", "SampleShop.PooledAsync(int)", "ValueTaskOfResult", true)]
    [InlineData("PlainPooledAsync", "SampleShop.PlainPooledAsync()", "ValueTask", true)]
    [InlineData("Fire", "SampleShop.Fire()", "Void", false)]
    [InlineData("ItemsAsync", "SampleShop.ItemsAsync(int)", "AsyncEnumerable", false)]
    [InlineData("GenericAsync", "SampleShop.GenericAsync<T>(T)", "TaskOfResult", false)]
    public void A_state_machine_leads_to_its_method(string method, string csharp, string shape, bool pooled)
    {
        var facts = assembly.Methods.OfMachine(NamedType.Parse(Sites.Machine(method))!)!;

        Assert.Equal((csharp, shape, pooled, true), (facts.CSharp, facts.Returns.ToString(), facts.IsPooled, facts.IsAsync));
        Assert.Equal("AsyncLoad.Tests.Tracing.Advisor.Samples", facts.Namespace);
    }

    [Fact]
    public void A_state_machine_leads_to_its_method_where_trimming_has_removed_the_attribute()
    {
        using var service = new WrittenService("""
            public static class Shop
            {
                public static async Task<string> PriceAsync(int id) { await Task.Yield(); return "price"; }
                public static async IAsyncEnumerable<int> ListAsync() { await Task.Yield(); yield return 1; }
            }
            """);
        var path = Path.Combine(service.Folder, "Trimmed.dll");
        File.WriteAllBytes(path, Without(File.ReadAllBytes(Path.Combine(service.Folder, "Service.dll")), "AsyncStateMachineAttribute", "AsyncIteratorStateMachineAttribute"));
        using var trimmed = AssemblyFile.Open(path)!;

        var methods = new[] { "Shop+<PriceAsync>d__0", "Shop+<ListAsync>d__1" }.Select(machine => trimmed.Methods.OfMachine(NamedType.Parse(machine)!));

        Assert.Equal([("Shop.PriceAsync(int)", true), ("Shop.ListAsync()", true)], methods.Select(method => (method!.CSharp, method.IsAsync)));
    }

    [Fact]
    public void Overloads_are_told_apart()
    {
        Assert.Equal("SampleShop.PriceAsync(string)", Written(Sites.Machine("PriceAsync", typeof(string))));
        Assert.Equal("SampleShop.PriceAsync(int)", Written(Sites.Machine("PriceAsync", typeof(int))));
    }

    [Fact]
    public void Every_state_machine_of_this_assembly_leads_to_the_method_that_reflection_names()
    {
        var methods = typeof(SampleShop).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
            .Where(method => method.GetCustomAttribute<AsyncStateMachineAttribute>() is not null)
            .ToList();

        Assert.All(methods, method => Assert.Equal(method.Name, assembly.Methods.OfMachine(NamedType.Parse(Sites.Machine(method))!)?.Called.Name));
        Assert.True(methods.Count > 100);
    }

    [Fact]
    public void Instances_of_a_generic_method_share_one()
    {
        var machine = typeof(SampleBox<>.Inner).GetMethod("Get")!.GetCustomAttribute<AsyncStateMachineAttribute>()!.StateMachineType.FullName!;

        Assert.Equal("SampleBox<TItem>.Inner.Get<TKey>(TItem, TKey)", Written(machine + "[System.String,System.Int32]"));
        Assert.Equal("SampleBox<TItem>.Inner.Get<TKey>(TItem, TKey)", Written(machine + "[[System.String, x],[System.Int32, y]]"));
    }

    [Theory]
    [InlineData("g__LocalAsync|", "SampleShop.OuterAsync.LocalAsync(int)")]
    [InlineData("g__SlowAsync|", "SampleShop.SplitsAsync.SlowAsync()")]
    [InlineData("<LambdaAsync>b__", "lambda in SampleShop.LambdaAsync")]
    public void Local_functions_and_lambdas_are_named_by_the_method_around_them(string part, string csharp)
    {
        var machine = typeof(SampleShop).Assembly.GetTypes().Single(type => type.FullName!.Contains("SampleShop", StringComparison.Ordinal) && type.Name.Contains(part, StringComparison.Ordinal) && type.Name.EndsWith('d'));

        Assert.Equal(csharp, Written(machine.FullName!));
    }

    [Fact]
    public void Handlers_of_a_minimal_api_are_named_by_their_routes_and_other_lambdas_by_their_number()
    {
        var machines = typeof(SampleRoutes).GetNestedTypes(BindingFlags.NonPublic)
            .SelectMany(type => type.GetNestedTypes(BindingFlags.NonPublic))
            .Where(type => type.Name.EndsWith('d'));

        Assert.Equal(
            [
                "MapGet \"/orders/{id}\" in SampleRoutes.Map",
                "MapMethods \"/status\" in SampleRoutes.Map",
                "MapMethods \"/verbs\" in SampleRoutes.Map",
                "MapPost \"/orders\" in SampleRoutes.Map",
                "lambda 5 in SampleRoutes.Map",
                "lambda 6 in SampleRoutes.Map",
            ],
            machines.Select(machine => Written(machine.FullName!)).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Handlers_in_groups_bear_the_whole_route_as_far_as_the_code_tells_it()
    {
        var machines = typeof(SampleGroups).GetNestedTypes(BindingFlags.NonPublic)
            .SelectMany(type => type.GetNestedTypes(BindingFlags.NonPublic))
            .Where(type => type.Name.EndsWith('d'));

        Assert.Equal(
            [
                "MapGet \"/last\" in SampleGroups.MapAsync",
                "MapGet \"/reports/{year:int}\" in SampleGroups.MapAsync",
                "MapGet \"/shop\" in SampleGroups.MapAsync",
                "MapGet \"/shop/admin/users\" in SampleGroups.MapAsync",
                "MapGet \"…/named\" in SampleGroups.MapAsync",
                "MapPost \"/shop/admin/users\" in SampleGroups.MapAsync",
            ],
            machines.Select(machine => Written(machine.FullName!)).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("Explicit", "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)", "SampleShop.Explicit(int)")]
    [InlineData("PriceAsync", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (class System.String)", "SampleShop.PriceAsync(string)")]
    [InlineData("PriceAsync", "instance class System.Threading.Tasks.Task`1<value class System.Decimal>  (int32)", "SampleShop.PriceAsync(int)")]
    [InlineData("PriceAsync", "", null)]
    [InlineData("PriceAsync", "instance void  ()", null)]
    [InlineData("NoSuch", "", null)]
    public void A_frame_leads_to_its_method(string method, string signature, string? csharp) =>
        Assert.Equal(csharp, assembly.Methods.Find(Sites.Plain(method, signature))?.CSharp);

    [Fact]
    public void A_frame_of_another_assembly_leads_nowhere() =>
        Assert.Null(assembly.Methods.Find(new TracedFrame(null, "Somebody.Else", "Explicit", "")));

    [Fact]
    public void What_others_say_of_its_result_is_known()
    {
        var read = typeof(SampleStream).GetMethod("ReadAsync", [typeof(byte[]), typeof(int), typeof(int), typeof(CancellationToken)])!;

        Assert.Equal("MemoryStream", Contracts(Sites.Machine(read)).Fixed?.Type.Last);
        Assert.Null(Contracts(Sites.Machine("PlainAsync")).Fixed);
        var find = Contract.Of(library.Find(Sites.Module)!.Methods.Find(new TracedFrame(null, typeof(SampleStore).FullName!, "FindAsync", ""))!, library);
        Assert.Equal(("ISampleStore", null), (Assert.Single(find.Own).Type.Last, find.Fixed));
    }

    // Nothing bears these names any more.
    private static byte[] Without(byte[] image, params string[] names)
    {
        foreach (var name in names) image[image.AsSpan().IndexOf(Encoding.UTF8.GetBytes(name))] = (byte)'X';
        return image;
    }

    private Contract Contracts(string machine) => Contract.Of(library.Find(Sites.Module)!.Methods.OfMachine(NamedType.Parse(machine)!)!, library);

    private string? Written(string machine) => assembly.Methods.OfMachine(NamedType.Parse(machine)!)?.CSharp;
}
