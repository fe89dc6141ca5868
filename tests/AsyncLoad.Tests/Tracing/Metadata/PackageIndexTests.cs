using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class PackageIndexTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory();

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void Packages_are_told_from_projects()
    {
        Write("App", """ "Shop/1.0.0": { "runtime": { "Shop.dll": {} } }, "MediatR/5.1.0": { "runtime": { "lib/netstandard2.0/MediatR.dll": { "fileVersion": "5" } } }""");

        var index = new PackageIndex([folder.FullName]);

        Assert.Equal([null, "MediatR 5.1.0", "MediatR 5.1.0", null], new[] { "Shop.dll", "MediatR.dll", "mediatr.dll", "Other.dll" }.Select(name => index.Of(name)?.Name));
    }

    [Fact]
    public void Assemblies_for_one_platform_count_too()
    {
        Write("App", """ "Native/2.0.0": { "runtimeTargets": { "runtimes/unix/lib/net8.0/Native.dll": { "rid": "unix" } } }""");

        Assert.Equal("Native 2.0.0", new PackageIndex([folder.FullName]).Of("Native.dll")?.Name);
    }

    [Fact]
    public void What_is_referenced_as_a_file_is_told_from_packages()
    {
        Write("App", """ "Vendor/3.1.0.0": { "runtime": { "Vendor.dll": {} } }, "MediatR/5.1.0": { "runtime": { "lib/netstandard2.0/MediatR.dll": {} } }""");

        var index = new PackageIndex([folder.FullName]);

        Assert.Equal(["the library Vendor 3.1.0.0", "the package MediatR 5.1.0"], new[] { "Vendor.dll", "MediatR.dll" }.Select(name => index.Of(name)?.Told));
    }

    [Fact]
    public void What_is_a_project_for_one_program_is_the_users()
    {
        Write("App", """ "Lib/1.0.0": { "runtime": { "Lib.dll": {} } }""", type: "project");
        Write("Tests", """ "Lib/1.0.0": { "runtime": { "Lib.dll": {} } }""");

        Assert.Null(new PackageIndex([folder.FullName]).Of("Lib.dll"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{ "targets": 1, "libraries": {} }""")]
    [InlineData("""{ "targets": { "net": { "A/1": { "runtime": { "A.dll": {} } } } }, "libraries": { "A/1": { "type": 1 } } }""")]
    [InlineData("""{ "targets": { "net": { "A/1": { "runtime": { "A.dll": {} } } } }, "libraries": {} }""")]
    public void What_makes_no_sense_tells_nothing(string content)
    {
        File.WriteAllText(Path.Combine(folder.FullName, "App.deps.json"), content);

        Assert.Null(new PackageIndex([folder.FullName, Path.Combine(folder.FullName, "none")]).Of("A.dll"));
    }

    // Shop is a project in any case.
    private void Write(string name, string libraries, string type = "package") => File.WriteAllText(
        Path.Combine(folder.FullName, name + ".deps.json"),
        $$"""
        { "targets": { ".NETCoreApp,Version=v10.0": { {{libraries}} } },
          "libraries": { "Shop/1.0.0": { "type": "project" }, "Vendor/3.1.0.0": { "type": "reference" }, "MediatR/5.1.0": { "type": "{{type}}" }, "Native/2.0.0": { "type": "{{type}}" }, "Lib/1.0.0": { "type": "{{type}}" } } }
        """);
}
