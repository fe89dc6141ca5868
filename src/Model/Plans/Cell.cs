using System.Text.Json.Serialization;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Plans;

/// <summary>Everything that a measured process is started with, and how it is driven.</summary>
/// <param name="Name">File-safe name, unique in the run: <c>c017-await-task-parallelFor-old-heap</c>.</param>
/// <param name="Workload">Id of the workload.</param>
/// <param name="Variant">Id of the variant.</param>
/// <param name="Parameters">A value for every parameter of the workload.</param>
/// <param name="Load">How operations are driven.</param>
/// <param name="Pressure">What else the heap does.</param>
/// <param name="Gc">GC and JIT settings of the process.</param>
/// <param name="Injected">A slowdown that the measured process injects, for a selfcheck to detect; null, and then not in JSON, for none. No profile can ask for it.</param>
/// <param name="Runtime">The runtime and build that it is measured on; null, and then not in JSON, for the plain ones.</param>
/// <param name="Variables">Environment variables that it gets in addition to those of the plan; null, and then not in JSON, for none.</param>
/// <param name="Build">The build of the user's code that it measures; null, and then not in JSON, for that of the plan.</param>
/// <param name="Side">Its name in the comparison; null, and then not in JSON, where that is its variant.</param>
public sealed record Cell(
    string Name,
    string Workload,
    string Variant,
    IReadOnlyDictionary<string, string> Parameters,
    LoadSettings Load,
    PressureSettings Pressure,
    GcSettings Gc,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] InjectedSlowdown? Injected = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] RuntimeSettings? Runtime = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Variables = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] CodeBuild? Build = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Side = null)
{
    /// <summary>The share of free memory, from 0 to 1, that all measured processes may take together. Above it they compete with other processes and the page cache.</summary>
    public const double MostOfFreeMemory = 0.7;

    private static readonly Dictionary<string, string> Nothing = [];

    /// <summary>What reports call it beside the other side: <c>await-value-task</c>, <c>net9.0</c>, <c>HEAD</c>.</summary>
    [JsonIgnore]
    public string Label => Side ?? Variant;

    /// <summary>The parts in which this cell differs from another, in the order of <see cref="CellPart"/>.</summary>
    public IReadOnlyList<CellPart> Differences(Cell other) => [.. Enum.GetValues<CellPart>().Where(part => Words(part) != other.Words(part))];

    /// <summary>What this cell has of a part, in a few words: <c>net9.0</c>, <c>server</c>, <c>MY_SWITCH=1</c>.</summary>
    /// <param name="part">The part.</param>
    /// <param name="other">The other side: of variables and parameters only those that differ are listed. Null lists all.</param>
    public string Words(CellPart part, Cell? other = null) => part switch
    {
        CellPart.Variant => Variant,
        CellPart.Build => Build?.Name ?? "as it is",
        CellPart.Runtime => Runtime?.Name ?? RuntimeSettings.Current,
        CellPart.Gc => Gc.Name,
        CellPart.Variables => Pairs(Variables ?? Nothing, other is null ? null : other.Variables ?? Nothing),
        CellPart.Pressure => Pressure.Name,
        CellPart.Parameters => Pairs(Parameters, other?.Parameters),
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };

    /// <summary>Whether the name of a side in a gate means this one: it is its label, or its variant.</summary>
    public bool IsCalled(string name) => name == Label || name == Variant;

    /// <summary>The gen0 budget that the process is given: that of the GC settings, or else of the pressure; null leaves the platform's.</summary>
    [JsonIgnore]
    public ByteSize? Gen0Size => Gc.Gen0Size ?? Pressure.Gen0Size;

    private static string Pairs(IReadOnlyDictionary<string, string> mine, IReadOnlyDictionary<string, string>? theirs) => string.Join(
        ", ",
        mine.Keys.Concat(theirs?.Keys ?? []).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)
            .Select(name => (Name: name, Mine: mine.GetValueOrDefault(name), Theirs: theirs?.GetValueOrDefault(name)))
            .Where(entry => theirs is null || entry.Mine != entry.Theirs)
            .Select(entry => entry.Mine is null ? $"no {entry.Name}" : $"{entry.Name}={entry.Mine}"));
}

/// <summary>A build of the user's code.</summary>
/// <param name="Name">What it was built from: <c>HEAD</c>, <c>Dapper 2.1.35</c>, <c>old/My.dll</c>.</param>
/// <param name="Plugins">What measured processes load.</param>
/// <param name="Commit">The commit that the name stood for, in hexadecimal digits; null, and then not in JSON, for none.</param>
/// <param name="Content">Equal for builds of the same code, libraries beside the plug-in included; null, and then not in JSON, where it was not determined.</param>
public sealed record CodeBuild(
    string Name,
    PluginSet Plugins,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Commit = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Content = null);

/// <summary>A known slowdown: timed slices run more operations than they count, so an operation seems to take <c>Run ÷ Counted</c> times as long.</summary>
/// <param name="Counted">Operations that are counted, 1 or more.</param>
/// <param name="Run">Operations that are run for them, <paramref name="Counted"/> or more; an equal number injects no slowdown.</param>
/// <param name="Drawn">Whether each process decides by chance, one in two, when it starts; not in JSON where not.</param>
public sealed record InjectedSlowdown(
    int Counted, int Run, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Drawn = false);

/// <summary>A part of what a measured process is started with, in which the sides of a comparison may differ.</summary>
public enum CellPart
{
    /// <summary>The variant of the workload.</summary>
    Variant,

    /// <summary>The build of the user's code.</summary>
    Build,

    /// <summary>The runtime, or how the measured process was compiled for it.</summary>
    Runtime,

    /// <summary>GC and JIT settings.</summary>
    Gc,

    /// <summary>Environment variables.</summary>
    Variables,

    /// <summary>What else the heap does.</summary>
    Pressure,

    /// <summary>Parameters of the workload.</summary>
    Parameters,
}
