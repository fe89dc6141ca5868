using System.Reflection.PortableExecutable;
using System.Text.Json.Nodes;
using System.Xml.Linq;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>What lies in the packages.</summary>
[Collection(typeof(PackageReaders))]
public class PackageContentTests(PackedPackages packages)
{
    // A template has no assembly.
    private const string Template = "AsyncLoad.Templates";

    private static readonly string[] Ids = ["AsyncLoad.Testing", "AsyncLoad.Tool", "AsyncLoad.Workloads"];

    [Fact]
    public void Packages_with_assemblies_come_with_their_symbols() =>
        Assert.Equal(
            Ids.SelectMany(id => new[] { $"{id}.{packages.Version}.nupkg", $"{id}.{packages.Version}.snupkg" }).Append($"{Template}.{packages.Version}.nupkg").Order(StringComparer.Ordinal),
            Directory.GetFiles(packages.Folder).Select(path => Path.GetFileName(path)).Order(StringComparer.Ordinal));

    [Fact]
    public void Each_says_what_it_is_under_which_licence_and_needs_no_other_package() =>
        Assert.All(Ids.Append(Template).Select(packages.Metadata), metadata =>
        {
            Assert.Equal("MIT", Text(metadata, "license"));
            Assert.Equal("PACKAGE.md", Text(metadata, "readme"));
            Assert.Contains(Text(metadata, "readme"), packages.Files($"{Text(metadata, "id")}.{packages.Version}.nupkg"));
            Assert.InRange(Text(metadata, "description").Length, 40, 400);
            Assert.Equal("icon.png", Text(metadata, "icon"));
            Assert.Contains(Text(metadata, "icon"), packages.Files($"{Text(metadata, "id")}.{packages.Version}.nupkg"));
            Assert.Contains($"version {packages.Version}", Text(metadata, "releaseNotes"), StringComparison.Ordinal);
            Assert.DoesNotContain(metadata.Descendants(), element => element.Name.LocalName == "dependency");
        });

    [Fact]
    public void The_tool_holds_the_measured_process_and_the_profiles()
    {
        var files = Under("AsyncLoad.Tool", "tools/net10.0/any/");

        Assert.Superset(
            new HashSet<string>
            {
                "DotnetToolSettings.xml", "asyncload.dll", "asyncload.deps.json", "asyncload.runtimeconfig.json",
            },
            files);
        // Each build of the measured process: the plain one, the one for all runtimes, and the one with runtime async.
        Assert.All(["host", "host-net8.0", "host-runtime-async"], folder => Assert.Superset(
            new HashSet<string>
            {
                $"{folder}/AsyncLoad.Host.dll", $"{folder}/AsyncLoad.Host.deps.json", $"{folder}/AsyncLoad.Host.runtimeconfig.json", $"{folder}/AsyncLoad.Workloads.dll", $"{folder}/AsyncLoad.Model.dll",
            },
            files));
        var profiles = Directory.GetFiles(Path.Combine(Repository.Root, "profiles")).Select(path => "profiles/" + Path.GetFileName(path));
        Assert.Superset(profiles.ToHashSet(), files);
        // No programs of one system alone, no documentation.
        Assert.All(files.Except(["DotnetToolSettings.xml"]), file => Assert.Contains(Path.GetExtension(file), (IEnumerable<string>)[".dll", ".json", ".pdb"]));
        Assert.DoesNotContain(files, file => file.StartsWith("host-nbomber", StringComparison.Ordinal));
    }

    [Fact]
    public void The_tool_runs_on_a_newer_runtime_where_its_own_is_missing()
    {
        var config = JsonNode.Parse(packages.Text($"AsyncLoad.Tool.{packages.Version}.nupkg", "tools/net10.0/any/asyncload.runtimeconfig.json"))!;

        Assert.Equal("Major", (string)config["runtimeOptions"]!["rollForward"]!);
    }

    [Fact]
    public void Libraries_of_others_are_named_with_their_licences() =>
        Assert.All(["AsyncLoad.Testing", "AsyncLoad.Tool"], id =>
        {
            var file = $"{id}.{packages.Version}.nupkg";
            var notices = packages.Text(file, "THIRD-PARTY-NOTICES.txt");
            var others = packages.Files(file).Where(path => path.EndsWith(".dll", StringComparison.Ordinal) && !IsOurs(path));

            Assert.NotEmpty(others);
            Assert.All(others, path => Assert.Contains(Path.GetFileNameWithoutExtension(path), notices, StringComparison.Ordinal));
        });

    [Fact]
    public void What_tests_reference_carries_the_same_program()
    {
        var carried = Under("AsyncLoad.Testing", "tools/asyncload/");

        var installed = Under("AsyncLoad.Tool", "tools/net10.0/any/").Where(file => Path.GetExtension(file) is not (".pdb" or ".xml"));
        Assert.Equal(installed.Order(StringComparer.Ordinal), carried.Order(StringComparer.Ordinal));
        Assert.Equal(
            ["AsyncLoad.Model.dll", "AsyncLoad.Testing.dll", "AsyncLoad.Testing.xml"], Under("AsyncLoad.Testing", "lib/net10.0/").Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Assemblies_depend_on_nothing_but_their_sources() =>
        Assert.All(Ids.Select(id => $"{id}.{packages.Version}.nupkg"), file =>
            Assert.All(packages.Files(file).Where(IsOurs), path =>
            {
                using var assembly = new PEReader(packages.Bytes(file, path));

                // By this the compiler says that it left out the time and made up no number.
                Assert.Contains(assembly.ReadDebugDirectory(), entry => entry.Type == DebugDirectoryEntryType.Reproducible);
            }));

    [Fact]
    public void Every_assembly_of_ours_has_its_symbols() =>
        Assert.All(Ids, id =>
        {
            var assemblies = packages.Files($"{id}.{packages.Version}.nupkg").Where(IsOurs).Where(path => !path.StartsWith("tools/asyncload/", StringComparison.Ordinal));
            var symbols = packages.Files($"{id}.{packages.Version}.snupkg");

            Assert.NotEmpty(symbols);
            Assert.Equal(assemblies.Select(path => Path.ChangeExtension(path, ".pdb")).Order(StringComparer.Ordinal), symbols);
        });

    private static bool IsOurs(string path) =>
        path.EndsWith(".dll", StringComparison.Ordinal) && Path.GetFileName(path).StartsWith("asyncload", StringComparison.OrdinalIgnoreCase);

    private HashSet<string> Under(string id, string folder) =>
    [
        .. packages.Files($"{id}.{packages.Version}.nupkg").Where(path => path.StartsWith(folder, StringComparison.Ordinal)).Select(path => path[folder.Length..]),
    ];

    private static string Text(XElement metadata, string name) => metadata.Elements().Single(element => element.Name.LocalName == name).Value;
}
