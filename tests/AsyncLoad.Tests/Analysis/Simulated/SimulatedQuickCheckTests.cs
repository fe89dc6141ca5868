using Xunit;

namespace AsyncLoad.Tests.Analysis.Simulated;

/// <summary>A quick selfcheck passes where a machine is fit, and can fail. Shares are counted, not computed; docs/evidence/selfcheck.md states them.</summary>
public sealed class SimulatedQuickCheckTests(ITestOutputHelper output)
{
    private const int Runs = 200;

    [Theory]
    [InlineData(0.04, 0.04, 0.98, 1)]
    [InlineData(0.06, 0.06, 0.97, 1)]
    [InlineData(0.08, 0.08, 0.95, 1)]
    [InlineData(0.048, 0.107, 0.92, 1)]
    [InlineData(0.12, 0.12, 0.05, 0.3)]
    [InlineData(0.2, 0.2, 0, 0.05)]
    public void It_passes_on_a_quiet_machine_and_fails_on_one_that_is_too_noisy(double narrowest, double widest, double least, double most) =>
        Assert.InRange(Passing(new SimulatedQuickCheck(narrowest, widest)), least, most);

    /// <summary>First what is equal seems to lose, then what is 15 % slower to win.</summary>
    [Theory]
    [InlineData(0.15)]
    [InlineData(-0.3)]
    public void A_program_that_is_wrong_by_more_than_the_margin_does_not_pass(double error) =>
        Assert.InRange(Passing(new SimulatedQuickCheck(0.04, 0.04) { Error = error }), 0, 0.01);

    private double Passing(SimulatedQuickCheck check)
    {
        var passing = check.Passing(Runs, 20);
        output.WriteLine($"{check}: {passing:P1} of {Runs} pass");
        return passing;
    }
}
