using System.Text.Json;
using System.Xml.Linq;
using AsyncLoad.Assurance;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>docs/dependencies.md, THIRD-PARTY-NOTICES.txt and the bill of materials say what the lock files say.</summary>
public class DependencyTests
{
    private static readonly IReadOnlyList<ShippedPackage> Shipped = ShippedPackages.Of(Repository.Root);

    [Fact]
    public void Every_package_is_in_the_list_with_its_version_and_no_other()
    {
        var central = XDocument.Parse(Repository.Text("Directory.Packages.props")).Descendants()
            .Where(element => element.Name.LocalName is "PackageVersion" or "GlobalPackageReference")
            .Select(package => ((string)package.Attribute("Include")!, (string)package.Attribute("Version")!));

        Assert.Equal(
            central.Union(Shipped.Select(package => (package.Name, package.Version))).Order(),
            BillOfMaterials.Licences(Repository.Root).Keys.Order());
    }

    [Fact]
    public void What_ships_is_in_the_first_table_and_what_does_not_in_the_second()
    {
        var text = Repository.Text("docs/dependencies.md");
        var second = text.IndexOf("## What does not ship", StringComparison.Ordinal);

        Assert.All(
            BillOfMaterials.Licences(Repository.Root).Keys,
            package => Assert.Equal(Shipped.Any(shipped => shipped.Name == package.Name), text.IndexOf($"| {package.Name} |", StringComparison.Ordinal) < second));
    }

    [Fact]
    public void What_ships_is_told_with_its_licence_in_the_notices()
    {
        var licences = BillOfMaterials.Licences(Repository.Root);
        var notices = Repository.Lines("THIRD-PARTY-NOTICES.txt").TakeWhile(line => !line.StartsWith("---", StringComparison.Ordinal)).ToList();

        Assert.Equal(
            Shipped.Select(package => (package.Name, licences[(package.Name, package.Version)])).Order(),
            notices.Index().Where(line => line.Item.StartsWith("    ", StringComparison.Ordinal)).Select(line => (notices[line.Index - 1], line.Item.Trim().Split(". ")[0])).Order());
    }

    [Fact]
    public void The_bill_of_materials_has_every_package_with_its_hash_and_what_needs_what()
    {
        using var bill = JsonDocument.Parse(BillOfMaterials.Of(Shipped, Repository.Root));
        var components = bill.RootElement.GetProperty("components").EnumerateArray().ToList();
        var references = components.Select(component => component.GetProperty("bom-ref").GetString()).ToList();

        Assert.Equal(Shipped.Select(package => $"pkg:nuget/{package.Name}@{package.Version}"), references);
        Assert.All(components, component => Assert.Matches("^[0-9a-f]{128}$", component.GetProperty("hashes")[0].GetProperty("content").GetString()));
        var dependencies = bill.RootElement.GetProperty("dependencies").EnumerateArray().ToList();
        Assert.Equal(references.Prepend(bill.RootElement.GetProperty("metadata").GetProperty("component").GetProperty("bom-ref").GetString()), dependencies.Select(entry => entry.GetProperty("ref").GetString()));
        // Nothing is in the list that nothing needs.
        Assert.Equal(references.Order(), dependencies.SelectMany(entry => entry.GetProperty("dependsOn").EnumerateArray()).Select(need => need.GetString()).Distinct().Order());
    }

    [Fact]
    public void The_same_lock_files_give_the_same_bill() =>
        Assert.Equal(BillOfMaterials.Of(Shipped, Repository.Root), BillOfMaterials.Of([.. ShippedPackages.Of(Repository.Root)], Repository.Root));

    [Fact]
    public void Every_project_that_ships_locks_its_packages() => Assert.Equal(
        Repository.Files("packages.lock.json", "src").Select(path => path.Split('/')[1]),
        Repository.Files("*.csproj", "src").Select(path => path.Split('/')[1]).Where(project => project != "NBomber"));
}
