using System.Collections;

namespace AsyncLoad.Workloads;

/// <summary>Values of a workload's parameters, by name. Immutable.</summary>
public sealed class Arguments : IEnumerable<KeyValuePair<string, string>>
{
    private readonly SortedDictionary<string, string> values;

    /// <summary>Takes a copy of <paramref name="values"/>.</summary>
    public Arguments(IEnumerable<KeyValuePair<string, string>> values) =>
        this.values = new SortedDictionary<string, string>(new Dictionary<string, string>(values), StringComparer.Ordinal);

    /// <summary>No parameters.</summary>
    public static Arguments None { get; } = new([]);

    /// <summary>The value of a parameter.</summary>
    /// <exception cref="ArgumentException">There is no such parameter.</exception>
    public string this[string name] =>
        values.TryGetValue(name, out var value) ? value : throw new ArgumentException($"there is no parameter '{name}'", nameof(name));

    /// <summary>Values from pairs of name and value.</summary>
    public static Arguments Of(params ReadOnlySpan<(string Name, string Value)> pairs)
    {
        var entries = new Dictionary<string, string>();
        foreach (var (name, value) in pairs) entries.Add(name, value);
        return new Arguments(entries);
    }

    /// <summary>The value of a <c>true</c>/<c>false</c> parameter.</summary>
    /// <exception cref="ArgumentException">It is neither.</exception>
    public bool Flag(string name) => this[name] switch
    {
        "true" => true,
        "false" => false,
        var other => throw new ArgumentException($"parameter '{name}' is '{other}', not true or false", nameof(name)),
    };

    /// <inheritdoc />
    public IEnumerator<KeyValuePair<string, string>> GetEnumerator() => values.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
