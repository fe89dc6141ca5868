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

    /// <summary>Adds a number, which needs no escaping; null is left out.</summary>
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

/// <summary>A line taken apart again: what <see cref="MessageLine"/> wrote.</summary>
internal sealed class MessageFields
{
    private readonly Dictionary<string, string> values = new(StringComparer.Ordinal);

    /// <exception cref="FormatException">The line is not a message.</exception>
    public MessageFields(string line)
    {
        var parts = line.Split(' ');
        Verb = parts[0];
        foreach (var part in parts.AsSpan(1))
        {
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals <= 0) throw new FormatException($"'{part}' is not a field of a message");
            values[part[..equals]] = Unescape(part[(equals + 1)..]);
        }
    }

    public string Verb { get; }

    // Numbers have nothing to unescape: the check saves the call.
    private static string Unescape(string value) => value.Contains('%', StringComparison.Ordinal) ? Uri.UnescapeDataString(value) : value;

    /// <exception cref="FormatException">The field is missing.</exception>
    public string Text(string name) => TextOrNull(name) ?? throw new FormatException($"the message '{Verb}' lacks '{name}'");

    public string? TextOrNull(string name) => values.GetValueOrDefault(name);

    /// <exception cref="FormatException">The field is missing or not a number.</exception>
    public long Number(string name) => long.Parse(Text(name), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);

    public long? NumberOrNull(string name) => TextOrNull(name) is null ? null : Number(name);

    /// <exception cref="FormatException">The field is missing or neither <c>true</c> nor <c>false</c>.</exception>
    public bool Flag(string name) => Text(name) switch
    {
        "true" => true,
        "false" => false,
        var other => throw new FormatException($"'{name}' is '{other}', not true or false"),
    };

    public bool? FlagOrNull(string name) => TextOrNull(name) is null ? null : Flag(name);

    /// <summary>The fields whose names begin with <paramref name="prefix"/>, by the rest of their names.</summary>
    public Dictionary<string, string> All(string prefix)
    {
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var (name, value) in values)
        {
            if (name.StartsWith(prefix, StringComparison.Ordinal)) found[Uri.UnescapeDataString(name[prefix.Length..])] = value;
        }

        return found;
    }
}
