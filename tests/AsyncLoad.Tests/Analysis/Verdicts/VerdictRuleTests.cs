using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Results;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Verdicts;

public sealed class VerdictRuleTests
{
    private const double Margin = 0.03;

    [Theory]
    [InlineData(0.41, 0.38, 0.44, Verdict.Wins)]
    [InlineData(0.97, 0.94, 0.999, Verdict.Wins)]
    [InlineData(0.98, 0.96, 0.999, Verdict.Inconclusive)]
    [InlineData(0.90, 0.80, 1.0, Verdict.Inconclusive)]
    [InlineData(2.0, 1.9, 2.1, Verdict.Loses)]
    [InlineData(1.03, 1.001, 1.06, Verdict.Loses)]
    [InlineData(1.02, 1.001, 1.04, Verdict.Inconclusive)]
    [InlineData(1.0, 0.99, 1.01, Verdict.Equivalent)]
    [InlineData(1.02, 1.01, 1.03, Verdict.Equivalent)]
    [InlineData(1.0, 0.90, 1.10, Verdict.Inconclusive)]
    public void The_verdict_follows_from_interval_and_margin(double estimate, double low, double high, Verdict verdict) =>
        Assert.Equal(verdict, VerdictRule.Judge(new RatioInterval(estimate, low, high, 0.95, 8), Margin));

    [Theory]
    [InlineData(0.98, 1.02, Verdict.Equivalent)]
    [InlineData(0.98, 1.031, Verdict.Inconclusive)]
    [InlineData(0.97, 1.02, Verdict.Inconclusive)]
    public void Sides_are_equivalent_where_the_inner_interval_lies_inside_the_margin(double low, double high, Verdict verdict) =>
        Assert.Equal(verdict, VerdictRule.Judge(new RatioInterval(1, 0.96, 1.04, 0.95, 8) { Inner = new RatioBounds(low, high) }, Margin));

    [Fact]
    public void Swapping_the_sides_swaps_the_verdict()
    {
        var property = Prop.ForAll(Intervals, interval =>
        {
            var swapped = new RatioInterval(1 / interval.Estimate, 1 / interval.High, 1 / interval.Low, 0.95, 8);
            var expected = VerdictRule.Judge(interval, Margin) switch
            {
                Verdict.Wins => Verdict.Loses,
                Verdict.Loses => Verdict.Wins,
                var same => same,
            };
            return VerdictRule.Judge(swapped, Margin) == expected;
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(5, 9), property);
    }

    [Fact]
    public void An_interval_that_holds_one_never_wins_or_loses()
    {
        var property = Prop.ForAll(Intervals, interval =>
            !(interval.Low <= 1 && interval.High >= 1) || VerdictRule.Judge(interval, Margin) is Verdict.Equivalent or Verdict.Inconclusive);
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(5, 9), property);
    }

    [Fact]
    public void A_narrower_interval_never_turns_a_verdict_into_its_opposite()
    {
        var property = Prop.ForAll(Intervals, interval =>
        {
            var narrower = interval with { Low = Between(interval.Low, interval.Estimate), High = Between(interval.High, interval.Estimate) };
            return (VerdictRule.Judge(interval, Margin), VerdictRule.Judge(narrower, Margin)) switch
            {
                (Verdict.Wins, var after) => after == Verdict.Wins,
                (Verdict.Loses, var after) => after == Verdict.Loses,
                (Verdict.Equivalent, var after) => after == Verdict.Equivalent,
                _ => true,
            };
        });
        Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(5, 9), property);
    }

    // Logs in steps of 0.7 %, so that no bound falls on a threshold and rounding cannot decide.
    private static Arbitrary<RatioInterval> Intervals => (
        from centre in Gen.Choose(-20, 20)
        from below in Gen.Choose(0, 20)
        from above in Gen.Choose(0, 20)
        select new RatioInterval(Math.Exp(0.007 * centre), Math.Exp(0.007 * (centre - below)), Math.Exp(0.007 * (centre + above)), 0.95, 8)).ToArbitrary();

    private static double Between(double bound, double estimate) => Math.Sqrt(bound * estimate);
}
