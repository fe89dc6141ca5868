namespace AsyncLoad.Analysis.Statistics;

/// <summary>How many pairs, judged at one look, give an interval as narrow as wanted. A guess from the spread seen so far: for advice, never for a verdict.</summary>
public static class PairsNeeded
{
    /// <summary>More are not advised: they take ten minutes, and other means are cheaper.</summary>
    public const int Most = 150;

    // "compare" takes as many by default.
    private const int Fewest = 8;

    /// <summary>The fewest pairs whose interval is expected to reach <paramref name="halfWidth"/> to either side (<see cref="HalfWidth"/>), 8 or more; null above <see cref="Most"/>.</summary>
    /// <param name="spread">Standard deviation of the log ratio over pairs; 0 or more.</param>
    /// <param name="halfWidth">Half-width of the log ratio's interval; above 0.</param>
    /// <param name="error">Two-sided error of the interval, above 0 and below 1: twice <see cref="Looks.TotalError"/> for the inner interval, which tells whether the sides are equivalent.</param>
    public static int? For(double spread, double halfWidth, double error = Looks.TotalError) =>
        HalfWidth.PairsFor(spread, halfWidth, Most, error) is { } pairs ? Math.Max(Fewest, pairs) : null;
}
