using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;

namespace AsyncLoad.Harness.Planning;

/// <summary>One axis of a map on the command line: a setting of both sides, and the values that it takes in turn.</summary>
/// <param name="Option">The option, as errors show it.</param>
/// <param name="Name">The setting, as sides name it: <c>parameter.depth</c>, <c>gc.server</c>, <c>runtime</c>, <c>env.NAME</c>, <c>commit</c>.</param>
internal sealed record AxisArgument(string Option, string Name, IReadOnlyList<string> Values)
{
    private const string ParameterPrefix = "parameter.";
    private const string GcPrefix = "gc.";
    private const string VariablePrefix = "env.";
    private const string DefaultGc = "default";
    private const string Off = "no-";
    private const int LongestSlug = 40;

    // The settings that can vary.
    private static readonly string[] Known = ["parameter.NAME", "gc.NAME", "env.NAME", "runtime", "pressure", "load", "commit", "package", "project", "plugin"];

    /// <summary>The name of the workload's parameter that varies; null for another setting.</summary>
    public string? Parameter => Name.StartsWith(ParameterPrefix, StringComparison.Ordinal) ? Name[ParameterPrefix.Length..] : null;

    /// <summary>Whether it varies GC or JIT settings.</summary>
    public bool IsGc => Name.StartsWith(GcPrefix, StringComparison.Ordinal) || Name == "gc";

    /// <summary>Whether each value needs its own experiment, since an experiment has no list for the setting.</summary>
    public bool IsOfSides => Name.StartsWith(VariablePrefix, StringComparison.Ordinal) || Name is "commit" or "package" or "project" or "plugin";

    /// <summary>Reads <c>NAME=VALUE,VALUE</c>.</summary>
    /// <param name="text">What was typed.</param>
    /// <returns>The axis, or what is wrong with it.</returns>
    public static (AxisArgument? Axis, string? Problem) Parse(string text)
    {
        if (text.Split('=', 2) is not [{ Length: > 0 } name, { Length: > 0 } values])
            return (null, $"--axis takes NAME=VALUE,VALUE, such as parameter.depth=1,4,16, not {Printable.Quote(text)}");
        var prefix = name.Split('.', 2)[0];
        var known = Known.FirstOrDefault(word => word.EndsWith(".NAME", StringComparison.Ordinal) ? word == $"{prefix}.NAME" && name.Length > prefix.Length + 1 : word == name);
        if (known is null) return (null, Suggestion.Unknown("axis", name, Known, "loads, pressures and GC settings have their own options"));
        var list = List(values);
        return WithoutEmpty($"--axis {name}", list) is { } empty ? (null, empty)
            : list.GroupBy(value => value, StringComparer.Ordinal).FirstOrDefault(equal => equal.Count() > 1) is { Key: var twice } ? (null, $"--axis {name}: duplicate value {Printable.Quote(twice)}")
            : (new AxisArgument("--axis", name, list), null);
    }

    /// <summary>The parts of a list with commas; what stands between two commas may be empty.</summary>
    public static IReadOnlyList<string> List(string text) => text.Split(',', StringSplitOptions.TrimEntries);

    /// <summary>What to say of a list in which a value is empty, as that of a variable which is not set; null where none is.</summary>
    public static string? WithoutEmpty(string option, IReadOnlyList<string> values) =>
        values.Contains("") ? $"{option}: a value of the list is empty: leave out its comma, or set the variable that the value comes from" : null;

    /// <summary>What to say of a value of <c>--gc</c> that sets one thing twice, such as <c>server+no-server</c>; null where none does.</summary>
    public string? SetTwice => Name != "gc" ? null : Values
        .SelectMany(value => value.Split('+').GroupBy(Setting, StringComparer.Ordinal).Where(same => same.Skip(1).Any()).Select(same => $"{Option} {Printable.Text(value)}: {string.Join(" and ", same.Select(Printable.Quote))} set the same: leave out one of them"))
        .FirstOrDefault();

    /// <summary>The end of the experiment's name for a value: <c>-my-switch-0</c>; empty when the value has no letter or digit.</summary>
    public string Slug(string value)
    {
        var letters = (Name.StartsWith(VariablePrefix, StringComparison.Ordinal) ? $"{Name[VariablePrefix.Length..]}={value}" : value).Select(c => char.IsAsciiLetterOrDigit(c) ? char.ToLowerInvariant(c) : '-');
        var words = string.Concat(letters.Take(LongestSlug)).Split('-', StringSplitOptions.RemoveEmptyEntries);
        return string.Concat(words.Select(word => $"-{word}"));
    }

    /// <summary>The entries of <c>gcSettings</c> for an axis of GC settings.</summary>
    /// <param name="project">Settings of the plug-in's project, which each entry starts from; null for none.</param>
    public IEnumerable<JsonTree> GcEntries(JsonTree? project) => Values.Select(value => GcEntry(value, project));

    // A value of --gc joins several settings with "+": server, no-concurrent, gen0Size=64MB.
    private JsonTree GcEntry(string value, JsonTree? project)
    {
        var at = new Place(Option);
        if (Name == "gc" && value == DefaultGc) return project ?? new JsonTree.Text(at, value);
        var settings = Name == "gc" ? value.Split('+') : [$"{Name[GcPrefix.Length..]}={value}"];
        // The name of the project's settings does not fit the changed ones.
        var entry = new JsonTree.Object(at, [.. (project as JsonTree.Object)?.Members.Where(member => member.Name != "name") ?? []]);
        return settings.Aggregate(entry, (all, setting) => all.With(Setting(setting), ValueOf(setting, at)));
    }

    private static JsonTree ValueOf(string setting, Place at) => setting.Split('=', 2) is [var name, var value]
        ? new Override(name, value).ValueAt(at)
        : new JsonTree.Flag(at, Value: !setting.StartsWith(Off, StringComparison.Ordinal));

    // "server" for server, no-server and server=true.
    private static string Setting(string written) => written.Split('=', 2) is [var name, _] ? name
        : written.StartsWith(Off, StringComparison.Ordinal) ? written[Off.Length..]
        : written;
}
