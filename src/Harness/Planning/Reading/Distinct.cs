using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Refuses a second entry of the same name in one list: its ids could not be told apart.</summary>
/// <param name="errors">Receives what is wrong.</param>
/// <param name="what">What the entries are, in words for messages.</param>
internal sealed class Distinct(ProfileErrors errors, string what)
{
    private readonly HashSet<string> seen = new(StringComparer.Ordinal);

    /// <summary>Checks all entries of a list.</summary>
    public void Check(IEnumerable<JsonMember> entries, Func<JsonMember, string?> name)
    {
        foreach (var entry in entries) Check(entry.Value.At, name(entry));
    }

    /// <summary>Checks one more entry; one without a name has been reported already.</summary>
    public void Check(Place at, string? name)
    {
        if (name is not null && !seen.Add(name)) errors.Add(at, $"duplicate {what} {Printable.Quote(name)}");
    }
}
