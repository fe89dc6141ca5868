namespace AsyncLoad.Harness.Planning.Json;

/// <summary>Something wrong with a profile.</summary>
/// <param name="At">Where.</param>
/// <param name="Message">What, with the nearest right name where there is one.</param>
internal sealed record ProfileError(Place At, string Message)
{
    /// <summary><c>file:line:column: message</c>.</summary>
    public override string ToString() => $"{Printable.Text(At.ToString())}: {Message}";
}

/// <summary>Collects all that is wrong, so that a user mends a profile once.</summary>
/// <param name="notes">Receives what is asked of each value; null when only errors matter.</param>
internal sealed class ProfileErrors(ReaderNotes? notes = null)
{
    private readonly List<ProfileError> found = [];

    /// <summary>Everything found, in the order of the file; arguments last.</summary>
    public IReadOnlyList<ProfileError> InOrder =>
        [.. found.Distinct().OrderBy(error => error.At.Line ?? int.MaxValue).ThenBy(error => error.At.Column)];

    /// <summary>Where readers note what they expect; null when nobody wants to know.</summary>
    public ReaderNotes? Notes => notes;

    /// <summary>Whether nothing is wrong so far.</summary>
    public bool None => found.Count == 0;

    /// <summary>Notes one more.</summary>
    public void Add(Place at, string message) => found.Add(new ProfileError(at, message));
}

/// <summary>What readers asked of each value of a tree. The format of profiles is told from these notes, so that it cannot differ from what is read.</summary>
internal sealed class ReaderNotes
{
    // By the node itself and not by what it says: two values may be written alike.
    private readonly Dictionary<JsonTree, List<ExpectedValue>> values = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<JsonTree, List<AskedMember>> members = new(ReferenceEqualityComparer.Instance);

    /// <summary>Notes what a value is expected to be; several notes are alternatives.</summary>
    public void Value(JsonTree value, ExpectedValue expected) => Entries(values, value).Add(expected);

    /// <summary>Notes that an object was asked for a member. The first note of a name counts.</summary>
    public void Member(JsonTree node, string name, bool isRequired)
    {
        var asked = Entries(members, node);
        if (asked.All(member => member.Name != name)) asked.Add(new AskedMember(name, isRequired));
    }

    /// <summary>What a value was expected to be; nothing when nobody looked at it.</summary>
    public IReadOnlyList<ExpectedValue> Of(JsonTree value) => values.GetValueOrDefault(value) ?? [];

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
