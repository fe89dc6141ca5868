namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>How long a simulated device takes for one access. A closed set of cases; immutable.</summary>
public abstract record LatencyDistribution
{
    /// <summary>Draws are cut at an hour: longer ones only come from the tail of a lognormal with wrong settings.</summary>
    private const double LongestNanoseconds = 3.6e12;

    private LatencyDistribution()
    {
    }

    /// <summary>Draws one latency, in ns. Allocates nothing.</summary>
    public long Draw(Random random)
    {
        ArgumentNullException.ThrowIfNull(random);
        return (long)Math.Clamp(DrawNanoseconds(random), 0, LongestNanoseconds);
    }

    private protected abstract double DrawNanoseconds(Random random);

    private static double Positive(TimeSpan value, string name) => value > TimeSpan.Zero
        ? value.TotalNanoseconds
        : throw new ArgumentOutOfRangeException(name, value, "a latency is greater than 0");

    /// <summary>Always the same.</summary>
    /// <param name="Value">The latency; greater than 0.</param>
    public sealed record Fixed(TimeSpan Value) : LatencyDistribution
    {
        private readonly double nanoseconds = Positive(Value, nameof(Value));

        private protected override double DrawNanoseconds(Random random) => nanoseconds;
    }

    /// <summary>Every value between two bounds equally likely.</summary>
    /// <param name="Lowest">Lower bound; greater than 0.</param>
    /// <param name="Highest">Upper bound; at least <paramref name="Lowest"/>.</param>
    public sealed record Uniform(TimeSpan Lowest, TimeSpan Highest) : LatencyDistribution
    {
        private readonly double from = Positive(Lowest, nameof(Lowest));
        private readonly double width = Highest >= Lowest
            ? (Highest - Lowest).TotalNanoseconds
            : throw new ArgumentOutOfRangeException(nameof(Highest), Highest, "the upper bound lies below the lower");

        private protected override double DrawNanoseconds(Random random) => from + (width * random.NextDouble());
    }

    /// <summary>Memoryless: most accesses short, a few long.</summary>
    /// <param name="Mean">Mean latency; greater than 0.</param>
    public sealed record Exponential(TimeSpan Mean) : LatencyDistribution
    {
        private readonly double mean = Positive(Mean, nameof(Mean));

        private protected override double DrawNanoseconds(Random random) => -mean * Math.Log(1 - random.NextDouble());
    }

    /// <summary>Typical of networks and disks: most accesses near the median, and a long tail.</summary>
    /// <param name="P50">Median; greater than 0.</param>
    /// <param name="P99">99th percentile; at least <paramref name="P50"/>.</param>
    public sealed record Lognormal(TimeSpan P50, TimeSpan P99) : LatencyDistribution
    {
        /// <summary>99th percentile of the standard normal distribution.</summary>
        private const double NormalP99 = 2.3263478740408408;

        private readonly double median = Positive(P50, nameof(P50));
        private readonly double sigma = P99 >= P50
            ? Math.Log(P99 / P50) / NormalP99
            : throw new ArgumentOutOfRangeException(nameof(P99), P99, "the 99th percentile lies below the median");

        // Box and Muller (1958); the second value of each draw is dropped, so that a draw needs no state.
        private protected override double DrawNanoseconds(Random random)
        {
            var radius = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble()));
            return median * Math.Exp(sigma * radius * Math.Cos(2 * Math.PI * random.NextDouble()));
        }
    }

    /// <summary>Recorded values, each drawn with equal chance.</summary>
    public sealed record Trace : LatencyDistribution
    {
        private readonly double[] nanoseconds;

        /// <summary>Takes a copy of <paramref name="values"/>.</summary>
        /// <param name="values">At least one latency, each greater than 0.</param>
        public Trace(params ReadOnlySpan<TimeSpan> values)
        {
            if (values.IsEmpty) throw new ArgumentException("a trace has at least one value", nameof(values));
            nanoseconds = new double[values.Length];
            for (var index = 0; index < values.Length; index++) nanoseconds[index] = Positive(values[index], nameof(values));
        }

        private protected override double DrawNanoseconds(Random random) => nanoseconds[random.Next(nanoseconds.Length)];
    }
}
