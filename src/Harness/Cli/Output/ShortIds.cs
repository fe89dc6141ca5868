namespace AsyncLoad.Harness.Cli.Output;

/// <summary>
/// Ids of comparisons for tables: variants, load and pressure, and of the rest what tells one id from another. Each is a part of the whole id, so that
/// <c>--only "*PART*"</c> finds it where nothing in between is left out.
/// </summary>
internal sealed class ShortIds
{
    // Of experiment/variants/load/pressure/GC settings/…: the experiment, and what follows the pressure.
    private const int Experiment = 0;
    private const int AfterPressure = 4;

    private readonly HashSet<int> leftOut = [];

    /// <summary>Names for ids of one table.</summary>
    public ShortIds(IEnumerable<string> ids)
    {
        var all = ids.Distinct(StringComparer.Ordinal).ToList();
        var places = all.Count == 0 ? 0 : all.Max(id => id.Split('/').Length);
        if (all.Exists(id => id.Split('/').Length < AfterPressure)) return;
        int[] candidates = [.. Enumerable.Range(AfterPressure, Math.Max(0, places - AfterPressure)).Reverse(), Experiment];
        foreach (var place in candidates)
        {
            leftOut.Add(place);
            if (all.Select(Of).Distinct(StringComparer.Ordinal).Count() < all.Count) leftOut.Remove(place);
        }
    }

    /// <summary>The short name of one of the ids.</summary>
    public string Of(string id) => leftOut.Count == 0 ? id : string.Join('/', id.Split('/').Where((_, place) => !leftOut.Contains(place)));
}
