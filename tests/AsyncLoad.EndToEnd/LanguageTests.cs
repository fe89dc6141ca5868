using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Benchmark classes in other languages than C#: each compiler has its own tasks.</summary>
public sealed class LanguageTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_project_in_Visual_Basic_is_measured()
    {
        Directory.CreateDirectory(sandbox.At("own"));
        sandbox.Write("own/Own.vbproj", """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        sandbox.Write("own/Own.vb", """
            Imports System.Threading.Tasks
            Imports BenchmarkDotNet.Attributes

            Namespace Global.BenchmarkDotNet.Attributes
                Public Class BenchmarkAttribute
                    Inherits System.Attribute
                    Public Property Baseline As Boolean
                End Class
            End Namespace

            Namespace Global.Shop
                Public Class Mine
                    <Benchmark(Baseline:=True)>
                    Public Async Function ByTask() As Task(Of Integer)
                        Await Task.Yield()
                        Return 42
                    End Function

                    <Benchmark>
                    Public Function ByResult() As Task(Of Integer)
                        Return Task.FromResult(42)
                    End Function

                    <Benchmark>
                    Public Async Sub Forgotten()
                        Await Task.Yield()
                    End Sub
                End Class
            End Namespace
            """);

        var ended = (await Asyncload.RunAsync(sandbox, ["compare", "Mine", "--project", sandbox.At("own/Own.vbproj"), "--output", "run", .. Profiles.Figures])).Expect(0);

        Assert.Contains("Mine.Forgotten cannot be measured: it is async void", ended.Error, StringComparison.Ordinal);
        var comparison = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons);
        Assert.Equal(("by-task", "by-result"), (comparison.Baseline, comparison.Candidate));
        Assert.Equal(72, comparison.Metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
        Assert.True(comparison.Metrics.Baseline!.BytesPerOperation > 72);
    }

    [Fact]
    public async Task A_project_in_FSharp_is_measured()
    {
        Directory.CreateDirectory(sandbox.At("own"));
        sandbox.Write("own/Own.fsproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><Compile Include="Own.fs" /></ItemGroup>
            </Project>
            """);
        sandbox.Write("own/Own.fs", """
            namespace BenchmarkDotNet.Attributes

            type BenchmarkAttribute() =
                inherit System.Attribute()
                member val Baseline = false with get, set

            [<System.AttributeUsage(System.AttributeTargets.Method, AllowMultiple = true)>]
            type ArgumentsAttribute([<System.ParamArray>] values: obj[]) =
                inherit System.Attribute()
                member _.Values = values

            namespace Shop

            open System.Threading.Tasks
            open BenchmarkDotNet.Attributes

            [<Struct>]
            type Point = { X: int; Y: int }

            type Mine() =
                [<Benchmark(Baseline = true)>]
                member _.ByTask() : Task<Point> = task {
                    do! Task.Yield()
                    return { X = 1; Y = 2 }
                }

                [<Benchmark>]
                member _.ByResult() : Task<Point> = Task.FromResult { X = 1; Y = 2 }

                [<Benchmark>]
                member _.Cold() : Async<int> = async { return 1 }

                [<Benchmark(Baseline = true); Arguments(1, 2)>]
                member _.Curried (x: int) (y: int) = x + y

                [<Benchmark; Arguments(1, 2)>]
                member _.Tupled(x: int, y: int) = x + y
            """);

        var ended = (await Asyncload.RunAsync(sandbox, ["compare", "Mine", "--project", sandbox.At("own/Own.fsproj"), "--output", "run", .. Profiles.Figures])).Expect(0);

        Assert.Contains("Mine.Cold cannot be measured: it returns FSharpAsync<int>, which nothing would enumerate or await", ended.Error, StringComparison.Ordinal);
        var comparisons = new RunFolder(sandbox.At("run")).Results.Comparisons;
        Assert.Equal([("by-task", "by-result"), ("curried", "tupled")], comparisons.Select(comparison => (comparison.Baseline, comparison.Candidate)));
        Assert.True(comparisons[0].Metrics.Baseline!.BytesPerOperation > 72);
        Assert.All(comparisons[1].Metrics.Each(), side => Assert.Equal(0, side!.BytesPerOperation!.Value, tolerance: 0.05));
    }
}
