using AsyncLoad.Analysis.Statistics;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Statistics.Simulated;

/// <summary>Intervals hold the truth as often as they state, by thousands of drawn samples. Not among the tests of mutants: every step of such a loop would ask which mutant is on.</summary>
public sealed class CoverageTests
{
    private static readonly int[] LooksTaken = [8, 12, 16, 24];

    [Fact]
    public void The_interval_covers_the_centre_of_normal_log_ratios_at_its_stated_rate()
    {
        const int Rounds = 4_000;
        var random = new Random(42);
        foreach (var pairs in new[] { 6, 8, 12 })
        {
            var covered = 0;
            for (var round = 0; round < Rounds; round++)
            {
                var interval = SignedRank.Interval(Draw.Normal(random, pairs, centre: 0.1, spread: 0.02), 0.05)!;
                if (interval.Low <= 0.1 && interval.High >= 0.1) covered++;
            }

            HoldsAtItsRate(covered, Rounds, SignedRank.Confidence(pairs, SignedRank.Rank(pairs, 0.05)!.Value));
        }
    }

    [Fact]
    public void The_interval_covers_the_shift_of_normal_log_ratios_at_its_stated_rate()
    {
        const int Rounds = 4_000;
        var random = new Random(43);
        foreach (var (before, after) in new[] { (6, 6), (8, 12) })
        {
            var covered = 0;
            var stated = 0.0;
            for (var round = 0; round < Rounds; round++)
            {
                var interval = RankSum.ShiftInterval(Draw.Normal(random, before, centre: -0.8, spread: 0.02), Draw.Normal(random, after, centre: -0.7, spread: 0.02), 0.05)!;
                if (interval.Low <= 0.1 && interval.High >= 0.1) covered++;
                stated = interval.Confidence;
            }

            HoldsAtItsRate(covered, Rounds, stated);
        }
    }

    [Fact]
    public void Stopping_at_whichever_look_pleases_still_covers_the_truth()
    {
        // The worst stopping rule: stop at the first look that misses the truth. Normal log ratios, 5 % allowed.
        const int Rounds = 3_000;
        var random = new Random(5);
        var missed = 0;
        for (var round = 0; round < Rounds; round++)
        {
            var logs = Draw.Normal(random, 24, 0, 0.02);
            if (LooksTaken.Any(look => Looks.Interval([.. logs[..look].Select(Math.Exp)], LooksTaken) is { Low: > 1 } or { High: < 1 })) missed++;
        }

        var error = 3 * Math.Sqrt(0.05 * 0.95 / Rounds);
        Assert.InRange(missed / (double)Rounds, 0.005, 0.05 + error);
    }

    // Distribution-free, so the coverage is exact: three standard errors either way.
    private static void HoldsAtItsRate(int covered, int rounds, double stated)
    {
        var tolerance = 3 * Math.Sqrt(stated * (1 - stated) / rounds);
        Assert.InRange(covered / (double)rounds, stated - tolerance, stated + tolerance);
        Assert.True(stated >= 0.95);
    }
}
