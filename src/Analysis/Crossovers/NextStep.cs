using AsyncLoad.Model.Plans;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Which step of an axis to measure next. A pure function of what was measured, so a resumed run goes on as an uninterrupted one would.</summary>
public static class NextStep
{
    /// <summary>An interval is narrow enough when its bounds are no further apart than this factor.</summary>
    public const double NarrowFactor = 1.5;

    /// <summary>Or when it is no wider than this share of the range: near 0 no factor is ever reached.</summary>
    public const double NarrowShare = 0.02;

    /// <summary>The middle of the widest gap between measured steps inside the interval, on the grid.</summary>
    /// <param name="steps">Steps measured so far, with any number of pairs.</param>
    /// <param name="estimate">What <see cref="Crossing.Of"/> makes of them.</param>
    /// <param name="grid">Which steps there are.</param>
    /// <param name="most">Steps that the crossing may take, coarse ones included.</param>
    /// <returns>
    /// Null when another step would not help. Either the interval is narrow enough (a bound beyond the range counts as its end), the ratio does not cross 1, the curve is not monotone, no step is left
    /// inside the interval, or <paramref name="most"/> are measured. An interval that is still too wide then needs more pairs.
    /// </returns>
    public static double? After(IReadOnlyList<StepSample> steps, CrossingEstimate estimate, StepGrid grid, int most)
    {
        if (steps.Count >= most) return null;
        return estimate switch
        {
            CrossingEstimate.At at => Within(steps, at.Low ?? grid.From, at.High ?? grid.To, grid),
            CrossingEstimate.Undecided { Estimate: not null } undecided => Within(steps, undecided.Low ?? grid.From, undecided.High ?? grid.To, grid),
            _ => null,
        };
    }

    private static double? Within(IReadOnlyList<StepSample> steps, double low, double high, StepGrid grid)
    {
        if (IsNarrow(low, high, grid)) return null;
        List<double> ends = [.. steps.Select(step => step.Step).Where(step => step > low && step < high).Append(low).Append(high).Distinct().Order()];
        return ends.Zip(ends.Skip(1))
            .OrderByDescending(gap => grid.Width(gap.First, gap.Second))
            .Select(gap => grid.Between(gap.First, gap.Second))
            .FirstOrDefault(step => step is not null);
    }

    private static bool IsNarrow(double low, double high, StepGrid grid) =>
        (low > 0 && high / low <= NarrowFactor) || high - low <= NarrowShare * (grid.To - grid.From);
}
