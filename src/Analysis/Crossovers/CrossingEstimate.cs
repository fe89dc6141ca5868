using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>Where along an axis the ratio crosses 1, or why no crossing is given.</summary>
public abstract record CrossingEstimate
{
    private CrossingEstimate()
    {
    }

    /// <summary>The ratio crosses 1 in the measured range, once.</summary>
    /// <param name="Estimate">Where, in the unit of the axis: the monotone fit, taken as linear between steps.</param>
    /// <param name="Low">Lower bound; null when it lies below the measured range.</param>
    /// <param name="High">Upper bound; null when it lies above the measured range.</param>
    /// <param name="Confidence">Coverage of the interval, 0 to 1.</param>
    public sealed record At(double Estimate, double? Low, double? High, double Confidence) : CrossingEstimate;

    /// <summary>No crossing in the measured range.</summary>
    /// <param name="Throughout">Wins: below 1 at every step; loses: above 1 at every step; equivalent: within the margin at every step.</param>
    public sealed record None(Verdict Throughout) : CrossingEstimate;

    /// <summary>The ratio crosses 1, but neither rises nor falls throughout: a single crossing would mislead.</summary>
    /// <param name="PValue">How often noise alone would depart as far from a monotone curve; at most 0.01.</param>
    public sealed record NotMonotone(double PValue) : CrossingEstimate;

    /// <summary>The pairs do not decide whether or where there is a crossing, or some steps have too few pairs to exclude one.</summary>
    /// <param name="Estimate">Where the fit crosses, or null when it does not.</param>
    /// <param name="Low">The lowest that a crossing may lie, or null when that is below the measured range.</param>
    /// <param name="High">The highest that a crossing may lie, or null when that is above the measured range.</param>
    /// <param name="ChanceOfNone">Share of resampled fits that do not cross, 0 to 1; 1 when fewer than two steps have two pairs.</param>
    public sealed record Undecided(double? Estimate, double? Low, double? High, double ChanceOfNone) : CrossingEstimate;
}
