using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Catalogues;

/// <summary>One async style of doing the job.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="ReturnType">C# name of the return type, such as <c>ValueTask&lt;T&gt;</c>.</param>
/// <param name="Builder">The async method builder: <c>none</c>, <c>default</c> or <c>pooling</c>.</param>
/// <param name="Suspends">Where it may suspend, or null when it always completes synchronously.</param>
/// <param name="PooledBoxes">Boxes that a suspended operation rents from pools: 0 without pooled methods, null where it depends on parameters or timing.</param>
/// <param name="IsBaseline">Whether its author marked it as the baseline; not in JSON where not.</param>
/// <param name="Arguments">Values of the parameter for arguments that it can be called with; null, and then not in JSON, where it takes none.</param>
/// <param name="OperationsPerCall">Operations that one call does; null, and then not in JSON, for one.</param>
/// <param name="Declared">What a benchmark method says of itself; null, and then not in JSON, for other variants.</param>
/// <param name="Builds">Its descriptions in builds that describe it differently, by name of the build; null, and then not in JSON, where all agree.</param>
public sealed record VariantDescription(
    string Id,
    string Summary,
    string ReturnType,
    string Builder,
    string? Suspends,
    int? PooledBoxes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool IsBaseline = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Arguments = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? OperationsPerCall = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] BenchmarkDeclaration? Declared = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, VariantDescription>? Builds = null)
{
    /// <summary>Its description in a build: a commit may turn a Task into a ValueTask.</summary>
    /// <param name="build">Name of the build; null for that of the plan.</param>
    public VariantDescription In(string? build) => build is not null && Builds?.GetValueOrDefault(build) is { } other ? other : this;
}

/// <summary>What a benchmark method says of itself, as its author wrote it.</summary>
/// <param name="Method">Name of the method.</param>
/// <param name="Description">What BenchmarkDotNet shows in place of its name; null for none.</param>
/// <param name="Categories">Its categories, those of its class and those of the assembly.</param>
/// <param name="Group">Variants of one group are compared with its baseline; empty where a class has one group.</param>
public sealed record BenchmarkDeclaration(string Method, string? Description, IReadOnlyList<string> Categories, string Group);
