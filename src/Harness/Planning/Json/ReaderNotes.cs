namespace AsyncLoad.Harness.Planning.Json;

/// <summary>What readers asked of each value of a tree. The format of profiles is told from these notes, so that it cannot differ from what is read.</summary>
internal sealed class ReaderNotes
{
    // By the node itself and not by what it says: two values may be written alike.
    private readonly Dictionary<JsonTree, List<Expected>> values = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<JsonTree, List<AskedMember>> members = new(ReferenceEqualityComparer.Instance);

    /// <summary>Notes what a value is expected to be; several notes are alternatives.</summary>
    public void Value(JsonTree value, Expected expected) => Entries(values, value).Add(expected);

    /// <summary>Notes that an object was asked for a member. The first note of a name counts.</summary>
    public void Member(JsonTree node, string name, bool isRequired)
    {
        var asked = Entries(members, node);
        if (asked.All(member => member.Name != name)) asked.Add(new AskedMember(name, isRequired));
    }

    /// <summary>What a value was expected to be; nothing when nobody looked at it.</summary>
    public IReadOnlyList<Expected> Of(JsonTree value) => values.GetValueOrDefault(value) ?? [];

    /// <summary>The members that an object was asked for, in that order.</summary>
    public IReadOnlyList<AskedMember> MembersOf(JsonTree node) => members.GetValueOrDefault(node) ?? [];

    private static List<T> Entries<T>(Dictionary<JsonTree, List<T>> of, JsonTree node)
    {
        if (!of.TryGetValue(node, out var entries)) of.Add(node, entries = []);
        return entries;
    }
}

/// <summary>A member that an object was asked for.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsRequired">Whether leaving it out is an error.</param>
internal sealed record AskedMember(string Name, bool IsRequired);
