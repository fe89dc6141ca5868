using System.Text.Json.Serialization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Model.Catalogues;

/// <summary>What a host build can measure, as it described itself.</summary>
/// <param name="SchemaVersion">Version of this format; this program reads 1.</param>
/// <param name="HostVersion">Version of the host.</param>
/// <param name="Runtime">Runtime that the host ran on, such as <c>.NET 10.0.12</c>.</param>
/// <param name="Workloads">In the order of the catalogue: the host's own, then those of plug-ins.</param>
/// <param name="Plugins">The result of loading each plug-in, in the order of loading; null, and then not in JSON, without any.</param>
/// <param name="Unpaced">Why loads that wait between operations cannot be measured on this system; null, and then not in JSON, where they can.</param>
/// <param name="Unbound">Why threads are not bound to processors on this system; null, and then not in JSON, where they are.</param>
public sealed record Catalogue(
    int SchemaVersion,
    string HostVersion,
    string Runtime,
    IReadOnlyList<WorkloadDescription> Workloads,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PluginDescription>? Plugins = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Unpaced = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Unbound = null)
{
    /// <summary>The catalogue format that this program writes and reads.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>The workload of an id; null where the catalogue does not know it.</summary>
    public WorkloadDescription? Workload(string id) => Workloads.FirstOrDefault(workload => workload.Id == id);

    /// <summary>What a cell measures, as its own build describes it; null where the catalogue does not know it.</summary>
    public VariantDescription? Variant(Cell cell) =>
        Workload(cell.Workload)?.Variants.FirstOrDefault(variant => variant.Id == cell.Variant)?.In(cell.Build?.Name);
}

/// <summary>One job, done by several variants in different async styles.</summary>
/// <param name="Id">Kebab-case id.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="Source">The publication it comes from, or null for our own.</param>
/// <param name="Parameters">What varies the job.</param>
/// <param name="Variants">The ways to do it.</param>
/// <param name="Published">Figures that the source published, to stand beside measured ones.</param>
/// <param name="PublishedOn">What the published figures were measured with: runtime, tool, machine; null without any.</param>
/// <param name="Differences">Where .NET 10 differs from the source, and why.</param>
/// <param name="Expected">Exact bytes per operation on x64 .NET 10.</param>
/// <param name="Plugin">File name of the plug-in that it is from; null, and then not in JSON, for the host's own.</param>
/// <param name="ClassName">Full name of the benchmark class that it is, as reflection writes it: <c>Shop.Cache`1[System.Int32]</c>; null, and then not in JSON, for others.</param>
/// <param name="ArgumentsParameter">Name of the parameter that holds what variants are called with; null, and then not in JSON, where none takes arguments.</param>
/// <param name="SharedState">Name and type of a field that workers would contend for if they shared an instance of the class; null, and then not in JSON, where none was found.</param>
/// <param name="RuntimeConfig">Runtime settings that all jobs of the class ask for, by their names in <c>runtimeconfig.json</c>; null, and then not in JSON, for nothing.</param>
/// <param name="Jobs">What else its jobs change of what is measured, as BenchmarkDotNet writes it; null, and then not in JSON, for nothing.</param>
public sealed record WorkloadDescription(
    string Id,
    string Summary,
    string? Source,
    IReadOnlyList<ParameterDescription> Parameters,
    IReadOnlyList<VariantDescription> Variants,
    IReadOnlyList<PublishedFigure> Published,
    string? PublishedOn,
    IReadOnlyList<PublishedDifference> Differences,
    IReadOnlyList<ExpectedBytes> Expected,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Plugin = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? ClassName = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? ArgumentsParameter = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? SharedState = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? RuntimeConfig = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Jobs = null);

