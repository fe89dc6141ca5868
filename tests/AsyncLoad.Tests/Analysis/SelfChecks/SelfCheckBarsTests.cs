using AsyncLoad.Analysis.SelfChecks;
using Xunit;

namespace AsyncLoad.Tests.Analysis.SelfChecks;

public sealed class SelfCheckBarsTests
{
    private static readonly SelfCheckTally Whole = new(
        Same: 100, SameJudged: 100, False: 0, CalmJudged: 88, CalmEquivalent: 88, Injected: 60, InjectedJudged: 60, Found: 60, Reversed: 0);

    [Fact]
    public void The_whole_proof_passes_at_its_bars()
    {
        var atTheBars = Whole with { False = 1, CalmEquivalent = 80, Found = 54 };
        Assert.True(Passes(Whole));
        Assert.True(Passes(atTheBars));
    }

    [Theory]
    [InlineData("of these, false verdicts")]
    [InlineData("of these without pressure, equivalent")]
    [InlineData("of these, found")]
    [InlineData("of these, said to be faster")]
    [InlineData("compared with themselves and judged")]
    [InlineData("injected slowdowns judged")]
    public void One_step_beyond_a_bar_fails_that_bar_alone(string bar)
    {
        var beyond = bar switch
        {
            "of these, false verdicts" => Whole with { False = 2 },
            "of these without pressure, equivalent" => Whole with { CalmEquivalent = 79 },
            "of these, found" => Whole with { Found = 53 },
            "of these, said to be faster" => Whole with { Found = 59, Reversed = 1 },
            // 99 of a hundred judged allow no false verdict: there are not a hundred of which one may be.
            "compared with themselves and judged" => Whole with { SameJudged = 99 },
            _ => Whole with { InjectedJudged = 59, Found = 54 },
        };
        Assert.Equal([bar], SelfCheckBars.Of(beyond).Where(one => !one.Passed).Select(one => one.Name));
    }

    [Theory]
    [InlineData(3, 2)]
    [InlineData(4, 2)]
    [InlineData(5, 3)]
    [InlineData(10, 7)]
    [InlineData(20, 16)]
    public void With_few_comparisons_the_bar_is_what_nine_of_ten_reach_in_19_of_20_checks(int judged, int fewest)
    {
        Assert.Equal(fewest, SelfCheckBars.Fewest(judged, whole: false));
        // By the sum itself, with nothing borrowed from the code under test.
        Assert.InRange(Reaching(judged, fewest), 0.95, 1);
        Assert.InRange(Reaching(judged, fewest + 1), 0, 0.95);
    }

    [Fact]
    public void Few_comparisons_allow_no_false_verdict()
    {
        var quick = new SelfCheckTally(Same: 4, SameJudged: 4, False: 0, CalmJudged: 4, CalmEquivalent: 2, Injected: 3, InjectedJudged: 3, Found: 2, Reversed: 0);
        Assert.True(Passes(quick));
        Assert.False(Passes(quick with { False = 1 }));
        Assert.False(Passes(quick with { Reversed = 1 }));
        Assert.False(Passes(quick with { SameJudged = 3, CalmJudged = 3 }));
    }

    [Fact]
    public void Beside_others_two_levels_allow_no_false_verdict()
    {
        var withLevels = Whole with { TwoLevels = 12, TwoLevelsJudged = 12 };
        Assert.True(Passes(withLevels));
        Assert.False(Passes(withLevels with { TwoLevelsFalse = 1 }));
        Assert.False(Passes(withLevels with { TwoLevelsJudged = 11 }));
        Assert.False(Passes(withLevels with { False = 2 }));
    }

    [Fact]
    public void Nothing_measured_does_not_pass() => Assert.False(Passes(new SelfCheckTally(4, 0, 0, 0, 0, 3, 0, 0, 0)));

    private static bool Passes(SelfCheckTally tally) => SelfCheckBars.Of(tally).All(bar => bar.Passed);

    // P(X ≥ fewest) of a binomial with 0.9, term by term.
    private static double Reaching(int judged, int fewest)
    {
        var (sum, term) = (0.0, Math.Pow(0.1, judged));
        for (var count = 0; count <= judged; count++)
        {
            if (count >= fewest) sum += term;
            term *= (double)(judged - count) / (count + 1) * 0.9 / 0.1;
        }

        return sum;
    }
}
