namespace AsyncLoad.Analysis.Statistics;

/// <summary>
/// Change points of a short series by energy statistics. The place that parts the values best is found and tested by permutation. Then both parts are
/// divided further, until the best place left is no better than chance. The only assumption is that, without a change, every order of the values is
/// equally likely. Then a series without a change has one found at most at the stated level.
/// </summary>
/// <remarks>
/// Matteson, D. S. and James, N. A. (2014), "A nonparametric approach for multiple change point analysis of multivariate data", Journal of the American
/// Statistical Association 109, 334-345, with α = 1: sections 2 (the statistic), 3.1 (hierarchical estimation) and 3.2 (the test). Used on results of
/// performance tests by Daly, D. et al. (2020), "The use of change point detection to identify software performance regressions in a continuous
/// integration system", ICPE '20, and by Fleming, M. et al. (2023), "Hunter", ICPE '23.
/// </remarks>
public static class EDivisive
{
    /// <summary>How often a series without a change has one found, at most.</summary>
    public const double Level = 0.05;

    /// <summary>Random orders of the values that their real order is compared with.</summary>
    public const int Permutations = 999;

    /// <summary>Fewer values are not divided: of seven, a step in the middle is the best of their orders in 2 of 35 cases.</summary>
    public const int FewestValues = 8;

    // The statistic needs a distance within each part.
    private const int FewestInPart = 2;

    // Any constant: the same values give the same answer.
    private const int Seed = 1;

    // Sums over other orders of the same values differ in their last digits.
    private const double Rounding = 1e-9;

    /// <summary>Where the values change, ascending.</summary>
    /// <param name="values">Finite values in the order they came.</param>
    public static IReadOnlyList<ChangePoint> Find(ReadOnlySpan<double> values)
    {
        if (values.Length < FewestValues) return [];
        var random = new Random(Seed);
        var found = new List<ChangePoint>();
        var parts = new List<Part> { new(0, values.ToArray()) };
        while (parts.Select(part => part.Best).Max() is { Gain: > 0 } best && Probability(parts, best.Gain, random) is { } probability)
        {
            var parted = parts.First(part => part.Best.Gain == best.Gain);
            found.Add(new ChangePoint(parted.Start + parted.Best.At, probability));
            parts.Remove(parted);
            parts.Add(new Part(parted.Start, parted.Values[..parted.Best.At]));
            parts.Add(new Part(parted.Start + parted.Best.At, parted.Values[parted.Best.At..]));
        }

        return [.. found.OrderBy(change => change.Index)];
    }

    // How often the values of each part, in other orders, could be parted as well; null as soon as that is certain to be too often.
    private static double? Probability(List<Part> parts, double gain, Random random)
    {
        var most = (int)(Level * (Permutations + 1));
        var asGood = 1;
        double[][] shuffled = [.. parts.Select(part => part.Values.ToArray())];
        for (var i = 0; i < Permutations; i++)
        {
            foreach (var values in shuffled) random.Shuffle(values);
            if (shuffled.Max(values => Split.BestOf(values).Gain) >= gain * (1 - Rounding) && ++asGood > most) return null;
        }

        return asGood / (double)(Permutations + 1);
    }

    /// <summary>Values between two changes.</summary>
    private sealed record Part(int Start, double[] Values)
    {
        public Split Best { get; } = Split.BestOf(Values);
    }

    /// <summary>A place that parts values, and how well.</summary>
    private readonly record struct Split(double Gain, int At) : IComparable<Split>
    {
        public int CompareTo(Split other) => Gain.CompareTo(other.Gain);

        /// <summary>The best of all places τ, each with all ends κ of what follows. Distances are summed value by value, so that no table of them is needed.</summary>
        public static Split BestOf(double[] values)
        {
            // By the place: distances of earlier values from each other, from later ones, and of later ones from each other; inverse of whole numbers.
            double[] before = new double[values.Length + 1], between = new double[values.Length], after = new double[values.Length], row = new double[values.Length];
            double[] inverse = [.. Enumerable.Range(0, values.Length).Select(number => 1.0 / number)];
            var best = new Split(0, 0);
            for (var last = 0; last < values.Length; last++)
            {
                var total = 0.0;
                for (var i = 0; i < last; i++)
                {
                    row[i] = total;
                    total += Math.Abs(values[i] - values[last]);
                }

                row[last] = total;
                before[last + 1] = before[last] + total;
                var scale = 2.0 / (last + 1);
                for (var at = FewestInPart; at <= last; at++)
                {
                    between[at] += row[at];
                    after[at] += total - row[at];
                    var m = last + 1 - at;
                    if (m < FewestInPart) continue;
                    // Section 2: n·m/(n+m) times twice the mean distance between the parts, less the mean distances within each.
                    var gain = scale * (between[at] - (before[at] * m * inverse[at - 1]) - (after[at] * at * inverse[m - 1]));
                    if (gain > best.Gain) best = new Split(gain, at);
                }
            }

            return best;
        }
    }
}

/// <summary>A place where values change.</summary>
/// <param name="Index">Of the first value after the change.</param>
/// <param name="Probability">How often the values would be parted as well if their order meant nothing.</param>
public readonly record struct ChangePoint(int Index, double Probability);
