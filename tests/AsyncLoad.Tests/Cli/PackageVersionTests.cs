using AsyncLoad.Harness.Cli.Building;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class PackageVersionTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-packages-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("Dapper=2.1.35", "Dapper", "2.1.35")]
    [InlineData("A.B-C_d=1", "A.B-C_d", "1")]
    [InlineData("Dapper=3.0.0-rc.1", "Dapper", "3.0.0-rc.1")]
    public void A_package_has_an_exact_version(string text, string name, string version) => Assert.Equal(new PackageVersion(name, version), PackageVersion.Read(text));

    [Theory]
    [InlineData("Dapper")]
    [InlineData("Dapper=")]
    [InlineData("=2.1")]
    [InlineData("Dapper=2.*")]
    [InlineData("Dapper=[2.1,3.0)")]
    [InlineData("Dapper=latest")]
    [InlineData("Dap/per=2.1")]
    [InlineData("Dapper=2.1.35\n")]
    public void Anything_else_is_none(string text) => Assert.Null(PackageVersion.Read(text));

    [Theory]
    [InlineData(""" "Dapper/2.1.35": {}, "Npgsql/8.0.0": {} """, "it does not use the package Polly")]
    [InlineData(""" "Dapper/2.1.35": {}, "polly/8.0.0": {} """, null)]
    public void What_was_restored_says_whether_it_is_used(string libraries, string? told)
    {
        var polly = new PackageVersion("Polly", "8.0.0");
        Assert.Null(polly.Unused(folder));
        Directory.CreateDirectory(Path.Combine(folder, "bench", "obj"));
        File.WriteAllText(Path.Combine(folder, "bench", "obj", "project.assets.json"), $$"""{ "libraries": { {{libraries}} } }""");
        Assert.Equal(told, polly.Unused(folder));
    }

    [Fact]
    public void What_was_built_says_which_version_it_has()
    {
        var assembly = Path.Combine(folder, "Bench.dll");
        Assert.Contains("has no Bench.deps.json", new PackageVersion("Dapper", "2.1.35").Missing(assembly, folder), StringComparison.Ordinal);

        File.WriteAllText(Path.Combine(folder, "Bench.deps.json"), """{ "libraries": { "Bench/1.0.0": {}, "Dapper/2.1.35": {} } }""");
        Assert.Null(new PackageVersion("dapper", "2.1.35").Missing(assembly, folder));
        Assert.Contains("it uses Dapper 2.1.35 and not 2.1.66", new PackageVersion("Dapper", "2.1.66").Missing(assembly, folder), StringComparison.Ordinal);
        Assert.Contains("does not use the package Polly", new PackageVersion("Polly", "8.0.0").Missing(assembly, folder), StringComparison.Ordinal);
    }

    [Fact]
    public void A_package_that_is_used_while_compiling_alone_is_in_the_list_of_what_was_restored()
    {
        File.WriteAllText(Path.Combine(folder, "Bench.deps.json"), """{ "libraries": { "Bench/1.0.0": {} } }""");
        File.WriteAllText(Path.Combine(Directory.CreateDirectory(Path.Combine(folder, "bench/obj")).FullName, "project.assets.json"), """{ "libraries": { "A.Generator/1.2.0": {} } }""");
        var assembly = Path.Combine(folder, "Bench.dll");
        Assert.Null(new PackageVersion("A.Generator", "1.2.0").Missing(assembly, folder));
        Assert.Contains("it uses A.Generator 1.2.0 and not 1.3.0", new PackageVersion("A.Generator", "1.3.0").Missing(assembly, folder), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("2.1", "2.1.0")]
    [InlineData("2", "2.0.0")]
    [InlineData("2.1.35.0", "2.1.35")]
    [InlineData("2.01.35", "2.1.35")]
    [InlineData("2.1-RC.1", "2.1.0-rc.1")]
    public void A_version_may_be_written_in_another_way_than_packages_write_theirs(string asked, string built)
    {
        File.WriteAllText(Path.Combine(folder, "Bench.deps.json"), $$"""{ "libraries": { "Dapper/{{built}}": {} } }""");
        Assert.Null(new PackageVersion("Dapper", asked).Missing(Path.Combine(folder, "Bench.dll"), folder));
        Assert.NotNull(new PackageVersion("Dapper", asked + "1").Missing(Path.Combine(folder, "Bench.dll"), folder));
    }

    [Fact]
    public void Versions_are_handed_to_the_build_in_a_file()
    {
        Assert.Empty(PackageVersion.Properties([], folder));
        var properties = PackageVersion.Properties([new PackageVersion("Dapper", "2.1.35")], folder);
        Assert.Contains(properties, property => property == $"CustomAfterMicrosoftCommonTargets={folder}/asyncload-packages.targets");
        Assert.Contains(properties, property => property == $"CustomAfterDirectoryBuildTargets={folder}/asyncload-packages.last.targets");
        Assert.Contains("<PackageVersion Update=\"Dapper\" Version=\"[2.1.35]\" />", File.ReadAllText(Path.Combine(folder, "asyncload-packages.targets")), StringComparison.Ordinal);
    }
}
