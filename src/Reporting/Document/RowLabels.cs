namespace AsyncLoad.Reporting.Document;

/// <summary>What the rows of a chart have in common, which is said once.</summary>
internal static class RowLabels
{
    // In fewer rows a repeated label does no harm.
    private const int Many = 8;

    // Characters that a row has room for on a narrow page.
    private const int Short = 28;
    private const string Between = ", ";

    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public static string? Subject(IReadOnlyList<string> labels) => labels.Count > Many && labels.Distinct(StringComparer.Ordinal).Count() == 1 ? labels[0] : null;

    /// <summary>What all conditions begin with, where some have no room for all of theirs; null where there is nothing.</summary>
    public static string? Shared(IReadOnlyList<string> conditions)
    {
        if (conditions.Count < 2 || conditions.All(row => row.Length <= Short)) return null;
        var parts = conditions.Select(row => row.Split(Between)).ToList();
        var same = Enumerable.Range(0, parts.Min(row => row.Length) - 1).TakeWhile(place => parts.TrueForAll(row => row[place] == parts[0][place])).Count();
        return same == 0 ? null : string.Join(Between, parts[0].Take(same));
    }

    /// <summary>Conditions without what all begin with.</summary>
    public static string Rest(string conditions, string? shared) => shared is null ? conditions : conditions[(shared.Length + Between.Length)..];
}
