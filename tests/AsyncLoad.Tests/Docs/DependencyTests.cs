using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>docs/evidence/dependencies.md, THIRD-PARTY-NOTICES.txt and the bill of materials say what the lock files say.</summary>
public partial class DependencyTests
{
    private static readonly XDocument Central = XDocument.Parse(Repository.Text("Directory.Packages.props"));

    private static readonly HashSet<(string Name, string Version)> Shipped =
    [
        .. from path in Repository.Files("packages.lock.json", "src")
           from framework in JsonNode.Parse(Repository.Text(path))!["dependencies"]!.AsObject()
           from package in framework.Value!.AsObject()
           where (string)package.Value!["type"]! != "Project"
           // What every project names is an analyzer, which is not in what is built.
           where !Central.Descendants("GlobalPackageReference").Any(analyzer => (string)analyzer.Attribute("Include")! == package.Key)
           select (package.Key, (string)package.Value!["resolved"]!),
    ];

    // Package and licence in each row of the list, by package and version.
    private static readonly Dictionary<(string Name, string Version), string> Licences = DependencyRow().Matches(Repository.Text("docs/evidence/dependencies.md"))
        .ToDictionary(row => (row.Groups["name"].Value, row.Groups["version"].Value), row => row.Groups["licence"].Value);

    [Fact]
    public void Every_package_is_in_the_list_with_its_version_and_no_other()
    {
        var central = Central.Descendants()
            .Where(element => element.Name.LocalName is "PackageVersion" or "GlobalPackageReference")
            .Select(package => ((string)package.Attribute("Include")!, (string)package.Attribute("Version")!));

        Assert.Equal(central.Union(Shipped).Order(), Licences.Keys.Order());
    }

    [Fact]
    public void What_ships_is_in_the_first_table_and_what_does_not_in_the_second()
    {
        var text = Repository.Text("docs/evidence/dependencies.md");
        var second = text.IndexOf("## What does not ship", StringComparison.Ordinal);

        Assert.All(Licences.Keys, package => Assert.Equal(Shipped.Contains(package), text.IndexOf($"| {package.Name} |", StringComparison.Ordinal) < second));
    }

    [Fact]
    public void What_ships_is_told_with_its_licence_in_the_notices()
    {
        var notices = Repository.Lines("THIRD-PARTY-NOTICES.txt").TakeWhile(line => !line.StartsWith("---", StringComparison.Ordinal)).ToList();

        Assert.Equal(
            Shipped.Select(package => (package.Name, Licences[package])).Order(),
            notices.Index().Where(line => line.Item.StartsWith("    ", StringComparison.Ordinal)).Select(line => (notices[line.Index - 1], line.Item.Trim().Split(". ")[0])).Order());
    }

    [Fact]
    public async Task The_bill_of_materials_has_every_package_with_its_licence_its_hash_and_what_needs_what()
    {
        var text = await BillAsync();
        var bill = JsonNode.Parse(text)!;
        var components = bill["components"]!.AsArray();
        var product = (string)bill["metadata"]!["component"]!["bom-ref"]!;
        var dependencies = bill["dependencies"]!.AsArray();

        // The action that attests it takes no other.
        Assert.Matches("^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$", (string?)bill["serialNumber"]);
        Assert.Equal(Shipped.Select(package => (package, Licences[package])).Order(), components.Select(Identity).Order());
        Assert.All(components, component => Assert.Matches("^[0-9A-F]{128}$", (string)component!["hashes"]![0]!["content"]!));
        var references = components.Select(component => (string)component!["bom-ref"]!).Order().ToList();
        Assert.Equal(references.Append(product).Order(), dependencies.Select(entry => (string)entry!["ref"]!).Order());
        // Nothing is in the list that nothing needs.
        Assert.Equal(references, dependencies.SelectMany(entry => entry!["dependsOn"]?.AsArray() ?? []).Select(need => (string)need!).Distinct().Order());
        // The same lock files give the same bytes.
        Assert.Equal(text, await BillAsync());
    }

    [Fact]
    public void Every_project_that_ships_locks_its_packages() => Assert.Equal(
        Repository.Files("packages.lock.json", "src").Select(path => path.Split('/')[1]),
        Repository.Files("*.csproj", "src").Select(path => path.Split('/')[1]).Where(project => project != "NBomber"));

    private static ((string Name, string Version) Package, string Licence) Identity(JsonNode? component) =>
        (((string)component!["name"]!, (string)component["version"]!), (string)component["licenses"]![0]!["license"]!["id"]!);

    private static async Task<string> BillAsync()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        var bill = Path.GetTempFileName();
        try
        {
            var ended = await ToolProcess.RunAsync("/bin/bash", ["-c", ".ci/sbom > \"$1\"", "sbom", bill], Repository.Root, Duration.FromSeconds(300), TestContext.Current.CancellationToken);
            Assert.True(ended.ExitCode == 0, ended.Output);
            return await File.ReadAllTextAsync(bill, TestContext.Current.CancellationToken);
        }
        finally
        {
            File.Delete(bill);
        }
    }

    // "| Serilog | 4.4.0 | Apache-2.0 | … |"
    [GeneratedRegex(@"^\| (?<name>[A-Za-z0-9._]+) \| (?<version>\d[0-9A-Za-z.\-]*) \| (?<licence>[A-Za-z0-9.\-+]+) \|", RegexOptions.Multiline)]
    private static partial Regex DependencyRow();
}
