using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>A program of somebody who references the package <c>AsyncLoad.Testing</c> and nothing else of ours.</summary>
[Collection(typeof(PackageReaders))]
public sealed class TestingPackageTests : IDisposable
{
    // The attribute is known by its name; BenchmarkDotNet itself would bring twenty packages.
    private const string Source = """
        using AsyncLoad.Testing;
        using BenchmarkDotNet.Attributes;

        var orders = Measurement.Of<Orders>();
        var price = await orders.BytesAsync(nameof(Orders.PriceValueTask));
        price.AtMost(0);
        Console.WriteLine(price.BytesPerOperation < 1 && File.Exists(Path.Combine(price.RunFolder, "report.html")));
        await Show(async () => (await orders.BytesAsync(nameof(Orders.PriceTask))).AtMost(0));
        await Show(() => orders.BytesAsync("PirceTask"));

        static async Task Show(Func<Task> expect)
        {
            try
            {
                await expect();
            }
            catch (Exception failure)
            {
                Console.WriteLine($"{failure.GetType().Name}: {failure.Message}");
            }
        }

        public class Orders
        {
            private readonly decimal price = 9.75m;

            [Benchmark]
            public async Task<decimal> PriceTask() => await Task.FromResult(price);

            [Benchmark]
            public ValueTask<decimal> PriceValueTask() => new(price);
        }

        namespace BenchmarkDotNet.Attributes
        {
            public sealed class BenchmarkAttribute : Attribute;
        }
        """;

    private readonly Sandbox sandbox = new();
    private readonly string version;

    public TestingPackageTests(PackedPackages packages)
    {
        Dotnet.Serve(sandbox, packages.Folder);
        version = packages.Version;
    }

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_built_program_carries_the_tool_and_tells_what_was_measured()
    {
        await BuildAsync();
        // As on the machine that runs the tests, and not the one that built them.
        var moved = sandbox.Copy(sandbox.At("built"), "moved");
        Directory.Delete(sandbox.At("built"), recursive: true);
        Directory.Delete(sandbox.At("restored"), recursive: true);

        using var program = Dotnet.Start(sandbox, Repository.Muxer, Path.Combine(moved, "Consumer.dll"));
        var said = (await program.EndAsync()).Expect(0).Output.ReplaceLineEndings("\n");

        Assert.Matches(
            $"""
            ^True
            ExpectationException: Orders\.PriceTask allocates \d+ B per operation, but at most 0 B are allowed; run folder .*asyncload-runs.*
            MeasurementException: Orders\.PirceTask was not measured: .*unknown variant of "orders": "PirceTask"; did you mean .*
            """.ReplaceLineEndings("\n"),
            said);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    private async Task BuildAsync()
    {
        sandbox.Write("Consumer.csproj", $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <ImplicitUsings>enable</ImplicitUsings>
                <Nullable>enable</Nullable>
                <EnableDefaultCompileItems>false</EnableDefaultCompileItems>
              </PropertyGroup>
              <ItemGroup>
                <Compile Include="Consumer.cs" />
                <PackageReference Include="AsyncLoad.Testing" Version="{version}" />
              </ItemGroup>
            </Project>
            """);
        sandbox.Write("Consumer.cs", Source);
        await Dotnet.RunAsync(sandbox, "build", "Consumer.csproj", "-c", "Release", "-o", "built");
    }
}
