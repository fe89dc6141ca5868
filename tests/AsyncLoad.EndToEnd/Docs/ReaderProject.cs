namespace AsyncLoad.EndToEnd;

/// <summary>A project with the class that pages call theirs, as a reader has it.</summary>
internal static class ReaderProject
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>
        """;

    // The attribute is known by its name, so that no package is needed.
    private const string Code = """
        using System.Threading.Tasks;
        using BenchmarkDotNet.Attributes;

        public class MyBenchmarks
        {
            [Benchmark] public Task<decimal> OldWay() => Task.FromResult(1m);
            [Benchmark] public ValueTask<decimal> NewWay() => new(1m);
        }

        namespace BenchmarkDotNet.Attributes
        {
            public sealed class BenchmarkAttribute : System.Attribute;
        }
        """;

    /// <summary>Writes it, and has the program build it, as one page tells.</summary>
    public static async Task BuildAsync(Sandbox sandbox)
    {
        sandbox.Write("MyBenchmarks.csproj", Project);
        sandbox.Write("MyBenchmarks.cs", Code);
        (await Asyncload.RunAsync(sandbox, "list", "workloads", "--project", "MyBenchmarks.csproj")).Expect(0);
    }
}
