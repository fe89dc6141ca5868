using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>A package in another version than a project asks for.</summary>
/// <param name="Name">Id of the package.</param>
/// <param name="Version">The exact version.</param>
internal sealed partial record PackageVersion(string Name, string Version)
{
    private const string Central = "'$(ManagePackageVersionsCentrally)'";

    /// <summary>Equal for equal packages: NuGet takes any letter case, and 2.1 for 2.1.0.</summary>
    public string Key => $"{Name} {Normal(Version)}".ToLowerInvariant();

    /// <summary>Reads <c>Dapper=2.1.35</c>.</summary>
    /// <returns>Null when it is not a package with an exact version.</returns>
    public static PackageVersion? Read(string text) =>
        Form().Match(text) is { Success: true } match ? new PackageVersion(match.Groups[1].Value, match.Groups[2].Value) : null;

    /// <summary>Properties that make every project of a build use these versions. The files that they name are written into a folder.</summary>
    public static IReadOnlyList<string> Properties(IReadOnlyList<PackageVersion> packages, string folder)
    {
        if (packages.Count == 0) return [];
        var (targets, last) = (Path.Combine(folder, "asyncload-packages.targets"), Path.Combine(folder, "asyncload-packages.last.targets"));
        foreach (var file in new[] { targets, last }) Targets(packages).Save(file);
        return
        [
            $"CustomAfterMicrosoftCommonTargets={ProjectBuild.Escaped(targets)}",
            $"CustomAfterMicrosoftCommonCrossTargetingTargets={ProjectBuild.Escaped(targets)}",
            // A Directory.Build.targets is read after these two, and a file that is read twice is a warning.
            $"CustomAfterDirectoryBuildTargets={ProjectBuild.Escaped(last)}",
            // A lock file holds the other version, and NuGet refuses one that lies beside a project which asks for none.
            "RestorePackagesWithLockFile=false",
            "RestoreLockedMode=false",
            "NuGetLockFilePath=asyncload-none.lock.json",
        ];
    }

    /// <summary>Says that no project uses the package, not even through another package; null where one does, or where there is no list of what was restored.</summary>
    /// <param name="folder">The folder that was restored.</param>
    public string? Unused(string folder)
    {
        string[] lists = [.. BuildContent.RestoredLists(folder)];
        return lists.Length == 0 || lists.SelectMany(Versions).Any() ? null : NotUsed;
    }

    private string NotUsed => $"it does not use the package {Printable.Text(Name)}";

    /// <summary>Why the build does not have this version; null when it has.</summary>
    /// <param name="assembly">What was built, with its list of dependencies beside it.</param>
    /// <param name="folder">The folder that it was built in. Packages that are only used while compiling, such as source generators, are listed only there.</param>
    public string? Missing(string assembly, string folder)
    {
        var list = Path.ChangeExtension(assembly, ".deps.json");
        if (!File.Exists(list)) return $"it has no {Path.GetFileName(list)}, so its version of {Printable.Text(Name)} is not known";
        string[] found = [.. Versions(list)];
        if (found.Length == 0) found = [.. BuildContent.RestoredLists(folder).SelectMany(Versions)];
        if (found.Any(version => Normal(version).Equals(Normal(Version), StringComparison.OrdinalIgnoreCase))) return null;
        return found.Length == 0
            ? NotUsed
            : $"it uses {Printable.Text(Name)} {Printable.Text(found[0])} and not {Printable.Text(Version)}, since another package decides: name the package in the project itself";
    }

    private IEnumerable<string> Versions(string list)
    {
        using var read = JsonDocument.Parse(RegularFile.Read(list, PluginContent.LongestList));
        return [.. read.RootElement.GetProperty("libraries").EnumerateObject().Select(library => library.Name.Split('/'))
            .Where(library => library.Length == 2 && library[0].Equals(Name, StringComparison.OrdinalIgnoreCase)).Select(library => library[1])];
    }

    // As NuGet writes versions: three numbers, a fourth only where it is not 0, and no leading zeros.
    private static string Normal(string version)
    {
        var (numbers, label) = version.Split('-', 2) is [var before, var after] ? (before, $"-{after}") : (version, "");
        string[] parts = [.. numbers.Split('.').Select(part => part.TrimStart('0')).Select(part => part.Length == 0 ? "0" : part)];
        string[] padded = [.. parts, .. Enumerable.Repeat("0", Math.Max(0, 3 - parts.Length))];
        return string.Join('.', padded is [.., "0"] and { Length: 4 } ? padded[..3] : padded) + label;
    }

    // Brackets: this version and no later one. Where a repository keeps versions in one file, they are set there, and a project may override them.
    private static XDocument Targets(IReadOnlyList<PackageVersion> packages) => new(new XElement("Project", new XElement("ItemGroup", packages.SelectMany(package => new[]
    {
        new XElement("PackageReference", new XAttribute("Update", package.Name), new XAttribute("Version", $"[{package.Version}]"), new XAttribute("Condition", $"{Central} != 'true'")),
        new XElement(
            "PackageReference",
            new XAttribute("Update", package.Name),
            new XAttribute("Condition", $"{Central} == 'true'"),
            new XElement("VersionOverride", new XAttribute("Condition", "'%(PackageReference.VersionOverride)' != ''"), $"[{package.Version}]")),
        new XElement("PackageVersion", new XAttribute("Update", package.Name), new XAttribute("Version", $"[{package.Version}]")),
    }))));

    [GeneratedRegex(@"^([A-Za-z0-9_][A-Za-z0-9_.-]*)=([0-9]+(?:\.[0-9]+){0,3}(?:-[0-9A-Za-z.-]+)?)\z")]
    private static partial Regex Form();
}
