using System.Text.Json;
using System.Xml.Linq;

namespace AsyncLoad.Assurance;

/// <summary>A package that ships in one of ours.</summary>
/// <param name="Name">Its id.</param>
/// <param name="Version">Its version.</param>
/// <param name="Sha512">Hash of its content, as its lock file has it: base64.</param>
/// <param name="Needs">Ids of the packages that it needs, sorted.</param>
/// <param name="Direct">Whether a project of ours names it.</param>
internal sealed record ShippedPackage(string Name, string Version, string Sha512, IReadOnlyList<string> Needs, bool Direct);

/// <summary>What the lock files of the shipped projects hold.</summary>
internal static class ShippedPackages
{
    /// <summary>Their packages, each once, by id.</summary>
    /// <param name="root">The folder of the clone.</param>
    public static IReadOnlyList<ShippedPackage> Of(string root)
    {
        var tools = Tools(root);
        return
        [
            .. LockFiles(root)
                .SelectMany(Read)
                .Where(package => !tools.Contains(package.Name))
                .GroupBy(package => (package.Name, package.Version))
                .Select(same => same.First() with { Direct = same.Any(package => package.Direct) })
                .OrderBy(package => package.Name, StringComparer.Ordinal),
        ];
    }

    // NBomber, which nobody gets who does not build it himself, is the one project of src/ without one.
    private static IEnumerable<string> LockFiles(string root) => Directory.EnumerateDirectories(Path.Combine(root, "src"))
        .Select(project => Path.Combine(project, "packages.lock.json"))
        .Where(File.Exists)
        .Order(StringComparer.Ordinal);

    // Named for every project alike: analyzers, which are not in what is built.
    private static HashSet<string> Tools(string root) =>
        [.. XDocument.Load(Path.Combine(root, "Directory.Packages.props")).Descendants("GlobalPackageReference").Select(tool => (string)tool.Attribute("Include")!)];

    private static IEnumerable<ShippedPackage> Read(string lockFile)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(lockFile));
        foreach (var framework in document.RootElement.GetProperty("dependencies").EnumerateObject())
        {
            foreach (var package in framework.Value.EnumerateObject())
            {
                if (package.Value.GetProperty("type").GetString() == "Project") continue;
                yield return new ShippedPackage(
                    package.Name,
                    package.Value.GetProperty("resolved").GetString()!,
                    package.Value.GetProperty("contentHash").GetString()!,
                    package.Value.TryGetProperty("dependencies", out var needs) ? [.. needs.EnumerateObject().Select(need => need.Name).Order(StringComparer.Ordinal)] : [],
                    package.Value.GetProperty("type").GetString() == "Direct");
            }
        }
    }
}
