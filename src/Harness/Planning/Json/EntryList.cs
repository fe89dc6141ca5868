namespace AsyncLoad.Harness.Planning.Json;

/// <summary>A list of an experiment whose entries are names or objects, and how <c>--set</c> changes them.</summary>
/// <param name="Member">Its member name in an experiment.</param>
/// <param name="Naming">The member that holds the name once an entry is an object; null when a name stands for no values at all.</param>
/// <param name="Default">The entry of an experiment without the list.</param>
/// <param name="HasSetting">Whether an entry of this name has the setting; others stay as they are.</param>
/// <param name="Wanted">What an experiment needs so that there is something to change, in words.</param>
internal sealed record EntryList(string Member, string? Naming, string Default, Func<string, bool> HasSetting, string Wanted)
{
    /// <summary>The list that the first word of a path means, for the member that the second names.</summary>
    public static EntryList Of(string section, string member) => (section, member) switch
    {
        ("load", "degree") => new("loads", "kind", "sequential", kind => kind is "parallelFor" or "parallelForAsync", "a parallelFor or parallelForAsync load"),
        ("load", "workers") => new("loads", "kind", "sequential", kind => kind == "closedLoop", "a closedLoop load"),
        ("load", "size") => new("loads", "kind", "sequential", kind => kind == "wave", "a wave load"),
        ("load", _) => new("loads", "kind", "sequential", kind => kind == "openLoop", "an openLoop load"),
        ("pressure", _) => new("pressures", "preset", "calm", name => name != "calm", "a pressure besides calm"),
        _ => new("gcSettings", null, "default", name => name == "default", "GC settings"),
    };

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
