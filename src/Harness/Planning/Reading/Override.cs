using System.Text.Json;
using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// One <c>--set PATH=VALUE</c>: replaces a setting in the tree of a profile before it is read. A path of <c>measure</c> changes that section;
/// one of <c>load</c>, <c>pressure</c> or <c>gc</c> changes every entry that has the member.
/// </summary>
/// <param name="Path">The path, as <c>list settings</c> prints it.</param>
/// <param name="Written">The value as typed: JSON, or else a text.</param>
internal sealed record Override(string Path, string Written)
{
    private Place At => new($"--set {Path}");

    /// <summary>Splits at the first <c>=</c>; null when there is none or nothing is before it.</summary>
    public static Override? Parse(string argument)
    {
        var split = argument.IndexOf('=', StringComparison.Ordinal);
        return split < 1 ? null : new Override(argument[..split].Trim(), argument[(split + 1)..].Trim());
    }

    /// <summary>The changed tree; the same with an error when there is nothing to change.</summary>
    public JsonTree Apply(JsonTree tree, ProfileErrors errors)
    {
        var paths = Setting.All.Select(setting => setting.Path).ToList();
        if (!paths.Contains(Path))
        {
            errors.Add(new Place("--set"), Suggestion.Unknown("setting", Path, paths));
            return tree;
        }

        if (tree is not JsonTree.Object root) return tree;
        return Path.Split('.') switch
        {
            [var member] => Into(root, member, errors),
            ["measure", var member] => root.With("measure", Into(Section(root["measure"]), member, errors)),
            [var list, var member] => Entries(root, EntryList.Of(list, member), member, errors),
            _ => tree,
        };
    }

    private JsonTree.Object Section(JsonTree? section) => section as JsonTree.Object ?? new JsonTree.Object(At, []);

    private JsonTree.Object Entries(JsonTree.Object root, EntryList list, string member, ProfileErrors errors)
    {
        if (root["experiments"] is not JsonTree.List experiments) return root;
        var changed = new JsonTree.List(experiments.At, [.. experiments.Items.Select(item => Experiment(item, list, member, errors))]);
        if (!changed.Items.SequenceEqual(experiments.Items)) return root.With("experiments", changed);
        errors.Add(At, $"no experiment has {list.Wanted}");
        return root;
    }

    private JsonTree Experiment(JsonTree item, EntryList list, string member, ProfileErrors errors)
    {
        if (item is not JsonTree.Object experiment) return item;
        var entries = experiment[list.Member] ?? new JsonTree.List(At, [new JsonTree.Text(At, list.Default)]);
        if (entries is not JsonTree.List given || !given.Items.Any(list.Has)) return item;
        JsonTree[] changed = [.. given.Items.Select(entry => list.Has(entry) ? Into(list.AsObject(entry), member, errors) : entry)];
        return experiment.With(list.Member, new JsonTree.List(given.At, changed));
    }

    // What the command line said before would be lost without a word.
    private JsonTree.Object Into(JsonTree.Object node, string member, ProfileErrors errors)
    {
        var value = Value();
        if (node[member] is { At: { IsOption: true } at } before) errors.Add(At, $"set to {before.What} by {at} and to {value.What} here: leave out one of them");
        return node.With(member, value);
    }

    /// <summary>The value, at another place.</summary>
    public JsonTree ValueAt(Place at) => Value() switch
    {
        JsonTree.Flag flag => flag with { At = at },
        JsonTree.Number number => number with { At = at },
        JsonTree.Text text => text with { At = at },
        _ => new JsonTree.Text(at, Written),
    };

    private JsonTree Value()
    {
        try
        {
            using var document = JsonDocument.Parse(Written);
            return Value(document.RootElement);
        }
        catch (Exception exception) when (exception is JsonException or InvalidOperationException)
        {
            // People type texts such as 200MB and cpu without quotes, which is not JSON.
            return new JsonTree.Text(At, Written);
        }
    }

    private JsonTree Value(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.True or JsonValueKind.False => new JsonTree.Flag(At, element.GetBoolean()),
        JsonValueKind.Number => new JsonTree.Number(At, element.GetRawText()),
        JsonValueKind.String => new JsonTree.Text(At, element.GetString()!),
        JsonValueKind.Array => new JsonTree.List(At, [.. element.EnumerateArray().Select(Value)]),
        JsonValueKind.Null => new JsonTree.Null(At),
        _ => new JsonTree.Text(At, Written),
    };
}

/// <summary>A list of an experiment whose entries are names or objects, and how <c>--set</c> changes them.</summary>
/// <param name="Member">Its member name in an experiment.</param>
/// <param name="Naming">The member that holds the name once an entry is an object; null when a name stands for no values at all.</param>
/// <param name="Default">The entry of an experiment without the list.</param>
/// <param name="HasSetting">Whether an entry of this name has the setting; others stay as they are.</param>
/// <param name="Wanted">What an experiment needs so that there is something to change, in words.</param>
internal sealed record EntryList(string Member, string? Naming, string Default, Func<string, bool> HasSetting, string Wanted)
{
    /// <summary>The list that the first word of a path means, for the member that the second names.</summary>
    public static EntryList Of(string section, string member) => section switch
    {
        "load" => OfLoads([.. LoadFormat.Kinds.All.Where(kind => kind.Members.Any(known => known.IsSetting && known.Name == member)).Select(kind => kind.Word)]),
        "pressure" => new("pressures", "preset", "calm", name => name != "calm", "a pressure besides calm"),
        _ => new("gcSettings", null, "default", name => name == "default", "GC settings"),
    };

    private static EntryList OfLoads(IReadOnlyList<string> kinds) =>
        new("loads", "kind", "sequential", kinds.Contains, $"{("aeiou".Contains(kinds[0][0], StringComparison.Ordinal) ? "an" : "a")} {string.Join(" or ", kinds)} load");

    /// <summary>Whether an entry has the settings.</summary>
    public bool Has(JsonTree entry) => entry switch
    {
        JsonTree.Text text => HasSetting(text.Value),
        JsonTree.Object node => Naming is null || (node[Naming] ?? node["name"]) is not JsonTree.Text name || HasSetting(name.Value),
        _ => false,
    };

    /// <summary>The entry as an object of settings.</summary>
    public JsonTree.Object AsObject(JsonTree entry) => entry switch
    {
        JsonTree.Object node => node,
        _ when Naming is null => new JsonTree.Object(entry.At, []),
        _ => new JsonTree.Object(entry.At, [new JsonMember(Naming, entry.At, entry)]),
    };
}
