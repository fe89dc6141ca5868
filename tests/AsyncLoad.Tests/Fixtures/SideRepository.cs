using AsyncLoad.Harness.Cli.Building;

namespace AsyncLoad.Tests.Fixtures;

/// <summary>A repository with the project <c>bench/Bench.csproj</c> to write, and a cache for builds of its commits. Both go with it.</summary>
internal sealed class SideRepository : IDisposable
{
    private readonly TemporaryRepository temporary = new("my shop");

    public SideRepository() => Files.Write("bench/Bench.cs", "public class Bench { public int Price() => 1; }");

    public TestRepository Files => temporary.Files;

    /// <summary>The folder of the cache.</summary>
    public string Builds { get; } = Directory.CreateTempSubdirectory("asyncload-builds-").FullName;

    /// <summary>The text of a project.</summary>
    public static string Project(string properties, string items) =>
        $"<Project Sdk=\"Microsoft.NET.Sdk\"><PropertyGroup><TargetFramework>net10.0</TargetFramework>{properties}</PropertyGroup>{items}</Project>";

    /// <summary>The side that is the project at a commit.</summary>
    public SideBuild At(string commit) => new(new SideSource(Files.At("bench/Bench.csproj"), commit, []), BuildCache.In(Builds));

    public void Dispose()
    {
        temporary.Dispose();
        Directory.Delete(Builds, recursive: true);
    }
}
