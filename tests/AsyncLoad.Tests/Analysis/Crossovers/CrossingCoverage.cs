using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Tests.Analysis.Simulated;

namespace AsyncLoad.Tests.Analysis.Crossovers;

/// <summary>What many simulated searches come to; each share of all, 0 to 1.</summary>
/// <param name="Covered">The interval holds the true crossing; searches that end undecided count with theirs.</param>
/// <param name="Narrow">The interval is narrow enough, a factor of 1.5 or a fiftieth of the range.</param>
/// <param name="At">A crossing is stated.</param>
/// <param name="None">None is stated.</param>
/// <param name="NotMonotone">The curve is said not to be monotone.</param>
/// <param name="Undecided">Undecided.</param>
/// <param name="Steps">Mean number of steps measured.</param>
internal sealed record CrossingCoverage(double Covered, double Narrow, double At, double None, double NotMonotone, double Undecided, double Steps)
{
    public const int Searches = 60;

    public static CrossingCoverage Of(SimulatedAxis axis, PairNoise pairs, int seed)
    {
        var noise = new Noise(seed);
        var searches = Enumerable.Range(0, Searches).Select(_ => axis.Search(pairs, noise)).ToList();
        return new CrossingCoverage(
            Share(estimate => Interval(estimate) is var (low, high) && (low ?? axis.Crossing) <= axis.Crossing && (high ?? axis.Crossing) >= axis.Crossing),
            Share(estimate => Interval(estimate) is ({ } low, { } high) && (high <= NextStep.NarrowFactor * low || high - low <= NextStep.NarrowShare * (axis.Grid.To - axis.Grid.From))),
            Share(estimate => estimate is CrossingEstimate.At),
            Share(estimate => estimate is CrossingEstimate.None),
            Share(estimate => estimate is CrossingEstimate.NotMonotone),
            Share(estimate => estimate is CrossingEstimate.Undecided),
            searches.Average(search => search.Steps.Count));

        double Share(Func<CrossingEstimate, bool> holds) => searches.Count(search => holds(search.Estimate)) / (double)Searches;
    }

    private static (double? Low, double? High)? Interval(CrossingEstimate estimate) => estimate switch
    {
        CrossingEstimate.At at => (at.Low, at.High),
        CrossingEstimate.Undecided undecided => (undecided.Low, undecided.High),
        _ => null,
    };
}
