namespace AsyncLoad.Tracing.Stacks;

/// <summary>Gives each distinct text a number and keeps it once. Beyond a stated number of texts, all others share one.</summary>
/// <param name="most">How many are kept, at least 1.</param>
internal sealed class NameTable(int most, string other)
{
    private readonly Dictionary<string, int> numbers = new(StringComparer.Ordinal);
    private readonly List<string> names = [];

    public int Intern(ReadOnlySpan<char> name)
    {
        var lookup = numbers.GetAlternateLookup<ReadOnlySpan<char>>();
        if (lookup.TryGetValue(name, out var known)) return known;
        var kept = names.Count < most ? name.ToString() : other;
        if (numbers.TryGetValue(kept, out known)) return known;
        numbers.Add(kept, names.Count);
        names.Add(kept);
        return names.Count - 1;
    }

    public string this[int number] => names[number];
}
