using AsyncLoad.Workloads.IoSimulator;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>The simulator's parts, each by itself and without a clock.</summary>
public class IoSimulatorPartsTests
{
    private const int Draws = 40_000;

    // A tick of the wheel is 1,024 ns.
    private const int TickBits = 10;

    private static readonly double[] Fractions = [0.1, 0.5, 0.9, 0.99];

    [Fact]
    public void A_fixed_latency_is_always_the_same() =>
        Assert.All(Sample(new LatencyDistribution.Fixed(Microseconds(100)), 100), draw => Assert.Equal(100_000, draw));

    [Fact]
    public void Uniform_draws_have_the_quantiles_of_theory() =>
        AssertQuantiles(new LatencyDistribution.Uniform(Microseconds(50), Microseconds(150)), p => 50_000 + (100_000 * p));

    [Fact]
    public void Exponential_draws_have_the_quantiles_of_theory() =>
        AssertQuantiles(new LatencyDistribution.Exponential(Microseconds(100)), p => -100_000 * Math.Log(1 - p));

    [Fact]
    public void Lognormal_draws_have_the_quantiles_they_were_asked_for()
    {
        // Standard normal quantiles at the fractions tested.
        double[] z = [-1.2815515655446004, 0, 1.2815515655446004, 2.3263478740408408];
        var sigma = Math.Log(10) / z[3];

        AssertQuantiles(new LatencyDistribution.Lognormal(Microseconds(100), Microseconds(1000)), p => 100_000 * Math.Exp(sigma * z[Array.IndexOf(Fractions, p)]));
    }

    [Fact]
    public void A_trace_draws_each_of_its_values_equally_often()
    {
        var draws = Sample(new LatencyDistribution.Trace(Microseconds(10), Microseconds(20), Microseconds(20), Microseconds(40)), Draws);

        foreach (var (value, share) in new[] { (10_000L, 0.25), (20_000L, 0.5), (40_000L, 0.25) })
            AssertShare(draws.Count(draw => draw == value), share);
    }

