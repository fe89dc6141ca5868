using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// Takes the members of one object by name, remembers which names exist, and at the end refuses the rest.
/// A member that is <c>null</c> counts as left out.
/// </summary>
internal sealed class ObjectReader
{
    private readonly JsonTree.Object node;
    private readonly string what;
    private readonly ProfileErrors errors;
    private readonly List<string> known = [];

    private ObjectReader(JsonTree.Object node, string what, ProfileErrors errors) =>
        (this.node, this.what, this.errors) = (node, what, errors);

    /// <summary>A reader of <paramref name="value"/>, or null with an error when it is no object.</summary>
    /// <param name="value">The value that should be an object.</param>
    /// <param name="what">What it describes, in words for messages: <c>measure</c>, <c>experiment</c>.</param>
    /// <param name="errors">Receives what is wrong.</param>
    public static ObjectReader? Over(JsonTree value, string what, ProfileErrors errors)
    {
        errors.Notes?.Value(value, new ExpectedValue.Members());
        if (value is JsonTree.Object node) return new ObjectReader(node, what, errors);
        errors.Add(value.At, $"{what} must be an object, not {value.What}");
        return null;
    }

    /// <summary>The member, or null when it is left out.</summary>
    public JsonMember? Optional(string name)
    {
        known.Add(name);
        errors.Notes?.Member(node, name, isRequired: false);
        return node.Members.FirstOrDefault(member => member.Name == name && member.Value is not JsonTree.Null);
    }

    /// <summary>The member, or null with an error when it is left out.</summary>
    public JsonMember? Required(string name)
    {
        errors.Notes?.Member(node, name, isRequired: true);
        if (Optional(name) is { } member) return member;
        errors.Add(node.At, $"missing member {Printable.Quote(name)} in {what}");
        return null;
    }

    /// <summary>Refuses a member by the name that it had in version 0.1, and says the present one.</summary>
    public void Renamed(string old, string now)
    {
        if (node.Members.FirstOrDefault(member => member.Name == old) is not { } found) return;
        known.Add(old);
        errors.Add(found.At, $"{Printable.Quote(old)} was written for version 0.1: since 0.2 the member is called {Printable.Quote(now)}");
    }

    /// <summary>Notes what is expected of the members together, for whoever describes the format.</summary>
    public void Expect(ExpectedValue expected) => errors.Notes?.Value(node, expected);

    /// <summary>Reports every member that nobody asked for. To be called last.</summary>
    public void RefuseOthers()
    {
        foreach (var member in node.Members.Where(member => !known.Contains(member.Name)))
            errors.Add(member.At, Suggestion.Unknown($"member in {what}:", member.Name, known));
    }
}
