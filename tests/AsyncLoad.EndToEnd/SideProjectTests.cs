using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Sides that are projects of the user, built where they lie.</summary>
public sealed class SideProjectTests : IDisposable
{
    private const string Bench = """
        using BenchmarkDotNet.Attributes;

        public class Buffers
        {
            [Benchmark] public int Rent() => new byte[8].Length;
            [Benchmark] public int Same() => 8;
        }
        """;

    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
          <ItemGroup><PackageReference Include="BenchmarkDotNet.Annotations" Version="0.15.8" /></ItemGroup>
        </Project>
        """;

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Equal_files_in_two_folders_are_the_same_build()
    {
        foreach (var folder in new[] { "old", "another/new" }) Write($"{folder}/bench.cs", $"#:package BenchmarkDotNet.Annotations@0.15.8\n{Bench}");
        var ended = (await CompareAsync("project=old/bench.cs", "project=another/new/bench.cs")).Expect(8);
        Assert.Contains("both sides are the same build: \"old/bench.cs\" and \"another/new/bench.cs\" give the same files", ended.Output + ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Two_projects_that_are_built_to_one_file_are_refused()
    {
        Write("Directory.Build.props", "<Project><PropertyGroup><UseArtifactsOutput>true</UseArtifactsOutput></PropertyGroup></Project>");
        foreach (var (folder, bytes) in new[] { ("old", "[8]"), ("new", "[16]") })
        {
            Write($"{folder}/Bench.csproj", Project);
            Write($"{folder}/Bench.cs", Bench.Replace("[8]", bytes, StringComparison.Ordinal));
        }

        var ended = (await CompareAsync("project=old/Bench.csproj", "project=new/Bench.csproj")).Expect(5);
        Assert.Contains("old/Bench.csproj and new/Bench.csproj are both built to ", ended.Error, StringComparison.Ordinal);
    }

    private void Write(string name, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(sandbox.At(name))!);
        sandbox.Write(name, text);
    }

    private Task<EndedProgram> CompareAsync(string baseline, string candidate) =>
        Asyncload.RunAsync(sandbox, ["compare", "Buffers", "Rent", "--baseline", baseline, "--candidate", candidate, "--output", "run", .. Profiles.Figures]);
}
