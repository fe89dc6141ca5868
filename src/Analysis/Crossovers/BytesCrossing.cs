namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Where along an axis an exact difference of bytes changes sign. Bytes are counted, not estimated: no statistics.</summary>
public static class BytesCrossing
{
    /// <summary>
    /// The step at which the difference is 0, linear between the two steps around it, with those two. Where the difference is 0 at one step or
    /// several in a row, it is their middle, with the nearest steps where it is not 0.
    /// </summary>
    /// <param name="steps">Step and bytes per operation of the candidate − of the baseline, in any order, each step once.</param>
    /// <returns>Null when the sign does not change, or more than once.</returns>
    /// <exception cref="ArgumentException">A step is given twice, or a figure is not finite.</exception>
    public static (double At, double Low, double High)? Of(IReadOnlyList<(double Step, double BytesDifference)> steps)
    {
        ArgumentNullException.ThrowIfNull(steps);
        if (steps.Any(step => !double.IsFinite(step.Step) || !double.IsFinite(step.BytesDifference))) throw new ArgumentException("steps and bytes must be finite", nameof(steps));
        if (steps.DistinctBy(step => step.Step).Count() < steps.Count) throw new ArgumentException("a step is given twice", nameof(steps));

        List<(double Step, double BytesDifference)> ascending = [.. steps.OrderBy(step => step.Step)];
        List<(double Step, double BytesDifference)> signed = [.. ascending.Where(step => step.BytesDifference != 0)];
        List<int> changes = [.. Enumerable.Range(1, Math.Max(0, signed.Count - 1)).Where(i => signed[i - 1].BytesDifference > 0 != signed[i].BytesDifference > 0)];
        if (changes is not [var change]) return null;

        var (below, above) = (signed[change - 1], signed[change]);
        List<double> equal = [.. ascending.Select(step => step.Step).Where(step => step > below.Step && step < above.Step)];
        var at = equal.Count > 0
            ? equal[0] + ((equal[^1] - equal[0]) / 2)
            : below.Step + ((above.Step - below.Step) * (below.BytesDifference / (below.BytesDifference - above.BytesDifference)));
        return (at, below.Step, above.Step);
    }
}
