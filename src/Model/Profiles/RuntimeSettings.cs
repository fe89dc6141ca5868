using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>A runtime to measure on, by a build of the measured process that is not the plain one.</summary>
/// <param name="Framework">The runtime, by the name of its target framework: <c>net8.0</c>.</param>
/// <param name="Compiler">How the measured process was compiled.</param>
/// <param name="Version">The exact version that was found and is measured on, such as <c>9.0.22</c>; null, and then not in JSON, in a profile.</param>
/// <param name="Root">The folder that <c>--dotnet-root</c> named and that holds this version; null, and then not in JSON, for the installation that runs this program.</param>
public sealed record RuntimeSettings(
    string Framework,
    HostCompiler Compiler = HostCompiler.Default,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Version = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Root = null)
{
    /// <summary>What names of runtimes begin with.</summary>
    public const string Prefix = "net";

    /// <summary>The oldest runtime that the build for all of them runs on.</summary>
    public const string Oldest = "net8.0";

    /// <summary>The runtime that runtime async needs, and is measured on where a profile names none.</summary>
    public const string OfRuntimeAsync = "net10.0";

    /// <summary>The runtime of this program.</summary>
    public static string Current { get; } = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{Prefix}{Environment.Version.Major}.0");

    /// <summary>Name in ids and reports: <c>net8.0</c>, <c>net10.0-runtime-async</c>.</summary>
    [JsonIgnore]
    public string Name => Compiler == HostCompiler.RuntimeAsync ? $"{Framework}-runtime-async" : Framework;

    /// <summary>The version in the name of a target framework, such as 9.0 in <c>net9.0</c>; null where there is none.</summary>
    /// <param name="framework">The name, in any letter case.</param>
    public static System.Version? VersionOf(string framework) =>
        framework.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && System.Version.TryParse(framework.AsSpan(Prefix.Length), out var version)
            ? version
            : null;
}

/// <summary>How the sources of the measured process were compiled.</summary>
public enum HostCompiler
{
    /// <summary>Async methods become state machines, once for net8.0: the same code runs on each runtime.</summary>
    Default,

    /// <summary>Async methods stay methods that the runtime itself suspends.</summary>
    RuntimeAsync,
}

/// <summary>GC and JIT settings of a measured process; null leaves the platform's default in place.</summary>
/// <param name="Name">Name in ids and reports.</param>
/// <param name="Server">Server GC.</param>
/// <param name="Concurrent">Background gen2 collections.</param>
/// <param name="Gen0Size">Smallest gen0 budget.</param>
/// <param name="Gen0MaxBudget">Largest gen0 budget.</param>
/// <param name="HeapHardLimit">Hard limit of the managed heap.</param>
/// <param name="ConserveMemory">0 to 9: how hard the GC works to keep the heap small.</param>
/// <param name="Datas">Dynamic adaptation of server GC to what the application keeps alive.</param>
/// <param name="HeapCount">Number of server GC heaps, 1 or more; turns <paramref name="Datas"/> off.</param>
/// <param name="RetainVm">Keep freed segments instead of returning them.</param>
/// <param name="TieredPgo">Profile-guided tier-up.</param>
/// <param name="TieredCompilation">Tiered compilation.</param>
/// <param name="ReadyToRun">Precompiled framework code.</param>
public sealed record GcSettings(
    string Name,
    bool? Server = null,
    bool? Concurrent = null,
    ByteSize? Gen0Size = null,
    ByteSize? Gen0MaxBudget = null,
    ByteSize? HeapHardLimit = null,
    int? ConserveMemory = null,
    bool? Datas = null,
    int? HeapCount = null,
    bool? RetainVm = null,
    bool? TieredPgo = null,
    bool? TieredCompilation = null,
    bool? ReadyToRun = null)
{
    /// <summary>The platform's own settings.</summary>
    public static GcSettings Default { get; } = new("default");
}
