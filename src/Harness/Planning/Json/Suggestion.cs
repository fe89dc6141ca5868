namespace AsyncLoad.Harness.Planning.Json;

/// <summary>The nearest right name for a wrong one.</summary>
internal static class Suggestion
{
    private const int MostNamed = 12;

    /// <summary><c>unknown variant "x"; did you mean "y"?</c>, or the whole choice when nothing is near.</summary>
    /// <param name="besides">What else is right, without a full stop; null for nothing.</param>
    public static string Unknown(string what, string name, IReadOnlyCollection<string> known, string? besides = null)
    {
        var ending = Nearest(name, known) is { } nearest
            ? $"did you mean {Printable.Quote(nearest)}?"
            : $"there {(known.Count == 1 ? "is" : "are")} {Choice(known)}{(known.Count > MostNamed ? Elsewhere(what) : "")}";
        return $"unknown {what} {Printable.Quote(name)}{(besides is null ? "" : $": {besides}")}; {ending}";
    }

    /// <summary>The known name with the smallest edit distance, in any letter case; null when none comes within a third of its length or two letters.</summary>
    public static string? Nearest(string name, IEnumerable<string> known) => known
        .Select(candidate => (Name: candidate, Distance: Distance(name.ToUpperInvariant(), candidate.ToUpperInvariant())))
        .Where(candidate => candidate.Distance <= Math.Max(2, candidate.Name.Length / 3))
        .Where(candidate => candidate.Distance < candidate.Name.Length)
        .OrderBy(candidate => candidate.Distance)
        // Of equally near ones, that which was only begun.
        .ThenByDescending(candidate => candidate.Name.StartsWith(name, StringComparison.OrdinalIgnoreCase))
        .Select(candidate => candidate.Name)
        .FirstOrDefault();

    /// <summary>Levenshtein distance: insertions, deletions and replacements that turn one text into the other.</summary>
    public static int Distance(string from, string to)
    {
        // A name of 10,000 characters is not a typing error: its length alone says how far away it is.
        if (Math.Abs(from.Length - to.Length) > to.Length) return Math.Abs(from.Length - to.Length);
        var row = Enumerable.Range(0, to.Length + 1).ToArray();
        for (var i = 1; i <= from.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= to.Length; j++)
            {
                var replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(replaced, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[to.Length];
    }

    /// <summary>The first names in a line; "none" where there are none.</summary>
    public static string Choice(IReadOnlyCollection<string> known) =>
        known.Count == 0 ? "none" : string.Join(", ", known.Take(MostNamed).Select(Printable.Text)) + (known.Count > MostNamed ? ", …" : "");

    // Where the names are that have no room in an error.
    private static string Elsewhere(string what) => what switch
    {
        "workload" => "; \"asyncload list workloads\" shows all",
        "setting" => "; \"asyncload list settings\" shows all",
        "metric" or "gate metric" => "; \"asyncload list metrics\" shows all",
        _ => "",
    };
}
