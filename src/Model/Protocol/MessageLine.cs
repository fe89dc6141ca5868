using System.Globalization;
using System.Text;

namespace AsyncLoad.Model.Protocol;

/// <summary>
/// One message as a line of text: a verb, then <c>name=value</c> fields. Not JSON, on purpose: a serializer compiles some 1,500 methods in the
/// measured process and tiers them up while slices run; this compiles a few dozen.
/// </summary>
internal sealed class MessageLine(string verb)
{
    private readonly StringBuilder text = new(verb);

    /// <summary>Adds a text; null is left out.</summary>
    public MessageLine With(string name, string? value) => value is null ? this : Append(name, Uri.EscapeDataString(value));

    /// <summary>Adds a number; null is left out. Escapes nothing: numbers are all that a slice's message holds.</summary>
    public MessageLine With(string name, long? value) =>
        value is { } number ? Append(name, number.ToString(CultureInfo.InvariantCulture)) : this;

    /// <summary>Adds a switch; null is left out.</summary>
    public MessageLine With(string name, bool? value) => With(name, value switch { true => "true", false => "false", null => null });

    /// <summary>Adds every entry of a map, its key after <paramref name="prefix"/>.</summary>
    public MessageLine WithAll(string prefix, IReadOnlyDictionary<string, string> values)
    {
        foreach (var (name, value) in values) With(prefix + Uri.EscapeDataString(name), value);
        return this;
    }

    private MessageLine Append(string name, string value)
    {
        text.Append(' ').Append(name).Append('=').Append(value);
        return this;
    }

    public override string ToString() => text.ToString();
}
