using System.Collections.Concurrent;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.Statistics;

/// <summary>
/// The ranks that bound an interval at looks fixed in advance, so that all looks together are wrong with at most a stated probability. A later look
/// sees the pairs of earlier ones again, so together they are wrong less often than the sum of their errors. What that leaves over is spent too.
/// </summary>
/// <remarks>
/// By each look an even part of the error may be spent: Lan, K. K. G. and DeMets, D. L. (1983), "Discrete sequential boundaries for clinical trials",
/// Biometrika 70, 659-663. How much is spent follows from the recursion of Armitage, P., McPherson, C. K. and Rowe, B. C. (1969), "Repeated
/// significance tests on accumulating data", JRSS A 132, 235-244. A look's own error is exact. Between looks, signed-rank statistics are taken as
/// normal with correlation √((n − 4)/(m − 4)). √(n/m) holds for large samples, and lets few pairs be wrong in up to 5.4 % (decision 16).
/// </remarks>
internal static class LookBounds
{
    // Simpson's rule. Eight times as many nodes change no rank up to 1,000 pairs at twenty looks. Where looks are one pair apart, they change ranks by 0.02 %.
    private const int Nodes = 201;

    // Standard deviations within which a path lies that has no bound on one side.
    private const double Farthest = 5;

    // With 4, simulated levels of few pairs agree with the recursion.
    private const double PairsThatTellNothing = 4;

    private static readonly ConcurrentDictionary<(string Looks, int Of, bool TwoSided), SpentError> Known = new();

    /// <summary>The ranks at these looks.</summary>
    /// <param name="looks">Numbers of pairs, ascending; the first of them, where not all have been reached.</param>
    /// <param name="of">How many looks share the error of <see cref="Looks.TotalError"/>, as many as <paramref name="looks"/> or more.</param>
    /// <param name="twoSided">Whether a bound may be passed on either side; else on one.</param>
    public static SpentError Of(IReadOnlyList<int> looks, int of, bool twoSided) =>
        Known.GetOrAdd((string.Join(',', looks), of, twoSided), _ => Spend(looks, of, twoSided));

    private static SpentError Spend(IReadOnlyList<int> looks, int of, bool twoSided)
    {
        var ranks = new List<int?>();
        var (spent, path) = (0.0, Path.AtStart(twoSided));
        foreach (var look in looks)
        {
            var left = (Looks.TotalError * (ranks.Count + 1) / of) - spent;
            var rank = Largest(look, candidate => path.Passing(look, candidate) <= left);
            ranks.Add(rank == 0 ? null : rank);
            if (rank == 0) continue;
            spent += path.Passing(look, rank);
            path = path.Within(look, rank);
        }

        return new SpentError(ranks, spent);
    }

    // The largest rank that is allowed; 0 for none. What passes a bound grows with its rank.
    private static int Largest(int pairs, Func<int, bool> isAllowed)
    {
        var (low, high) = (0, pairs * (pairs + 1) / 4);
        while (low < high)
        {
            var middle = high - ((high - low) / 2);
            if (isAllowed(middle)) low = middle;
            else high = middle - 1;
        }

        return low;
    }

    /// <summary>The paths that have passed no bound so far: a density over the standardised sum of what was seen, at the time of the last look.</summary>
    private sealed class Path
    {
        private readonly bool twoSided;
        private readonly double? time;
        private readonly double[] at;
        private readonly double[] mass;

        private Path(bool twoSided, double? time, double[] at, double[] mass) => (this.twoSided, this.time, this.at, this.mass) = (twoSided, time, at, mass);

        public static Path AtStart(bool twoSided) => new(twoSided, null, [0], [1]);

        /// <summary>Probability of passing a bound at a look, and none before.</summary>
        /// <param name="rank">0 for no bound.</param>
        public double Passing(int look, int rank)
        {
            if (rank == 0) return 0;
            if (time is not { } before) return SignedRank.Tail(look, rank) * (twoSided ? 2 : 1);
            var (bound, step) = (Bound(look, rank), Math.Sqrt(TimeOf(look) - before));
            var sum = 0.0;
            for (var node = 0; node < at.Length; node++)
                sum += mass[node] * (Normal.CDF(0, 1, (-bound - at[node]) / step) + (twoSided ? Normal.CDF(0, 1, (at[node] - bound) / step) : 0));
            return sum;
        }

        /// <summary>The paths that go on after a look.</summary>
        /// <param name="rank">1 or more.</param>
        public Path Within(int look, int rank)
        {
            var (from, to) = (-Bound(look, rank), twoSided ? Bound(look, rank) : Farthest * Math.Sqrt(TimeOf(look)));
            var (width, step) = ((to - from) / (Nodes - 1), Math.Sqrt(TimeOf(look) - (time ?? 0)));
            var (nodes, weighed) = (new double[Nodes], new double[Nodes]);
            for (var node = 0; node < Nodes; node++)
            {
                nodes[node] = from + (node * width);
                var density = 0.0;
                for (var before = 0; before < at.Length; before++) density += mass[before] * Normal.PDF(0, 1, (nodes[node] - at[before]) / step) / step;
                weighed[node] = density * width / 3 * (node is 0 or Nodes - 1 ? 1 : node % 2 == 1 ? 4 : 2);
            }

            return new Path(twoSided, TimeOf(look), nodes, weighed);
        }

        // A look with a bound has at least five pairs.
        private static double TimeOf(int look) => look - PairsThatTellNothing;

        // The bound that a normal sum passes as often as the signed-rank statistic passes its rank.
        private static double Bound(int look, int rank) => -Normal.InvCDF(0, 1, SignedRank.Tail(look, rank)) * Math.Sqrt(TimeOf(look));
    }
}

/// <summary>How an error was spent over looks.</summary>
/// <param name="Ranks">The k of the interval from the k-th smallest to the k-th largest Walsh average, one per look; null where so few pairs allow none.</param>
/// <param name="Error">Probability that any of the intervals misses.</param>
internal sealed record SpentError(IReadOnlyList<int?> Ranks, double Error);
