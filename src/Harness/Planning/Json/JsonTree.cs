namespace AsyncLoad.Harness.Planning.Json;

/// <summary>A JSON value that knows where it was written, so that every complaint about it can say so.</summary>
/// <param name="At">Where its first character stands.</param>
internal abstract record JsonTree(Place At)
{
    /// <summary>What it is, in words for messages.</summary>
    public abstract string What { get; }

    /// <summary>A string.</summary>
    public sealed record Text(Place At, string Value) : JsonTree(At)
    {
        public override string What => Printable.Quote(Value);
    }

    /// <summary>A number, kept as it was written.</summary>
    public sealed record Number(Place At, string Written) : JsonTree(At)
    {
        public override string What => Printable.Shorten(Written);
    }

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public sealed record Flag(Place At, bool Value) : JsonTree(At)
    {
        public override string What => Value ? "true" : "false";
    }

    /// <summary><c>null</c>: the same as leaving the member out.</summary>
    public sealed record Null(Place At) : JsonTree(At)
    {
        public override string What => "null";
    }

    /// <summary>An array.</summary>
    public sealed record List(Place At, IReadOnlyList<JsonTree> Items) : JsonTree(At)
    {
        public override string What => "a list";
    }

    /// <summary>An object; of a member written twice only the first is kept.</summary>
    public sealed record Object(Place At, IReadOnlyList<JsonMember> Members) : JsonTree(At)
    {
        public override string What => "an object";

        /// <summary>The value of a member, or null when it is not there.</summary>
        public JsonTree? this[string name] => Members.FirstOrDefault(member => member.Name == name)?.Value;

        /// <summary>The same object with a member replaced, or added at its end.</summary>
        public Object With(string name, JsonTree value)
        {
            var member = new JsonMember(name, value.At, value);
            return this[name] is null
                ? this with { Members = [.. Members, member] }
                : this with { Members = [.. Members.Select(old => old.Name == name ? member : old)] };
        }
    }
}

/// <summary>A member of an object.</summary>
/// <param name="Name">Its name, unescaped.</param>
/// <param name="At">Where its name stands.</param>
/// <param name="Value">Its value.</param>
internal sealed record JsonMember(string Name, Place At, JsonTree Value);
