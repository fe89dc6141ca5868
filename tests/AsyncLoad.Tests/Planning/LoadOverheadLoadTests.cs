using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class LoadOverheadLoadTests
{
    private static readonly Duration Minute = Duration.FromSeconds(60);
    private static readonly Duration Second = Duration.FromSeconds(1);
    private static readonly Duration Short = Duration.FromSeconds(3);

    [Fact]
    public void Doing_nothing_is_measured_for_three_seconds_a_stage()
    {
        var load = new LoadSettings.Simulations(
        [
            new Simulation.KeepConstant(4, Minute), new Simulation.RampingConstant(8, Second), new Simulation.Inject(10, Second, Minute),
            new Simulation.RampingInject(20, Second, Minute), new Simulation.InjectRandom(1, 9, Second, Minute), new Simulation.Pause(Minute),
            new Simulation.IterationsForConstant(2, 2_000_000_000), new Simulation.IterationsForInject(100, Second, 5_000),
        ]);
        var shortened = Assert.IsType<LoadSettings.Simulations>(LoadOverheadLoad.Of(load));
        Assert.Equal(
            [
                new Simulation.KeepConstant(4, Short), new Simulation.RampingConstant(8, Second), new Simulation.Inject(10, Second, Short),
                new Simulation.RampingInject(20, Second, Short), new Simulation.InjectRandom(1, 9, Second, Short), new Simulation.Pause(Short),
                new Simulation.IterationsForConstant(2, 1_000_000), new Simulation.IterationsForInject(100, Second, 300),
            ],
            shortened.Stages);
    }

    [Fact]
    public void Steps_are_cut_and_everything_else_stays()
    {
        var steps = new LoadSettings.OpenLoop(null, [new RateStep(100, Minute), new RateStep(200, Second)], ArrivalSpacing.Poisson);
        Assert.Equal([new RateStep(100, Short), new RateStep(200, Second)], Assert.IsType<LoadSettings.OpenLoop>(LoadOverheadLoad.Of(steps)).Steps);
        var wave = new LoadSettings.Wave(8);
        Assert.Same(wave, LoadOverheadLoad.Of(wave));
    }
}
