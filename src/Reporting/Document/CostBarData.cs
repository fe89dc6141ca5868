namespace AsyncLoad.Reporting.Document;

/// <summary>What bars of a change in parts draw: words ready to print, numbers only where they become lengths.</summary>
/// <param name="Description">What it shows, for those who cannot see it.</param>
public sealed record CostBarData(string Title, string Description, IReadOnlyList<CostBar> Rows)
{
    /// <summary>What all rows compare, where there are many and they differ in conditions only; else null.</summary>
    public string? Subject => RowLabels.Subject([.. Rows.Select(row => row.Label)]);
}

/// <summary>The change of one comparison, as shares of the baseline's time.</summary>
/// <param name="Parts">What it is made of; null where that is not known.</param>
/// <param name="Total">The change in words, or n/a.</param>
/// <param name="Told">The parts in words, or why there are none.</param>
public sealed record CostBar(string Label, string Conditions, CostParts? Parts, string Total, string Told);

/// <summary>Parts that add up to a change: both finite, and below 0 where the candidate takes less.</summary>
/// <param name="Collector">Pauses of the garbage collector.</param>
/// <param name="Rest">Everything else.</param>
public sealed record CostParts(double Collector, double Rest)
{
    /// <summary>All of it.</summary>
    public double Total => Collector + Rest;
}
