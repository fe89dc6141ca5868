using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Crossovers;

/// <summary>
/// Where along an axis the ratio crosses 1. The mean log ratios of the steps are fitted by the nearest monotone curve, rising or falling as the data
/// say. The crossing is where that curve, linear between steps, is 0.
/// </summary>
/// <remarks>
/// For the interval, pairs are resampled within each step and the curve is fitted again. Each fit gives the largest distance of its crossing from the chord
/// between the two steps around it, if the true curve bends only one way there (<see cref="MonotoneCurve.Reach"/>). Chords alone give intervals that
/// are too narrow: on curves with a sudden step they miss the crossing in most runs (simulated; docs/evidence/crossover.md).
/// </remarks>
public static class Crossing
{
    /// <summary>Coverage of the interval, and of what is beyond doubt at one step.</summary>
    public const double Confidence = 0.95;

    /// <summary>A curve is not monotone when noise alone would depart as far from one with at most this probability.</summary>
    public const double MonotoneError = 0.01;

    /// <summary>Fewest pairs of a step that is judged.</summary>
    public const int FewestPairs = 2;

    // With a p-value between the two, no crossing is stated.
    private const double MonotoneDoubt = 0.05;

    /// <summary>
    /// Decides in this order. All steps within the margin, or all on one side of 1 beyond doubt: <see cref="CrossingEstimate.None"/>, but
    /// <see cref="CrossingEstimate.Undecided"/> where a step has fewer than two pairs. A curve that changes sides and is not monotone:
    /// <see cref="CrossingEstimate.NotMonotone"/>. It is not that if its steps change sides once beyond doubt, including all steps outside the
    /// interval: its bumps then do not touch the crossing. A step beyond doubt on each side, and a bound on at least one:
    /// <see cref="CrossingEstimate.At"/>. Anything else: <see cref="CrossingEstimate.Undecided"/>.
    /// </summary>
    /// <param name="steps">
    /// Steps in any order, each once. Those with fewer than two pairs are left out of the fit. If fewer than two are left, the answer is undecided: all null, and 1.
    /// </param>
    /// <param name="margin">δ inside which two sides count as equivalent, 0 or more.</param>
    /// <param name="seed">Seed of the resampled pairs. Same steps and seed, same answer.</param>
    /// <exception cref="ArgumentException">A step is given twice, or a step or log ratio is not finite.</exception>
    public static CrossingEstimate Of(IReadOnlyList<StepSample> steps, double margin, int seed)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(margin);
        if (steps.Any(step => !double.IsFinite(step.Step) || !step.LogRatios.All(double.IsFinite))) throw new ArgumentException("steps and log ratios must be finite", nameof(steps));
        if (steps.DistinctBy(step => step.Step).Count() < steps.Count) throw new ArgumentException("a step is given twice", nameof(steps));

        List<StepSample> usable = [.. steps.Where(step => step.LogRatios.Count >= FewestPairs).OrderBy(step => step.Step)];
        if (usable.Count < 2) return new CrossingEstimate.Undecided(null, null, null, 1);
        List<CenterInterval> means = [.. usable.Select(step => StudentMean.Interval([.. step.LogRatios.Order()], Confidence)!)];
        var throughout = Throughout(means, Math.Log(1 + margin));
        if (throughout is { } verdict && usable.Count == steps.Count) return new CrossingEstimate.None(verdict);
        var found = ResampledCrossing.Of(usable, Confidence, seed);
        return throughout is null ? Decided(means, found) : Undecided(found);
    }

    private static Verdict? Throughout(List<CenterInterval> means, double margin)
    {
        if (means.TrueForAll(mean => mean.Low >= -margin && mean.High <= margin)) return Verdict.Equivalent;
        if (means.TrueForAll(Below)) return Verdict.Wins;
        return means.TrueForAll(Above) ? Verdict.Loses : null;
    }

    private static CrossingEstimate Decided(List<CenterInterval> means, ResampledCrossing found)
    {
        var changesOnce = ChangesOnce(means, found);
        var changesSides = found.Means.Min() < 0 && found.Means.Max() > 0;
        if (changesSides && found.MonotonePValue <= MonotoneError && !changesOnce) return new CrossingEstimate.NotMonotone(found.MonotonePValue);

        var changesBeyondDoubt = means.Exists(Below) && means.Exists(Above) && (changesOnce || found.MonotonePValue > MonotoneDoubt);
        return found.Curve.Crossing() is { } estimate && changesBeyondDoubt && (found.Low ?? found.High) is not null
            ? new CrossingEstimate.At(estimate, found.Low, found.High, Confidence)
            : Undecided(found);
    }

    private static CrossingEstimate.Undecided Undecided(ResampledCrossing found) => new(found.Curve.Crossing(), found.Low, found.High, found.ChanceOfNone);

    // Steps inside the interval may be in doubt, but none may be beyond doubt on the wrong side of another.
    private static bool ChangesOnce(List<CenterInterval> means, ResampledCrossing found)
    {
        Predicate<CenterInterval> before = found.Curve.Rises ? Below : Above;
        Predicate<CenterInterval> after = found.Curve.Rises ? Above : Below;
        var first = means.FindIndex(after);
        return means.FindLastIndex(before) < (first < 0 ? means.Count : first)
            && found.Curve.Steps.Zip(means).All(step => !(step.First < found.Low) || before(step.Second))
            && found.Curve.Steps.Zip(means).All(step => !(step.First > found.High) || after(step.Second));
    }

    private static bool Below(CenterInterval mean) => mean.High < 0;

    private static bool Above(CenterInterval mean) => mean.Low > 0;
}

/// <summary>What was measured at one step of an axis.</summary>
/// <param name="Step">Where on the axis, in the axis' own unit.</param>
/// <param name="LogRatios">Natural logarithm of candidate ÷ baseline of each completed pair; above 0 the candidate is slower.</param>
public sealed record StepSample(double Step, IReadOnlyList<double> LogRatios);

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
