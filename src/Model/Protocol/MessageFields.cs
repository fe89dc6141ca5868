using System.Globalization;

namespace AsyncLoad.Model.Protocol;

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
            if (equals <= 0) throw new FormatException($"'{part}' is no field of a message");
            values[part[..equals]] = Unescape(part[(equals + 1)..]);
        }
    }

    public string Verb { get; }

    // Numbers have nothing to unescape; the test keeps what it would take out of a slice's message.
    private static string Unescape(string value) => value.Contains('%', StringComparison.Ordinal) ? Uri.UnescapeDataString(value) : value;

    /// <exception cref="FormatException">The field is missing.</exception>
    public string Text(string name) => TextOrNull(name) ?? throw new FormatException($"the message '{Verb}' lacks '{name}'");

    public string? TextOrNull(string name) => values.GetValueOrDefault(name);

    /// <exception cref="FormatException">The field is missing or no number.</exception>
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
