using AsyncLoad.Analysis.Statistics;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>The monotone curve nearest to one value per step, rising or falling, whichever is nearer.</summary>
/// <param name="Rises">Whether it never falls; otherwise it never rises.</param>
/// <param name="Steps">The steps, ascending.</param>
/// <param name="Fit">One fitted log ratio per step.</param>
/// <param name="Residual">Weighted squares that the fit leaves over; 0 for values that are monotone already.</param>
internal sealed record MonotoneCurve(bool Rises, double[] Steps, double[] Fit, double Residual)
{
    /// <summary>Fits values, with a preference where both directions are equally near, as for equal values.</summary>
    /// <param name="steps">The steps, ascending.</param>
    /// <param name="values">One log ratio per step.</param>
    /// <param name="weights">Pairs behind each.</param>
    /// <param name="risesAtATie">The direction when neither is nearer.</param>
    public static MonotoneCurve Of(double[] steps, ReadOnlySpan<double> values, ReadOnlySpan<double> weights, bool risesAtATie = true)
    {
        var (rising, falling) = (IsotonicFit.Increasing(values, weights), IsotonicFit.Decreasing(values, weights));
        var (ofRising, ofFalling) = (IsotonicFit.Residual(values, weights, rising), IsotonicFit.Residual(values, weights, falling));
        var rises = ofRising < ofFalling || (ofRising == ofFalling && risesAtATie);
        return rises ? new MonotoneCurve(true, steps, rising, ofRising) : new MonotoneCurve(false, steps, falling, ofFalling);
    }

    /// <summary>Where the curve is 0, linear between steps, or null when it does not change sides.</summary>
    public double? Crossing()
    {
        var (before, after) = Sides();
        if (before < 0 || after == Fit.Length) return null;
        // Steps that are exactly 0 lie between: the middle of them.
        return after - before > 1
            ? Steps[before + 1] + ((Steps[after - 1] - Steps[before + 1]) / 2)
            : Steps[before] + (Fit[before] / (Fit[before] - Fit[after]) * (Steps[after] - Steps[before]));
    }

    /// <summary>
    /// Where a curve through the fitted steps may be 0 if it bends only one way between the two around the crossing. It then lies between their chord
    /// and the chords next to it, extended into the gap. A flat stretch beside the gap says nothing, and leaves the whole gap.
    /// </summary>
    public Reach Reach()
    {
        var (before, after) = Sides();
        // Without a crossing it lies beyond the range, on the far side of the step nearest to it.
        if (before < 0 || after == Fit.Length) return new Reach(before < 0 ? null : Steps[before], after == Fit.Length ? null : Steps[after], false);

        var (low, high) = (Steps[before], Steps[after]);
        var (first, last) = (before == 0, after == Fit.Length - 1);
        if (after - before > 1 || (first && last)) return new Reach(low, high, true);
        var chord = Crossing() ?? low;
        var fromLeft = first ? chord : Carried(before - 1, before, whenStep: high);
        var fromRight = last ? chord : Carried(after, after + 1, whenStep: low);
        return new Reach(
            Math.Clamp(Math.Min(chord, Math.Min(fromLeft, fromRight)), low, high),
            Math.Clamp(Math.Max(chord, Math.Max(fromLeft, fromRight)), low, high),
            true);
    }

    private double Carried(int from, int to, double whenStep) =>
        Fit[from] == Fit[to] ? whenStep : Steps[from] + (Fit[from] / (Fit[from] - Fit[to]) * (Steps[to] - Steps[from]));

    // The last step before the change of sides and the first after it; −1 and the count of steps when there is none.
    private (int Before, int After) Sides()
    {
        // As seen by a rising curve: below 1 first.
        var side = Rises ? 1 : -1;
        var (before, after) = (-1, Fit.Length);
        for (var i = 0; i < Fit.Length; i++)
        {
            var value = side * Fit[i];
            if (value < 0) before = i;
            if (value > 0 && after == Fit.Length) after = i;
        }

        return (before, after);
    }
}

/// <summary>Where a crossing may lie, in the unit of the axis.</summary>
/// <param name="Low">The lowest place; null when below the measured range.</param>
/// <param name="High">The highest place; null when above the measured range.</param>
internal readonly record struct Reach(double? Low, double? High, bool Inside);