/// <summary>A named choice between values.</summary>
/// <param name="Name">Kebab-case name.</param>
/// <param name="Summary">One line of meaning.</param>
/// <param name="Values">The values it may take.</param>
/// <param name="Default">The value used when a profile names none.</param>
/// <param name="Range">Numbers that it also takes, in addition to <paramref name="Values"/>; null for none.</param>
public sealed record ParameterDescription(string Name, string Summary, IReadOnlyList<string> Values, string Default, NumberRange? Range)
{
    /// <summary>How an empty text is listed among values: written as nothing, it would look like a value that is missing.</summary>
    public const string EmptyText = "\"\"";
}

/// <summary>All numbers between two, both included.</summary>
/// <param name="Min">The smallest.</param>
/// <param name="Max">The largest.</param>
/// <param name="Step">Numbers are multiples of this; null for any number.</param>
public sealed record NumberRange(double Min, double Max, double? Step = null)
{
    /// <summary>Whether a number is one of them.</summary>
    public bool Contains(double number) =>
        number >= Min && number <= Max && (Step is not { } step || Math.Abs((number / step) - Math.Round(number / step)) < 1e-9);
}

/// <summary>The result of loading a plug-in, as the process that loaded it reports.</summary>
/// <param name="Name">Its file name.</param>
/// <param name="Optimized">Whether its code was built with optimisation.</param>
/// <param name="Failure">Why none of it can be measured, in words; null when some of it can.</param>
/// <param name="LeftOut">What of it cannot be measured; empty when all can.</param>
/// <param name="RuntimeConfig">Runtime settings of its project that a measured process does not have by default, by their names in <c>runtimeconfig.json</c>; null, and then not in JSON, for nothing.</param>
/// <param name="IsEmpty">Whether it was loaded and has nothing that could be measured; in JSON only where it is so.</param>
/// <param name="Unoptimized">File names of assemblies that it references and that were built without optimisation; null, and then not in JSON, for none.</param>
/// <param name="Covered">File names of assemblies, its own or such that it references, into which a tool for code coverage has written counters; null, and then not in JSON, for none.</param>
public sealed record PluginDescription(
    string Name,
    bool Optimized,
    string? Failure,
    IReadOnlyList<LeftOut> LeftOut,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? RuntimeConfig = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool IsEmpty = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Unoptimized = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Covered = null);

/// <summary>A part of a plug-in that cannot be measured.</summary>
/// <param name="Name">A class, or one of its methods, as its author wrote it: <c>Parsing.ReadAll</c>.</param>
/// <param name="Reason">Why, in words.</param>
/// <param name="ClassName">Of a method of a benchmark class, the class as its workload names it; null, and then not in JSON, otherwise.</param>
public sealed record LeftOut(string Name, string Reason, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? ClassName = null);

/// <summary>A figure as its source printed it.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Parameters">The parameter values it is about.</param>
/// <param name="NanosecondsPerOperation">Time per operation, in ns, or null when the source gives none.</param>
/// <param name="BytesPerOperation">Allocated bytes per operation, or null when the source gives none.</param>
/// <param name="Table">Which of the source's tables it is from, in words; null when there is only one.</param>
/// <param name="Quoted">The figure as printed, where its unit is not time; null otherwise.</param>
public sealed record PublishedFigure(
    string Variant,
    IReadOnlyDictionary<string, string> Parameters,
    double? NanosecondsPerOperation,
    double? BytesPerOperation,
    string? Table,
    string? Quoted);

/// <summary>A point where .NET 10 differs from what a source says.</summary>
/// <param name="Point">What differs, with both figures.</param>
/// <param name="Reason">Why.</param>
public sealed record PublishedDifference(string Point, string Reason);

/// <summary>What x64 .NET 10 must allocate.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Parameters">The parameter values it is about.</param>
/// <param name="Bytes">Bytes per operation, whole.</param>
/// <param name="Objects">The objects that make them up, in words.</param>
/// <param name="AtLeast">The fewest, where allocation depends on timing; null for <paramref name="Bytes"/>.</param>
/// <param name="AtMost">The most, where allocation depends on timing.</param>
public sealed record ExpectedBytes(string Variant, IReadOnlyDictionary<string, string> Parameters, int Bytes, string Objects, int? AtLeast, int? AtMost);

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