    [Fact]
    public void Latencies_that_make_no_sense_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyDistribution.Fixed(TimeSpan.Zero));
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyDistribution.Uniform(Microseconds(2), Microseconds(1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyDistribution.Exponential(Microseconds(-1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => new LatencyDistribution.Lognormal(Microseconds(2), Microseconds(1)));
        Assert.Throws<ArgumentException>(() => new LatencyDistribution.Trace());
    }

    [Fact]
    public void Quantiles_of_the_histogram_are_those_of_sorting_within_a_256th()
    {
        var property = Prop.ForAll<ulong[]>(seeds =>
        {
            // Magnitudes from 1 ns to some 150 minutes.
            var values = seeds.Select(seed => (long)(seed * 0x9E3779B97F4A7C15) >>> (20 + (int)(seed % 43))).DefaultIfEmpty(7).ToArray();
            var histogram = new LatencyHistogram();
            foreach (var value in values) histogram.Record(value);
            Array.Sort(values);
            return histogram.Count == values.Length
                && new[] { 0, 0.25, 0.5, 0.99, 1 }.All(p => Near(histogram.Quantile(p), values[Math.Max(0, (int)Math.Ceiling(p * values.Length) - 1)]));
        });

        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500), property);

        static bool Near(long? found, long sorted) => found is { } value && Math.Abs(value - sorted) <= sorted / 256.0;
    }

    [Fact]
    public void An_empty_histogram_has_no_quantile() => Assert.Null(new LatencyHistogram().Quantile(0.5));

    [Fact]
    public void The_wheel_lets_everything_go_once_never_early_and_in_order()
    {
        var property = Prop.ForAll<uint[], uint[]>((dues, turns) =>
        {
            var wheel = new TimingWheel();
            var pool = new AccessPool();
            var expected = new List<(long Tick, int Index)>();
            var found = new List<(long Tick, int Index)>();
            var now = 0L;
            var index = 0;
            foreach (var turn in turns.Append(uint.MaxValue))
            {
                // A few accesses before each turn, some of them overdue, most of them within reach of several levels of the wheel.
                foreach (var due in dues.Skip(index).Take(3))
                {
                    var at = Math.Max(0, now - 2000) + (due >> (int)(4 + (due % 24)));
                    wheel.Add(new DeviceAccess(pool) { Asked = index }, at);
                    expected.Add((Math.Max((at + 1023) >> TickBits, now >> TickBits), index++));
                }

                now += turn >> (int)(4 + (turn % 24));
                foreach (var access in wheel.Expire(now)) found.Add((Math.Max(access.DueTick, 0), (int)access.Asked));
                if (found.Any(entry => entry.Tick > now >> TickBits)) return false;
            }

            foreach (var access in wheel.Expire(now + (1L << 33))) found.Add((access.DueTick, (int)access.Asked));
            return wheel.Count == 0 && expected.OrderBy(entry => entry.Tick).ThenBy(entry => entry.Index).Select(entry => entry.Index).SequenceEqual(found.Select(entry => entry.Index));
        });

        Check.One(Config.QuickThrowOnFailure.WithMaxTest(300), property);
    }

    [Fact]
    public void An_overdue_access_counts_until_it_is_taken_out()
    {
        var wheel = new TimingWheel();
        foreach (var _ in wheel.Expire(1_000_000)) Assert.Fail("the wheel is empty");
        wheel.Add(new DeviceAccess(new AccessPool()), 500_000);

        // The pacer sleeps when nothing counts: an access that came too late would wait for the next one.
        Assert.Equal(1, wheel.Count);
        foreach (var access in wheel.Expire(1_000_000)) Assert.NotNull(access);
        Assert.Equal(0, wheel.Count);
    }

    [Theory]
    [InlineData(0.5)]
    [InlineData(0.8)]
    [InlineData(0.9)]
    public void Waiting_for_one_server_grows_with_load_as_in_an_m_d_1_queue(double load)
    {
        const int accesses = 400_000;
        const double service = 100_000;
        var random = new Random(7);
        var queue = new ServerQueue(1);
        var (arrival, waited) = (0.0, 0.0);
        for (var access = 0; access < accesses; access++)
        {
            arrival -= service / load * Math.Log(1 - random.NextDouble());
            waited += queue.Admit((long)arrival, (long)service) - (long)arrival - service;
        }

        // Pollaczek and Khinchine: the mean wait of M/D/1 is load / (2 (1 - load)) services.
        var theory = load / (2 * (1 - load)) * service;
        Assert.InRange(waited / accesses, 0.93 * theory, 1.07 * theory);
    }

    [Fact]
    public void As_many_servers_as_accesses_are_no_queue() =>
        Check.One(
            Config.QuickThrowOnFailure,
            Prop.ForAll<ushort[]>(services =>
            {
                var queue = new ServerQueue(Math.Max(1, services.Length));
                return services.Select((service, arrival) => queue.Admit(arrival, service) == arrival + service).All(equal => equal);
            }));

    private static TimeSpan Microseconds(int value) => TimeSpan.FromMicroseconds(value);

    private static long[] Sample(LatencyDistribution distribution, int count)
    {
        var random = new Random(20);
        return [.. Enumerable.Range(0, count).Select(_ => distribution.Draw(random))];
    }

    private static void AssertQuantiles(LatencyDistribution distribution, Func<double, double> quantile)
    {
        var draws = Sample(distribution, Draws);
        foreach (var fraction in Fractions) AssertShare(draws.Count(draw => draw <= quantile(fraction)), fraction);
    }

    // Five standard deviations of a binomial count; the seed is fixed.
    private static void AssertShare(int count, double share)
    {
        var allowance = 5 * Math.Sqrt(Draws * share * (1 - share));
        Assert.InRange(count, (Draws * share) - allowance, (Draws * share) + allowance);
    }
}
