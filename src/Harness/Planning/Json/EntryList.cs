namespace AsyncLoad.Harness.Planning.Json;

/// <summary>A list of an experiment whose entries are names or objects, and how <c>--set</c> changes them.</summary>
/// <param name="Member">Its member name in an experiment.</param>
/// <param name="Naming">The member that holds the name once an entry is an object; null when a name stands for no values at all.</param>
/// <param name="Default">The entry of an experiment without the list.</param>
/// <param name="Without">The entry that has none of the settings and stays as it is; null when all have them.</param>
/// <param name="Wanted">What an experiment needs so that there is something to change, in words.</param>
internal sealed record EntryList(string Member, string? Naming, string Default, string? Without, string Wanted)
{
    /// <summary>The list that the first word of a path means.</summary>
    public static EntryList Of(string section) => section switch
    {
        "load" => new("loads", "kind", "sequential", "sequential", "a parallelFor load"),
        "pressure" => new("pressures", "preset", "calm", "calm", "a pressure besides calm"),
        _ => new("gcSettings", null, "default", null, "GC settings"),
    };

    /// <summary>Whether an entry has the settings.</summary>
    public bool Has(JsonTree entry) => entry switch
    {
        // A list without a naming member knows no name but its default.
        JsonTree.Text text => Naming is null ? text.Value == Default : text.Value != Without,
        JsonTree.Object node => Naming is null || (node[Naming] ?? node["name"]) is not JsonTree.Text name || name.Value != Without,
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
