using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class PairDeadlineTests
{
    private static readonly MeasureSettings Measure = MeasureSettings.Default with { Slices = 60, Slice = Duration.FromMilliseconds(10), WarmUpCap = Duration.FromSeconds(5) };

    [Theory]
    [InlineData(60, 10, 1_480)]
    [InlineData(4, 10, 1_480)]
    [InlineData(60, 100, 1_720)]
    [InlineData(4, 60_000, 29_800)]
    public void Both_sides_get_ten_times_what_they_may_ask_for_and_a_quarter_of_an_hour(int slices, long milliseconds, long seconds) => Assert.Equal(
        Duration.FromSeconds(seconds),
        PairDeadline.For(Measure with { Slices = slices, Slice = Duration.FromMilliseconds(milliseconds) }, new LoadSettings.Sequential()));

    [Fact]
    public void Stages_and_whole_runs_get_it_for_their_own_length()
    {
        Simulation[] stages = [new Simulation.KeepConstant(2, Duration.FromSeconds(60)), new Simulation.Pause(Duration.FromSeconds(5))];

        Assert.Equal(Duration.FromSeconds(2_300), PairDeadline.For(Measure, new LoadSettings.Simulations(stages)));
        Assert.Equal(Duration.FromSeconds(2_300), PairDeadline.For(Measure, new LoadSettings.Simulations(stages, LoadEngine.NBomber)));
    }

    [Fact]
    public void Stages_that_end_with_their_iterations_end_when_they_end()
    {
        Simulation byCount = new Simulation.IterationsForConstant(2, 1_000);
        Assert.Null(PairDeadline.For(Measure, new LoadSettings.Simulations([byCount])));
        Assert.Null(PairDeadline.For(Measure, new LoadSettings.Simulations([new Simulation.Pause(Duration.FromSeconds(5)), byCount])));
    }
}
