using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Interfaces with a body for the method: with another return type it compiles, and is no longer called.</summary>
public sealed class DefaultImplementationTests
{
    private const string Cache = "public interface ICache { Task<string> GetAsync(int id) => Task.FromResult(\"none\"); static virtual Task<string> MakeAsync(int id) => Task.FromResult(\"none\"); }";

    private const string Store = """
        public sealed class Store : ICache
        {
            public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "store"; }
            public static async Task<string> MakeAsync(int id) { if (id < 0) await Task.Yield(); return "made"; }
        }
        """;

    [Theory]
    [InlineData("GetAsync")]
    [InlineData("MakeAsync")]
    public void Another_assembly_of_the_user_says_what_happens_without_its_change(string method)
    {
        using var service = new WrittenService(Cache, Store);
        File.WriteAllText(Path.Combine(service.Folder, "Service.deps.json"), """{ "targets": { "net": {} }, "libraries": { "Package/1.0.0": { "type": "project" } } }""");

        Assert.Contains("ICache in Package.dll declares its return type: change that first. Otherwise the default implementation there is called instead, without an error.", service.OnTasks("Store", method).Check);
    }

    [Fact]
    public void That_of_a_package_cannot_be_changed()
    {
        using var service = new WrittenService(Cache, Store);

        var advice = service.OnTasks("Store", "GetAsync");

        Assert.Equal(AdviceWeight.Nothing, advice.Weight);
        Assert.Contains("Its return type comes from ICache, which belongs to the package Package 1.0.0 (Package.dll) and cannot be changed: the default implementation there would be called instead, without an error.", advice.Check);
    }

    [Fact]
    public void Another_implementation_that_it_binds_needs_an_explicit_one()
    {
        using var service = new WrittenService(Cache, """
            public interface IStore { Task<string> GetAsync(int id); }
            public sealed class MemoryStore : IStore { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "memory"; } }
            public sealed class CacheStore : IStore, ICache { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return "cache"; } }
            """);

        Assert.Contains(
            "CacheStore.GetAsync(int) changes with it, but ICache in Package.dll declares its return type: implement that explicitly there, with AsTask(). Otherwise the default implementation there is called instead, without an error.",
            service.OnTasks("MemoryStore", "GetAsync").Check);
    }
}
