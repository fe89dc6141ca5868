namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Where along an axis an exact difference of bytes changes sign. Bytes are counted, not estimated: no statistics.</summary>
public static class BytesCrossing
{
    /// <summary>
    /// The level at which the difference is 0, linear between the two levels around it, with those two. Where the difference is 0 at a level, or
    /// at several in a row, the middle of them, between the nearest levels where it is not.
    /// </summary>
    /// <param name="levels">Level and bytes an operation of the candidate − of the baseline, in any order, each level once.</param>
    /// <returns>Null when the sign does not change, or more than once.</returns>
    /// <exception cref="ArgumentException">A level is given twice, or a figure is not finite.</exception>
    public static (double At, double Low, double High)? Of(IReadOnlyList<(double Level, double BytesDifference)> levels)
    {
        ArgumentNullException.ThrowIfNull(levels);
        if (levels.Any(level => !double.IsFinite(level.Level) || !double.IsFinite(level.BytesDifference))) throw new ArgumentException("levels and bytes must be finite", nameof(levels));
        if (levels.DistinctBy(level => level.Level).Count() < levels.Count) throw new ArgumentException("a level is given twice", nameof(levels));

        List<(double Level, double BytesDifference)> ascending = [.. levels.OrderBy(level => level.Level)];
        List<(double Level, double BytesDifference)> signed = [.. ascending.Where(level => level.BytesDifference != 0)];
        List<int> changes = [.. Enumerable.Range(1, Math.Max(0, signed.Count - 1)).Where(i => signed[i - 1].BytesDifference > 0 != signed[i].BytesDifference > 0)];
        if (changes is not [var change]) return null;

        var (below, above) = (signed[change - 1], signed[change]);
        List<double> equal = [.. ascending.Select(level => level.Level).Where(level => level > below.Level && level < above.Level)];
        var at = equal.Count > 0
            ? equal[0] + ((equal[^1] - equal[0]) / 2)
            : below.Level + ((above.Level - below.Level) * (below.BytesDifference / (below.BytesDifference - above.BytesDifference)));
        return (at, below.Level, above.Level);
    }
}
