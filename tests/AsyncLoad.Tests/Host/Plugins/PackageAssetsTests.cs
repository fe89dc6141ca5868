using System.Runtime.InteropServices;
using AsyncLoad.Host.Plugins;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>Files of packages that lie in the folder of NuGet.</summary>
public sealed class PackageAssetsTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-packages-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Those_for_this_machine_go_before_those_for_all()
    {
        var assets = Named($$$"""
            {
              "runtimeTarget": { "name": ".NETCoreApp,Version=v10.0" },
              "targets": { ".NETCoreApp,Version=v10.0": {
                "Plugin/1.0.0": { "runtime": { "Plugin.dll": {} } },
                "Made.Up/1.2.3": {
                  "runtime": { "lib/net8.0/Made.Up.dll": {}, "lib/net8.0/Made.Up.Plain.dll": {} },
                  "runtimeTargets": {
                    "runtimes/{{{RuntimeInformation.RuntimeIdentifier}}}/lib/net8.0/Made.Up.dll": { "rid": "{{{RuntimeInformation.RuntimeIdentifier}}}", "assetType": "runtime" },
                    "runtimes/other/lib/net8.0/Made.Up.Plain.dll": { "rid": "other", "assetType": "runtime" },
                    "runtimes/{{{RuntimeInformation.RuntimeIdentifier}}}/native/libmadeup.so": { "rid": "{{{RuntimeInformation.RuntimeIdentifier}}}", "assetType": "native" }
                  }
                }
              } },
              "libraries": { "Plugin/1.0.0": { "type": "project" }, "Made.Up/1.2.3": { "type": "package", "path": "made.up/1.2.3" } }
            }
            """);
        var special = $"made.up/1.2.3/runtimes/{RuntimeInformation.RuntimeIdentifier}";
        string[] files = [$"{special}/lib/net8.0/Made.Up.dll", "made.up/1.2.3/lib/net8.0/Made.Up.dll", "made.up/1.2.3/lib/net8.0/Made.Up.Plain.dll", $"{special}/native/libmadeup.so"];
        foreach (var file in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(folder, file))!);
            File.WriteAllText(Path.Combine(folder, file), "");
        }

        Assert.Equal(Path.Combine(folder, files[0]), assets.Assembly("Made.Up"));
        Assert.Equal(Path.Combine(folder, files[2]), assets.Assembly("Made.Up.Plain"));
        Assert.Equal(Path.Combine(folder, files[3]), assets.Library("libmadeup.so"));
        Assert.Null(assets.Assembly("Plugin"));
        Assert.Null(assets.Assembly("Absent"));
    }

    [Fact]
    public void The_folder_is_the_account_s_and_never_one_below_the_current_folder()
    {
        var packages = Path.Combine(folder, ".nuget", "packages");
        Assert.Equal(packages, PackageAssets.FolderOf(null, folder));
        Assert.Equal(packages, PackageAssets.FolderOf("", folder));
        Assert.Equal(folder, PackageAssets.FolderOf(folder, ""));
        Assert.Null(PackageAssets.FolderOf(null, ""));
        Assert.Null(PackageAssets.FolderOf("packages", folder));
        Assert.Null(PackageAssets.Of(null, Path.Combine(folder, "Plugin.dll")).Assembly("p"));
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{ "runtimeTarget": { "name": "a" }, "targets": {}, "libraries": {} }""")]
    [InlineData("""{ "runtimeTarget": { "name": null }, "targets": {}, "libraries": {} }""")]
    [InlineData("""{ "runtimeTarget": { "name": "a" }, "targets": { "a": { "p/1": { "runtime": 3 } } }, "libraries": { "p/1": { "path": null } } }""")]
    public void A_file_that_names_nothing_names_nothing(string content) => Assert.Null(Named(content).Assembly("p"));

    private PackageAssets Named(string content)
    {
        File.WriteAllText(Path.Combine(folder, "Plugin.deps.json"), content);
        return PackageAssets.Of(folder, Path.Combine(folder, "Plugin.dll"));
    }
}
