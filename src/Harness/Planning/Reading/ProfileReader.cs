using System.Globalization;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A profile, or everything that is wrong with it.</summary>
/// <param name="Profile">The resolved profile; null when there are errors.</param>
/// <param name="Errors">All errors, in the order of the file; those of arguments last.</param>
internal sealed record ProfileReading(Profile? Profile, IReadOnlyList<ProfileError> Errors);

/// <summary>JSON + catalogue → profile, every default filled in; or all errors at once, each with its place and the nearest right name.</summary>
internal static class ProfileReader
{
    /// <summary>Most comparisons a profile may expand to: more is a slip in a list, and a year of measuring.</summary>
    public const int MostComparisons = 100_000;

    private const int DefaultSeed = 1;

    /// <summary>Reads the text of a profile.</summary>
    /// <param name="source">Name of the file, as errors show it.</param>
    /// <param name="utf8">Its content.</param>
    /// <param name="catalogue">What can be measured.</param>
    /// <param name="overrides">Settings that replace those of the file.</param>
    public static ProfileReading Read(string source, ReadOnlySpan<byte> utf8, Catalogue catalogue, params IReadOnlyList<Override> overrides)
    {
        var errors = new ProfileErrors();
        var tree = JsonTreeParser.Parse(source, utf8, errors);
        return tree is null ? new ProfileReading(null, errors.InOrder) : Read(tree, catalogue, overrides, errors);
    }

    /// <summary>Reads a profile that is a tree already.</summary>
    public static ProfileReading Read(JsonTree tree, Catalogue catalogue, params IReadOnlyList<Override> overrides) =>
        Read(tree, catalogue, overrides, new ProfileErrors());

    /// <summary>Notes what is asked of a profile instead of reading it: where the format is told from.</summary>
    public static void Ask(JsonTree tree, Catalogue catalogue, ReaderNotes notes) => Bind(tree, catalogue, new ProfileErrors(notes));

    private static ProfileReading Read(JsonTree tree, Catalogue catalogue, IReadOnlyList<Override> overrides, ProfileErrors errors)
    {
        var changed = overrides.Aggregate(tree, (before, change) => change.Apply(before, errors));
        var profile = Bind(changed, catalogue, errors);
        return new ProfileReading(errors.None ? profile : null, errors.InOrder);
    }

    private static Profile? Bind(JsonTree tree, Catalogue catalogue, ProfileErrors errors)
    {
        if (ObjectReader.Over(tree, "profile", errors) is not { } members) return null;
        var values = new ValueReader(errors);
        values.Text(members.Optional("$schema"));
        values.Version(members.Required("schemaVersion"), Profile.CurrentSchemaVersion);
        var profile = new Profile(
            Profile.CurrentSchemaVersion,
            values.Name(members.Required("name")) ?? "",
            values.Whole(members.Optional("seed"), 0, int.MaxValue) ?? DefaultSeed,
            new MeasureReader(values).Read(members.Optional("measure")),
            values.Word(members.Optional("traces"), Vocabulary.TraceSelections) ?? TraceSelection.All,
            Experiments(members.Required("experiments"), catalogue, values),
            Environment(members.Optional("environment"), values),
            values.Flag(members.Optional("cpuSamples")) ?? false,
            Plugins(members.Optional("plugins"), values));
        members.RefuseOthers();
        return profile;
    }

    private static Experiment[] Experiments(JsonMember? member, Catalogue catalogue, ValueReader values)
    {
        var reader = new ExperimentReader(values, catalogue);
        Experiment[] experiments = [.. (values.Items(member) ?? []).Select(reader.Read).OfType<Experiment>()];
        // A product of list lengths, which may pass every integer.
        var comparisons = experiments.Sum(Matrix.Size);
        if (comparisons > MostComparisons)
        {
            values.Errors.Add(member!.Value.At, string.Create(
                CultureInfo.InvariantCulture,
                $"the experiments expand to {comparisons:N0} comparisons, more than {MostComparisons:N0}"));
        }

        return experiments;
    }

    // Which files they are was found out before: the catalogue comes from them.
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
            if (HostEnvironment.IsRuntimeSetting(name))
                values.Errors.Add(item.Value.At, $"{Printable.Quote(name)} is a GC or JIT setting: \"gcSettings\" has them, read back and named in reports");
            else if (name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')) names.Add(name);
            else values.Errors.Add(item.Value.At, $"{Printable.Quote(name)} is no name of an environment variable");
        }

        return names;
    }
}

/// <summary>
/// The plug-ins that a profile names. They are looked for before the profile is read: what it says is held against a catalogue, and that comes from
/// them. What is wrong with the profile is left to its reader.
/// </summary>
internal static class ProfilePlugins
{
    /// <summary>Paths as they are written; none where the text is no profile.</summary>
    public static IReadOnlyList<string> Of(string source, ReadOnlySpan<byte> utf8) =>
        JsonTreeParser.Parse(source, utf8, new ProfileErrors()) is JsonTree.Object root && root["plugins"] is JsonTree.List plugins
            ? [.. plugins.Items.OfType<JsonTree.Text>().Select(item => item.Value)]
            : [];
}
