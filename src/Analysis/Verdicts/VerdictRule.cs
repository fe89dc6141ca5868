using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>One of four verdicts from an interval and a margin δ. The interval decides, never its width.</summary>
public static class VerdictRule
{
    /// <summary>Wins: high &lt; 1 and estimate ≤ 1/(1+δ). Loses: low &gt; 1 and estimate ≥ 1+δ. Equivalent: the inner interval lies inside [1/(1+δ), 1+δ]. Inconclusive: anything else.</summary>
    /// <param name="ratio">Candidate ÷ baseline of a cost; below 1 the candidate is cheaper.</param>
    /// <param name="margin">δ, 0 or more.</param>
    public static Verdict Judge(RatioInterval ratio, double margin)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(margin);
        var upper = 1 + margin;
        var lower = 1 / upper;
        if (ratio.High < 1 && ratio.Estimate <= lower) return Verdict.Wins;
        if (ratio.Low > 1 && ratio.Estimate >= upper) return Verdict.Loses;
        if ((ratio.Inner?.Low ?? ratio.Low) >= lower && (ratio.Inner?.High ?? ratio.High) <= upper) return Verdict.Equivalent;
        return Verdict.Inconclusive;
    }

    /// <summary>The same rule for the change of a figure from one run to a later one.</summary>
    /// <param name="change">Later ÷ earlier.</param>
    /// <param name="margin">δ, 0 or more.</param>
    public static Change JudgeChange(RatioInterval change, double margin) => Judge(change, margin) switch
    {
        Verdict.Wins => Change.ChangedDown,
        Verdict.Loses => Change.ChangedUp,
        Verdict.Equivalent => Change.Unchanged,
        _ => Change.Inconclusive,
    };

    /// <summary>How far an interval of a log ratio may reach to either side of it and still give a verdict. Beyond the margin it must be clear of 1; inside it must not reach the margin.</summary>
    /// <param name="estimate">The ratio, above 0.</param>
    /// <param name="margin">δ, 0 or more.</param>
    /// <returns>0 or more, 0 where no width is narrow enough; and whether it is the inner interval's.</returns>
    internal static (double Width, bool Inner) Reach(double estimate, double margin)
    {
        var (away, edge) = (Math.Abs(Math.Log(estimate)), Math.Log(1 + margin));
        return away >= edge ? (away, false) : (edge - away, true);
    }
}
