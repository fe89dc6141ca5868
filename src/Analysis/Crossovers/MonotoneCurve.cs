using AsyncLoad.Analysis.Statistics;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>The monotone curve nearest to one value a level, rising or falling, whichever is nearer.</summary>
/// <param name="Rises">Whether it never falls; otherwise it never rises.</param>
/// <param name="Fit">One fitted log ratio a level, in the order of the levels.</param>
/// <param name="Residual">Weighted squares that the fit leaves over; 0 for values that are monotone already.</param>
internal sealed record MonotoneCurve(bool Rises, IReadOnlyList<double> Fit, double Residual)
{
    /// <summary>Fits values, with a preference where both directions are as near, as for equal values.</summary>
    /// <param name="values">One log ratio a level, levels ascending.</param>
    /// <param name="weights">Pairs behind each.</param>
    /// <param name="risesAtATie">The direction when neither is nearer.</param>
    public static MonotoneCurve Of(ReadOnlySpan<double> values, ReadOnlySpan<double> weights, bool risesAtATie = true)
    {
        var (rising, falling) = (IsotonicFit.Increasing(values, weights), IsotonicFit.Decreasing(values, weights));
        var (ofRising, ofFalling) = (IsotonicFit.Residual(values, weights, rising), IsotonicFit.Residual(values, weights, falling));
        var rises = ofRising < ofFalling || (ofRising == ofFalling && risesAtATie);
        return rises ? new MonotoneCurve(true, rising, ofRising) : new MonotoneCurve(false, falling, ofFalling);
    }

    /// <summary>The levels between which the curve changes sides, whatever its shape between them: the last before and the first after.</summary>
    public Bracket Bracket()
    {
        // As seen by a rising curve: below 1 first.
        var side = Rises ? 1 : -1;
        var (before, after) = (-1, Fit.Count);
        for (var i = 0; i < Fit.Count; i++)
        {
            var value = side * Fit[i];
            if (value < 0) before = i;
            if (value > 0 && after == Fit.Count) after = i;
        }

        return new Bracket(before, after, Fit.Count);
    }

    /// <summary>Where the curve is 0, linear between levels, or null when it does not change sides.</summary>
    /// <param name="levels">The levels, ascending.</param>
    public double? Crossing(IReadOnlyList<double> levels)
    {
        var bracket = Bracket();
        if (!bracket.Inside) return null;
        // Levels that are exactly 0 lie between: the middle of them.
        if (bracket.After - bracket.Before > 1) return levels[bracket.Before + 1] + ((levels[bracket.After - 1] - levels[bracket.Before + 1]) / 2);
        var share = Fit[bracket.Before] / (Fit[bracket.Before] - Fit[bracket.After]);
        return levels[bracket.Before] + (share * (levels[bracket.After] - levels[bracket.Before]));
    }
}

/// <summary>The levels around a change of sides, by their number.</summary>
/// <param name="Before">The last level before it; −1 when it would lie below the first.</param>
/// <param name="After">The first level after it; <paramref name="Count"/> when it would lie above the last.</param>
/// <param name="Count">How many levels there are.</param>
internal readonly record struct Bracket(int Before, int After, int Count)
{
    /// <summary>Whether sides change within the measured range.</summary>
    public bool Inside => Before >= 0 && After < Count;
}
