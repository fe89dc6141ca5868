using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Libraries that a project references as files (HintPath): of others, unless their PDBs name sources of the user.</summary>
public sealed class FileReferenceTests
{
    private const string Cache = """
        public interface ICache { Task<string> GetAsync(int id); }
        public static class Keys { public static async Task<string> MakeAsync(int id) { if (id < 0) await Task.Yield(); return "key"; } }
        """;

    private const string Store = """
        public sealed class Store : ICache { public async Task<string> GetAsync(int id) { if (id < 0) await Task.Yield(); return await Keys.MakeAsync(id); } }
        """;

    private const string References = """
        { "targets": { "net": { "Service/1.0.0": { "runtime": { "Service.dll": {} } }, "Package/3.1.0.0": { "runtime": { "Package.dll": {} } } } },
          "libraries": { "Service/1.0.0": { "type": "project" }, "Package/3.1.0.0": { "type": "reference" } } }
        """;

    [Theory]
    [InlineData("")]
    public void A_library_without_sources_of_the_user_is_not_the_users(string line)
    {
        using var service = Service(line);
        if (line.Length == 0) File.Delete(Path.Combine(service.Folder, "Package.pdb"));

        var bound = service.OnTasks("Store", "GetAsync");
        var foreign = Assert.Single(Sites.Advise(service.Site("Store", "GetAsync", "System.Object", 1), Made(service)).Methods);

        Assert.Equal(AdviceWeight.Nothing, bound.Weight);
        Assert.Equal("Its return type comes from ICache, which belongs to the library Package 3.1.0.0 (Package.dll) and cannot be changed (CS0738).", Assert.Single(bound.Check));
        Assert.Equal((AdviceWeight.Package, "Package 3.1.0.0", null), (foreign.Weight, foreign.Package, foreign.Removable));
        Assert.Equal("This is code of the library Package 3.1.0.0. Report it there, or call it less often.", foreign.Remedy);
    }

    [Fact]
    public void A_library_of_the_users_sources_is_the_users()
    {
        using var service = Service("");

        Assert.Contains(service.OnTasks("Store", "GetAsync").Check, check => check.StartsWith("ICache in Package.dll declares its return type: change that first", StringComparison.Ordinal));
        var own = Assert.Single(Sites.Advise(service.Site("Store", "GetAsync", "System.Object", 1), Made(service)).Methods);
        Assert.Equal((AdviceWeight.Recommended, null), (own.Weight, own.Package));
    }

    private static WrittenService Service(string line)
    {
        var service = new WrittenService(line + Cache, Store);
        File.WriteAllText(Path.Combine(service.Folder, "Service.deps.json"), References);
        return service;
    }

    private static AllocationSite Made(WrittenService service)
    {
        var site = service.Site("Keys", "MakeAsync", Sites.TaskOf("System.String"), 20);
        return site with { Frames = [site.Frames[0] with { Module = Path.Combine(service.Folder, "Package.dll") }, .. site.Frames.Skip(1)] };
    }
}
