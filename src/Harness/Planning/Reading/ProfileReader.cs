using System.Globalization;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A profile, or everything that is wrong with it.</summary>
/// <param name="Profile">The resolved profile; null when there are errors.</param>
/// <param name="Errors">All errors, in the order of the file; those of arguments last.</param>
internal sealed record ProfileReading(Profile? Profile, IReadOnlyList<ProfileError> Errors);

/// <summary>Reads a profile and fills in every default; or reports all errors at once, each with its place and the nearest known name.</summary>
internal static class ProfileReader
{
    /// <summary>Most comparisons that a profile may expand to: more is a mistake in a list, and would take a year.</summary>
    public const int MostComparisons = 100_000;

    /// <summary>Which cells get a traced run.</summary>
    public static IReadOnlyList<(string Word, TraceSelection Meaning)> TraceSelections { get; } =
        [("all", TraceSelection.All), ("one", TraceSelection.One), ("none", TraceSelection.None)];

    private static readonly Member SchemaVersion = Member.Required("schemaVersion", new Format("1", () => new JsonObject { ["const"] = Profile.CurrentSchemaVersion }));
    private static readonly Member Name = Member.Required("name", Formats.Name());
    private static readonly Member<int> Seed = Member.Setting("seed", Formats.Whole(0, int.MaxValue), 1, "seed of the order of comparisons and sides");
    private static readonly Member Measure = Member.Optional("measure", Formats.Object(MeasureReader.Members));

    private static readonly Member<TraceSelection> Traces = Member.Setting(
        "traces", Formats.Word(TraceSelections), TraceSelection.All, "cells that get a traced run: both sides of all comparisons, of the first, or none");

    private static readonly Member ExperimentList = Member.Required("experiments", Formats.ListOf(ExperimentReader.Format));
    private static readonly Member VariableNames = Member.Optional("environment", Formats.ListOf(Formats.Text, mayBeEmpty: true));

    private static readonly Member<bool> CpuSamples =
        Member.Setting("cpuSamples", Formats.Flag, false, "traced runs sample processors too, for PerfView's Thread Time view and dotnet-trace");

    private static readonly Member PluginPaths = Member.Optional("plugins", Formats.ListOf(Formats.Text, mayBeEmpty: true));
    private static readonly Member SchemaPath = Member.Optional("$schema", Formats.Text);

    /// <summary>The members of a profile.</summary>
    public static IReadOnlyList<Member> Members { get; } =
        [SchemaPath, SchemaVersion, Name, Seed, Measure, Traces, ExperimentList, VariableNames, CpuSamples, PluginPaths];

    /// <summary>Reads the text of a profile.</summary>
    /// <param name="source">Name of the file, as errors show it.</param>
    /// <param name="utf8">Its content.</param>
    /// <param name="catalogue">What can be measured; null while it is not built yet: names that it would give are then taken as they are.</param>
    /// <param name="overrides">Settings that replace those of the file.</param>
    public static ProfileReading Read(string source, ReadOnlySpan<byte> utf8, Catalogue? catalogue, params IReadOnlyList<Override> overrides)
    {
        var errors = new ProfileErrors();
        var tree = JsonTreeParser.Parse(source, utf8, errors);
        return tree is null ? new ProfileReading(null, errors.InOrder) : Read(tree, catalogue, overrides, errors);
    }

    /// <summary>Reads a profile that is a tree already.</summary>
    public static ProfileReading Read(JsonTree tree, Catalogue? catalogue, params IReadOnlyList<Override> overrides) =>
        Read(tree, catalogue, overrides, new ProfileErrors());

    private static ProfileReading Read(JsonTree tree, Catalogue? catalogue, IReadOnlyList<Override> overrides, ProfileErrors errors)
    {
        var changed = overrides.Aggregate(tree, (before, change) => change.Apply(before, errors));
        var profile = Bind(changed, catalogue, errors);
        return new ProfileReading(errors.None ? profile : null, errors.InOrder);
    }

    private static Profile? Bind(JsonTree tree, Catalogue? catalogue, ProfileErrors errors)
    {
        var values = new ValueReader(errors);
        if (ObjectReader.Over(tree, "profile", values) is not { } members) return null;
        values.Text(members.Take(SchemaPath));
        values.Version(members.Take(SchemaVersion), Profile.CurrentSchemaVersion);
        var profile = new Profile(
            Profile.CurrentSchemaVersion,
            values.Name(members.Take(Name)) ?? "",
            members.Value(Seed),
            new MeasureReader(values).Read(members.Take(Measure)),
            members.Value(Traces),
            Experiments(members.Take(ExperimentList), catalogue, values),
            Environment(members.Take(VariableNames), values),
            members.Value(CpuSamples),
            Plugins(members.Take(PluginPaths), values));
        members.RefuseOthers();
        return profile;
    }

    private static Experiment[] Experiments(JsonMember? member, Catalogue? catalogue, ValueReader values)
    {
        var reader = new ExperimentReader(values, catalogue);
        Experiment[] experiments = [.. (values.Items(member) ?? []).Select(reader.Read).OfType<Experiment>()];
        // A product of list lengths may exceed every integer.
        var comparisons = experiments.Sum(Matrix.Size);
        if (comparisons > MostComparisons)
        {
            values.Errors.Add(member!.Value.At, string.Create(
                CultureInfo.InvariantCulture,
                $"the experiments expand to {comparisons:N0} comparisons, more than {MostComparisons:N0}: shorten their lists"));
        }

        return experiments;
    }

    // The files were found before: the catalogue comes from them.
    private static string[]? Plugins(JsonMember? member, ValueReader values)
    {
        string[] paths = [.. (values.Items(member, mayBeEmpty: true) ?? []).Select(values.Text).OfType<string>()];
        return paths.Length == 0 ? null : paths;
    }

    private static List<string> Environment(JsonMember? member, ValueReader values)
    {
        var names = new List<string>();
        foreach (var item in values.Items(member, mayBeEmpty: true) ?? [])
        {
            if (values.Text(item) is not { } name) continue;
            if (RefusedVariable(name, isInherited: true) is { } refusal) values.Errors.Add(item.Value.At, refusal);
            else names.Add(name);
        }

        return names;
    }

    /// <summary>Why a measured process cannot be given an environment variable; null when it can.</summary>
    /// <param name="isInherited">Whether it has the value that this program has: reports do not name that.</param>
    public static string? RefusedVariable(string name, bool isInherited) =>
        HostEnvironment.IsRuntimeSetting(name) && GcSettingsReader.OfVariable(name) is { } setting ? $"{Printable.Quote(name)} is a GC or JIT setting: set gc.{setting} instead, which is read back and named in reports"
        : HostEnvironment.IsRuntimeSetting(name) && isInherited ? $"{Printable.Quote(name)} is a GC or JIT setting, which reports would not name: set it for a side by env.{name}=VALUE"
        : name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_') ? null
        : $"{Printable.Quote(name)} is not the name of an environment variable";
}

/// <summary>
/// The plug-ins that a profile names. They are found before the profile is read, since it is checked against a catalogue that comes from
/// them. What is wrong with the profile is left to its reader.
/// </summary>
internal static class ProfilePlugins
{
    /// <summary>Paths as they are written; none where the text is not a profile.</summary>
    public static IReadOnlyList<string> Of(string source, ReadOnlySpan<byte> utf8) =>
        JsonTreeParser.Parse(source, utf8, new ProfileErrors()) is JsonTree.Object root && root["plugins"] is JsonTree.List plugins
            ? [.. plugins.Items.OfType<JsonTree.Text>().Select(item => item.Value)]
            : [];
}
