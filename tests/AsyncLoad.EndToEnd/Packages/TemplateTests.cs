using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The template as people install it from its package: what it writes builds against the packed contract, and is measured.</summary>
[Collection(typeof(PackageReaders))]
public sealed class TemplateTests : IDisposable
{
    private readonly Sandbox sandbox = new();
    private readonly string version;

    public TemplateTests(PackedPackages packages)
    {
        Dotnet.Serve(sandbox, packages.Folder);
        version = packages.Version;
    }

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_project_of_the_template_has_the_name_that_was_asked_for_builds_and_is_measured()
    {
        await Dotnet.RunAsync(sandbox, "new", "install", Path.Combine(sandbox.At("packages"), $"AsyncLoad.Templates.{version}.nupkg"));

        await Dotnet.RunAsync(sandbox, "new", "asyncload", "--name", "Orders");
        // As in many repositories.
        sandbox.Write("Directory.Packages.props", "<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup></Project>");

        Assert.Equal(
            ["Orders.csproj", "PriceLookup.cs", "profile.json", "profile.schema.json"],
            Directory.GetFiles(sandbox.At("Orders")).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
        await Dotnet.RunAsync(sandbox, "build", Path.Combine("Orders", "Orders.csproj"), "-c", "Release", "-o", "built");
        Assert.True(Directory.Exists(Path.Combine(sandbox.At("restored"), "asyncload.workloads", version)));
        Assert.True(File.Exists(Path.Combine(sandbox.At("built"), "Orders.dll")));
        (await Asyncload.RunAsync(sandbox, ["run", "Orders/profile.json", "--output", "run", .. Profiles.Figures])).Expect(0);
        Assert.All(new RunFolder(sandbox.At("run")).Results.Comparisons, comparison => Assert.Equal("price-lookup", comparison.Workload));
    }
}
