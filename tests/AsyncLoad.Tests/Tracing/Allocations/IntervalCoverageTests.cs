using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Allocations;

/// <summary>How often an interval holds the bytes that were allocated, in simulated sessions with fixed seeds.</summary>
public sealed class IntervalCoverageTests
{
    private const int Rounds = 4_000;
    private const double Confidence = 0.95;

    // What a thread is given to allocate from. The sampler knows a piece only if sampling was on when the thread got it.
    private const int PieceBytes = 8_192;

    // 175 samples are where the bounds of a Poisson count have least to spare: they cover 95.07 %.
    [Theory]
    [InlineData(5, 1)]
    [InlineData(20, 8)]
    [InlineData(50, 32)]
    [InlineData(171, 1)]
    [InlineData(175, 8)]
    [InlineData(175, 32)]
    [InlineData(400, 32)]
    public void Small_objects_of_many_threads_are_covered(int samples, int threads) =>
        AssertCovered(threads, random => new Stretch(72, (long)(samples * 102_400.0 / 72), Unseen(random, threads)));

    [Theory]
    [InlineData(24_024)]
    [InlineData(102_424)]
    [InlineData(400_024)]
    public void Small_objects_beside_large_ones_are_covered(int size) => AssertCovered(
        seed: size,
        random => new Stretch(152, 60_000, Unseen(random, threads: 8)),
        _ => new Stretch(size, 60, 0));

    private static void AssertCovered(int seed, params Func<Random, Stretch>[] session)
    {
        var random = new Random(seed);
        var covered = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var (tally, truth) = (new AllocationTally(), 0L);
            foreach (var part in session.Select(make => make(random)))
            {
                truth += part.Size * part.Objects;
                Sample(random, part, tally);
            }

            var estimate = tally.Estimate(Confidence);
            if (estimate.Low <= truth && truth <= estimate.High) covered++;
        }

        Assert.InRange(covered / (double)Rounds, Confidence, 1);
    }

    // All objects lie in a row, but for those of each thread that nobody looks at; bytes are drawn at geometric distances, which is a draw for each byte.
    private static void Sample(Random random, Stretch part, AllocationTally tally)
    {
        for (var at = part.Unseen + Gap(random); at < part.Size * part.Objects; at += Gap(random))
        {
            tally.Add(part.Size);
            // An object is sampled once.
            at = ((at / part.Size) + 1) * part.Size;
        }
    }

    private static long Unseen(Random random, int threads) => Enumerable.Range(0, threads).Sum(_ => (long)random.Next(PieceBytes));

    private static long Gap(Random random) => (long)(-Math.Log(1 - random.NextDouble()) * AllocationSampling.MeanBytesBetweenSamples);

    private sealed record Stretch(long Size, long Objects, long Unseen);
}
