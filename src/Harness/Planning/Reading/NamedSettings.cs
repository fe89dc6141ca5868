using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Refuses one name for two different things anywhere in a profile: reports would show them as one.</summary>
/// <typeparam name="T">What has the name; compared by value.</typeparam>
/// <param name="errors">Receives what is wrong.</param>
/// <param name="what">What it is, in words for messages.</param>
internal sealed class NamedSettings<T>(ProfileErrors errors, string what)
    where T : notnull
{
    private readonly Dictionary<string, T> known = new(StringComparer.Ordinal);

    /// <summary>Makes a name known without a place to complain about.</summary>
    public void Reserve(string name, T settings) => known.Add(name, settings);

    /// <summary>Checks a name and makes it known.</summary>
    public void Check(Place at, string name, T settings)
    {
        if (known.TryAdd(name, settings) || known[name].Equals(settings)) return;
        errors.Add(at, $"{what} {Printable.Quote(name)} has other values elsewhere; give this one a name of its own");
    }
}
