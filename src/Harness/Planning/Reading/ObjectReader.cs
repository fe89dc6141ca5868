using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Takes the members of one object, remembers which were asked for, and at the end refuses the rest. A member that is <c>null</c> counts as left out.</summary>
internal sealed class ObjectReader
{
    private readonly JsonTree.Object node;
    private readonly string what;
    private readonly List<string> known = [];

    private ObjectReader(JsonTree.Object node, string what, ValueReader values) => (this.node, this.what, Values) = (node, what, values);

    /// <summary>Reads values, and collects errors.</summary>
    public ValueReader Values { get; }

    /// <summary>A reader of <paramref name="value"/>, or null with an error when it is not an object.</summary>
    /// <param name="value">The value that should be an object.</param>
    /// <param name="what">What it describes, in words for messages: <c>measure</c>, <c>experiment</c>.</param>
    /// <param name="values">Reads values.</param>
    public static ObjectReader? Over(JsonTree value, string what, ValueReader values)
    {
        if (value is JsonTree.Object node) return new ObjectReader(node, what, values);
        values.Errors.Add(value.At, $"{what} must be an object, not {value.What}");
        return null;
    }

    /// <summary>The member as it stands there, or null when it is left out, with an error where it is required.</summary>
    public JsonMember? Take(Member member) => Take(member.Name, member.IsRequired);

    /// <inheritdoc cref="Take(Member)"/>
    public JsonMember? Take(string name, bool isRequired = false)
    {
        if (!known.Contains(name)) known.Add(name);
        var member = node.Members.FirstOrDefault(member => member.Name == name && member.Value is not JsonTree.Null);
        if (member is null && isRequired) Values.Errors.Add(node.At, $"missing member {Printable.Quote(name)} in {what}");
        return member;
    }

    /// <summary>The value of a member, or null when it is left out or wrong.</summary>
    public T? Read<T>(Member<T> member)
        where T : struct => Take(member) is { } found ? member.Of.Read(Values, found) : null;

    /// <summary>The value of a member, or its default when it is left out or wrong.</summary>
    public T Value<T>(Member<T> member)
        where T : struct => Read(member) ?? member.Fallback;

    /// <summary>Refuses a member by the name that it had in version 0.1, and says the present one.</summary>
    public void Renamed(string old, string now)
    {
        if (node.Members.FirstOrDefault(member => member.Name == old) is not { } found) return;
        known.Add(old);
        Values.Errors.Add(found.At, $"{Printable.Quote(old)} was written for version 0.1: since 0.2 the member is called {Printable.Quote(now)}");
    }

    /// <summary>Reports every member that was not asked for. Call it last.</summary>
    public void RefuseOthers()
    {
        foreach (var member in node.Members.Where(member => !known.Contains(member.Name)))
            Values.Errors.Add(member.At, Suggestion.Unknown($"member in {what}:", member.Name, known));
    }
}
