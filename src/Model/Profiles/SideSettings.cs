using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Profiles;

/// <summary>One side of a comparison: a variant, and where its process differs from the experiment. Null members are as the experiment says.</summary>
/// <param name="Id">What baseline and candidates call it; unique in the experiment.</param>
/// <param name="Variant">Id of the variant.</param>
/// <param name="Name">What reports call it; null, and then not in JSON, to name what differs.</param>
/// <param name="Parameters">Values of parameters.</param>
/// <param name="Pressure">What else the heap does.</param>
/// <param name="Gc">GC and JIT settings; they replace those of the experiment one by one.</param>
/// <param name="Runtime">The runtime to measure on.</param>
/// <param name="Variables">Environment variables that the process gets.</param>
/// <param name="Source">What its code is built from.</param>
public sealed record SideSettings(
    string Id,
    string Variant,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Name = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Parameters = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] PressureSettings? Pressure = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] GcSettings? Gc = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] RuntimeSettings? Runtime = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Variables = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CodeSource? Source = null);

/// <summary>What the code of a side is built from. What is null is the same for all sides.</summary>
/// <param name="Plugin">Path of an assembly that is built already.</param>
/// <param name="Project">Path of a project, or of one C# file.</param>
/// <param name="Commit">A branch, a tag, a commit of the project's repository, or <c>WORKTREE</c> for its files as they are.</param>
/// <param name="Packages">Versions of packages that replace those of the project, by package name.</param>
public sealed record CodeSource(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Plugin = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Project = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Commit = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Packages = null)
{
    /// <summary>Name in ids and reports: <c>HEAD</c>, <c>Dapper 2.1.35</c>, <c>main old/My.csproj</c>; the most telling part comes first.</summary>
    [JsonIgnore]
    public string Name => string.Join(' ', new[] { Commit }.Concat((Packages ?? new Dictionary<string, string>()).Select(package => $"{package.Key} {package.Value}")).Concat([Plugin, Project]).OfType<string>());

    /// <summary>Equal for equal sources.</summary>
    [JsonIgnore]
    public string Key => string.Join('\n', [Plugin ?? "", Project ?? "", Commit ?? "", .. (Packages ?? new Dictionary<string, string>()).Select(package => $"{package.Key} {package.Value}")]);
}
