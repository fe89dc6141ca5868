using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics;

public sealed class AllocationSamplingTests
{
    [Theory]
    [InlineData(1, 102_400)]
    [InlineData(2, 102_400.5)]
    [InlineData(10_000_000, 10_000_000)]
    [InlineData(long.MaxValue, (double)long.MaxValue)]
    public void One_sample_stands_for_the_bytes_that_it_makes_likely(long size, double bytes) =>
        Assert.Equal(1, AllocationSampling.BytesRepresented(size) / bytes, 9);

    [Fact]
    public void A_sample_of_72_bytes_stands_for_about_1423_objects() =>
        Assert.Equal(1_423, AllocationSampling.BytesRepresented(72) / 72, 0);

    [Fact]
    public void The_weight_agrees_with_the_plain_formula_in_decimal_arithmetic()
    {
        var keep = 1 - (1m / 102_400);
        var unsampled = 1m;
        for (var size = 1; size <= 2_000; size++)
        {
            unsampled *= keep;
            Assert.Equal(1, AllocationSampling.BytesRepresented(size) / (double)(size / (1 - unsampled)), 12);
        }
    }

    [Fact]
    public void An_object_without_a_size_is_refused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => AllocationSampling.BytesRepresented(0));

    [Fact]
    public void Without_samples_there_may_still_be_some_hundred_kilobytes()
    {
        var estimate = AllocationSampling.Estimate(0, 0, 0.95);
        Assert.Equal(0, estimate.Bytes);
        Assert.Equal(0, estimate.Low);
        // −ln(0.025) draws.
        Assert.Equal(102_400 * 3.6888794541, estimate.High, 3);
    }

    [Theory]
    [InlineData(1, 0.0253, 5.5716)]
    [InlineData(10, 4.7954, 18.3904)]
    [InlineData(100, 81.3640, 121.6270)]
    public void The_bounds_are_the_published_poisson_limits(int samples, double low, double high)
    {
        var estimate = AllocationSampling.Estimate(samples, samples, 0.95);
        Assert.Equal(low, estimate.Low, 3);
        Assert.Equal(high, estimate.High, 3);
    }

    [Fact]
    public void A_cross_check_is_wider_than_a_report_and_a_million_samples_are_narrow()
    {
        long[] sizes = [72, 72, 504, 1_000_000];
        var report = Estimate(sizes, 0.95);
        var check = Estimate(sizes, TraceChecks.Confidence);
        Assert.Equal(report.Bytes, check.Bytes);
        Assert.True(check.Low < report.Low && check.High > report.High);

        var many = AllocationSampling.Estimate(1_000_000, 1e11, 0.95);
        Assert.InRange(many.High / many.Bytes, 1.0019, 1.0021);
    }

    [Fact]
    public void The_estimate_is_unbiased_and_its_interval_covers_when_bytes_are_drawn_one_by_one()
    {
        const int Rounds = 1_500;
        var random = new Random(17);
        // Tiny, ordinary and huge objects; about 4, 12 and 15 samples expected.
        (long Size, int Count)[] mix = [(24, 17_000), (504, 2_500), (400_000, 15)];
        var truth = mix.Sum(kind => kind.Size * kind.Count);
        var (sum, squares, covered) = (0.0, 0.0, 0);
        for (var round = 0; round < Rounds; round++)
        {
            var estimate = Estimate(Sampled(random, mix), 0.95);
            sum += estimate.Bytes;
            squares += estimate.Bytes * estimate.Bytes;
            if (estimate.Low <= truth && truth <= estimate.High) covered++;
        }

        var mean = sum / Rounds;
        var standardError = Math.Sqrt(((squares / Rounds) - (mean * mean)) / Rounds);
        Assert.InRange(mean, truth - (3 * standardError), truth + (3 * standardError));
        Assert.InRange(covered / (double)Rounds, 0.945 - (3 * Math.Sqrt(0.05 * 0.95 / Rounds)), 1);
    }

    private static AllocationEstimate Estimate(IReadOnlyCollection<long> sizes, double confidence) =>
        AllocationSampling.Estimate(sizes.Count, sizes.Sum(AllocationSampling.BytesRepresented), confidence);

    // Gaps between drawn bytes are geometric: the same as a draw for each byte. An object is sampled once however many of its bytes are drawn.
    private static List<long> Sampled(Random random, (long Size, int Count)[] mix)
    {
        var sampled = new List<long>();
        var untilDraw = Gap(random);
        foreach (var (size, count) in mix)
        {
            for (var i = 0; i < count; i++)
            {
                if (untilDraw > size)
                {
                    untilDraw -= size;
                    continue;
                }

                sampled.Add(size);
                // Draws within one object are lost on it; the process has no memory, so the next gap starts at its end.
                untilDraw = Gap(random);
            }
        }

        return sampled;
    }

    private static long Gap(Random random) =>
        (long)Math.Ceiling(Math.Log(1 - random.NextDouble()) / Math.Log(1 - (1.0 / AllocationSampling.MeanBytesBetweenSamples)));
}
