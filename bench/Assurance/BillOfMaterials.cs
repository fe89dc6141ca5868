using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace AsyncLoad.Assurance;

/// <summary>
/// What ships, as CycloneDX 1.6 (ECMA-424) in JSON. The same clone gives the same bytes: there is neither a moment nor a number of its own in it.
/// </summary>
internal static partial class BillOfMaterials
{
    private const string Product = "AsyncLoad.Tool";

    private static readonly JsonWriterOptions Indented = new() { Indented = true, NewLine = "\n" };

    /// <summary>The document.</summary>
    /// <param name="packages">What ships.</param>
    /// <param name="root">The folder of the clone: its version, and docs/dependencies.md for licences.</param>
    /// <exception cref="FormatException">docs/dependencies.md does not tell a package's licence.</exception>
    public static string Of(IReadOnlyList<ShippedPackage> packages, string root)
    {
        var (version, licences) = (Version(root), Licences(root));
        using var content = new MemoryStream();
        using (var json = new Utf8JsonWriter(content, Indented))
        {
            json.WriteStartObject();
            json.WriteString("$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json");
            json.WriteString("bomFormat", "CycloneDX");
            json.WriteString("specVersion", "1.6");
            json.WriteNumber("version", 1);
            json.WriteStartObject("metadata");
            json.WriteStartObject("component");
            WriteIdentity(json, "application", Product, version);
            WriteLicence(json, "MIT");
            json.WriteEndObject();
            json.WriteEndObject();
            json.WriteStartArray("components");
            foreach (var package in packages) WriteComponent(json, package, LicenceOf(licences, package));
            json.WriteEndArray();
            WriteDependencies(json, packages, Reference(Product, version));
            json.WriteEndObject();
        }

        return Encoding.UTF8.GetString(content.ToArray()) + "\n";
    }

    /// <summary>Package and licence in each row of docs/dependencies.md, by package and version.</summary>
    internal static IReadOnlyDictionary<(string Name, string Version), string> Licences(string root) =>
        DependencyRow().Matches(File.ReadAllText(Path.Combine(root, "docs", "dependencies.md")))
            .ToDictionary(row => (row.Groups["name"].Value, row.Groups["version"].Value), row => row.Groups["licence"].Value);

    private static void WriteComponent(Utf8JsonWriter json, ShippedPackage package, string licence)
    {
        json.WriteStartObject();
        WriteIdentity(json, "library", package.Name, package.Version);
        json.WriteStartArray("hashes");
        json.WriteStartObject();
        json.WriteString("alg", "SHA-512");
        json.WriteString("content", Convert.ToHexStringLower(Convert.FromBase64String(package.Sha512)));
        json.WriteEndObject();
        json.WriteEndArray();
        WriteLicence(json, licence);
        json.WriteEndObject();
    }

    private static void WriteIdentity(Utf8JsonWriter json, string type, string name, string version)
    {
        json.WriteString("type", type);
        json.WriteString("bom-ref", Reference(name, version));
        json.WriteString("name", name);
        json.WriteString("version", version);
        json.WriteString("purl", Reference(name, version));
    }

    private static void WriteLicence(Utf8JsonWriter json, string licence)
    {
        json.WriteStartArray("licenses");
        json.WriteStartObject();
        json.WriteStartObject("license");
        json.WriteString("id", licence);
        json.WriteEndObject();
        json.WriteEndObject();
        json.WriteEndArray();
    }

    private static void WriteDependencies(Utf8JsonWriter json, IReadOnlyList<ShippedPackage> packages, string product)
    {
        json.WriteStartArray("dependencies");
        Write(product, packages.Where(package => package.Direct));
        foreach (var package in packages) Write(Reference(package.Name, package.Version), packages.Where(other => package.Needs.Contains(other.Name)));
        json.WriteEndArray();

        void Write(string reference, IEnumerable<ShippedPackage> needs)
        {
            json.WriteStartObject();
            json.WriteString("ref", reference);
            json.WriteStartArray("dependsOn");
            foreach (var need in needs) json.WriteStringValue(Reference(need.Name, need.Version));
            json.WriteEndArray();
            json.WriteEndObject();
        }
    }

    private static string LicenceOf(IReadOnlyDictionary<(string Name, string Version), string> licences, ShippedPackage package) =>
        licences.TryGetValue((package.Name, package.Version), out var licence)
            ? licence
            : throw new FormatException($"docs/dependencies.md has no row for {package.Name} {package.Version}: add one with its licence and why it is needed");

    private static string Version(string root) => XDocument.Load(Path.Combine(root, "Directory.Build.props")).Descendants("Version").Single().Value;

    // The address of a package, https://github.com/package-url/purl-spec.
    private static string Reference(string name, string version) => $"pkg:nuget/{name}@{version}";

    // "| Serilog | 3.1.1 | Apache-2.0 | … |"
    [GeneratedRegex(@"^\| (?<name>[A-Za-z0-9.]+) \| (?<version>\d[0-9A-Za-z.\-]*) \| (?<licence>[A-Za-z0-9.\-+]+) \|", RegexOptions.Multiline)]
    private static partial Regex DependencyRow();
}
