using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Seconds of one pair of 60 slices of 10 ms. Where nothing else is said a side takes 60 × (10 + 2) ms of slices and 35 ms of counting, and both sides start in 0.25 s.</summary>
public class PairForecastTests
{
    private const string Id = "one";
    private static readonly HashSet<string> Never = [];
    private static readonly HashSet<string> Waiting = [Id];
    private static readonly MeasureSettings One = MeasureSettings.Default with { Looks = [1] };
    private static readonly Simulation.KeepConstant TwoSeconds = new(1, Duration.FromSeconds(2));

    public static TheoryData<string, double> Loads => new()
    {
        // 0.25 + 2 × (0.25 of warm-up + 0.72 + 0.035)
        { "sequential", 2.26 },
        { "parallelFor", 2.56 },
        { "closedLoop", 2.56 },
        // A hundred arrivals of 10 ms each make a slice of 1 s, and there are four at least: 4 × 1.002.
        { "arrivals, 100 a second", 10.736 },
        // The shortest slice of what lives in wall time is 0.1 s: 6 × 0.102.
        { "arrivals, 10,000 a second", 3.944 },
        // 2 s in slices of 0.1 s, 2 ms each besides.
        { "stages of 2 s", 6.8 },
        { "two stages of 2 s", 10.88 },
        // How long so many iterations take nobody knows.
        { "stages of 2 s and of 5 iterations", 6.8 },
        // 2 s and 5 s of the engine's own.
        { "stages of 2 s by NBomber", 16.72 },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public void A_pair_takes_what_its_load_needs(string load, double seconds)
    {
        var forecast = Of(One, Cell(Load(load)), Never);
        Assert.Equal(seconds, Seconds(forecast.Shortest), 6);
        Assert.Equal(seconds, Seconds(forecast.Longest), 6);
    }

    [Fact]
    public void Warm_up_takes_no_longer_than_its_cap() =>
        Assert.Equal(0.25 + (2 * (0.1 + 0.755)), Seconds(Of(One with { WarmUpCap = Duration.FromMilliseconds(100) }, Cell(new LoadSettings.Sequential()), Never).Longest), 6);

    [Fact]
    public void Pressure_takes_a_fifth_more_and_the_time_of_building_the_live_set()
    {
        var cell = Cell(new LoadSettings.Sequential());
        Assert.Equal(0.25 + (2 * 1.005 * 1.2) + 0.1, Seconds(Of(One, cell with { Pressure = PressureSettings.Calm with { Name = "set", LiveSet = ByteSize.FromMegabytes(50) } }, Never).Longest), 6);
        Assert.Equal(0.25 + (2 * 1.005 * 1.2), Seconds(Of(One, cell with { Pressure = PressureSettings.Calm with { Name = "churn", AllocatePerSecond = ByteSize.FromMegabytes(50) } }, Never).Longest), 6);
    }

    [Fact]
    public void One_after_the_other_sides_take_half_the_memory_and_start_and_warm_up_in_twice_the_time()
    {
        var cell = Cell(new LoadSettings.Sequential());
        var forecast = Of(One with { InTurn = true }, cell, Never);
        Assert.Equal(0.5 + (2 * (0.5 + 0.755)), Seconds(forecast.Longest), 6);
        Assert.Equal(ByteSize.FromMegabytes(100), forecast.Memory);
    }

    [Theory]
    // Six times the slices, and count slices of operations that are slow: 0.25 + 2 × (0.9 + 4.32 + 0.95).
    [InlineData("sequential", true, 12.59)]
    [InlineData("sequential", false, 5.39)]
    // What has an end of its own is not extended.
    [InlineData("stages of 2 s", true, 8.63)]
    [InlineData("stages of 2 s by NBomber", true, 18.55)]
    public void Slices_of_operations_that_wait_may_be_extended_where_a_verdict_is_asked_for(string load, bool verdicts, double most)
    {
        var measure = One with { Verdicts = verdicts };
        var cell = Cell(Load(load));
        var forecast = Of(measure, cell, Waiting);
        Assert.Equal(Seconds(Of(measure, cell, Never).Shortest), Seconds(forecast.Shortest), 6);
        Assert.Equal(most, Seconds(forecast.Longest), 6);
    }

    [Fact]
    public void The_disk_holds_traces_and_a_journal_up_to_the_last_look()
    {
        var comparison = Comparison(Cell(new LoadSettings.Sequential()));
        var measure = MeasureSettings.Default with { Looks = [8, 24], Slices = 30 };
        var forecast = PairForecast.Of(measure, [comparison, comparison], [comparison], 2, Never);
        // 24 pairs of two comparisons and one of a load overhead, 700 bytes a slice; 4 MB a trace; 1 MB of the rest.
        Assert.Equal((49 * 30 * 700) + (2 * (4 << 20)) + (1 << 20), forecast.Disk.Bytes);
    }

    [Fact]
    public void Memory_is_that_of_the_largest_pair()
    {
        var calm = Comparison(Cell(new LoadSettings.Sequential()));
        var pressed = calm with { Baseline = calm.Baseline with { Pressure = new PressureSettings("own", ByteSize.FromMegabytes(40), 0, null, ByteSize.FromMegabytes(10), SurvivePercent: 5) } };
        Assert.Equal(ByteSize.FromMegabytes(200), PairForecast.Of(One, [calm], [calm], 0, Never).Memory);
        // Both sides: 100 MB of process, 60 of a live set of 40 that is moved, 32 of survivors.
        Assert.Equal(ByteSize.FromMegabytes(384), PairForecast.Of(One, [calm, pressed], [], 0, Never).Memory);
        // NBomber queues what a no-op does faster than it counts.
        Assert.Equal(ByteSize.FromMegabytes(1_000), PairForecast.Of(One, [calm], [Comparison(Cell(Load("stages of 2 s by NBomber")))], 0, Never).Memory);
    }

    [Fact]
    public void Comparisons_that_share_a_process_of_their_baseline_take_less_time()
    {
        var measure = MeasureSettings.Default with { Looks = [9] };
        var one = Comparison(Cell(new LoadSettings.Sequential()));
        one = one with { Candidate = one.Candidate with { Variant = "other" } };
        var alone = PairForecast.Of(measure, [one], [], 0, Never);
        var pair = Seconds(alone.Longest) / 9;

        // Three first pairs, and eight times four processes instead of six.
        var three = PairForecast.Of(measure, [one, one with { Id = "two" }, one with { Id = "three" }], [], 0, Never);
        Assert.Equal((3 + (8 * 2)) * pair, Seconds(three.Longest), 6);
        // Five: of the eight rounds each has seven processes instead of ten.
        var five = PairForecast.Of(measure, [.. Enumerable.Range(1, 5).Select(number => one with { Id = $"{number}" })], [], 0, Never);
        Assert.Equal((5 + (8 * 3.5)) * pair, Seconds(five.Longest), 6);
        // Groups take no more memory than there is: a pair is what must fit.
        Assert.Equal(alone.Memory, five.Memory);
    }

    [Fact]
    public void Levels_that_a_sweep_may_add_count_for_the_longest_time()
    {
        var steps = new[] { Comparison(Cell(new LoadSettings.Sequential())), Comparison(Cell(new LoadSettings.ParallelFor())) with { Id = "two" } };
        var measure = MeasureSettings.Default with { Looks = [6, 8] };
        var forecast = PairForecast.Of(measure, steps, [], 0, Never);
        var sweep = new Sweep("s", "load.degree", AxisUnit.Number, new StepGrid(1, 2, null, null), 5, steps[0], [new SweepStep(1, steps[0].Id), new SweepStep(2, steps[1].Id)]);
        var with = PairForecast.With(forecast, measure, [sweep], steps);
        Assert.Equal(forecast.Shortest, with.Shortest);
        // Three more at most, each as slow as the slowest known, to the last look.
        Assert.Equal(Seconds(forecast.Longest) + (3 * 8 * 2.56), Seconds(with.Longest), 6);
        Assert.Equal(forecast, PairForecast.With(forecast, measure, [], steps));
    }

    private static LoadSettings Load(string name) => name switch
    {
        "sequential" => new LoadSettings.Sequential(),
        "parallelFor" => new LoadSettings.ParallelFor(),
        "closedLoop" => new LoadSettings.ClosedLoop(),
        "arrivals, 100 a second" => new LoadSettings.OpenLoop(100, null, ArrivalSpacing.Constant),
        "arrivals, 10,000 a second" => new LoadSettings.OpenLoop(10_000, null, ArrivalSpacing.Poisson),
        "stages of 2 s" => new LoadSettings.Simulations([TwoSeconds]),
        "two stages of 2 s" => new LoadSettings.Simulations([TwoSeconds, TwoSeconds]),
        "stages of 2 s and of 5 iterations" => new LoadSettings.Simulations([TwoSeconds, new Simulation.IterationsForConstant(1, 5)]),
        "stages of 2 s by NBomber" => new LoadSettings.Simulations([TwoSeconds], LoadEngine.NBomber),
        _ => throw new ArgumentOutOfRangeException(nameof(name), name, "no such load"),
    };

    private static Cell Cell(LoadSettings load) => Profiles.Plan(Profiles.Smallest).Comparisons[0].Baseline with { Load = load };

    private static Comparison Comparison(Cell cell) => Profiles.Plan(Profiles.Smallest).Comparisons[0] with { Id = Id, Baseline = cell };

    private static Forecast Of(MeasureSettings measure, Cell cell, IReadOnlySet<string> waiting) => PairForecast.Of(measure, [Comparison(cell)], [], 0, waiting);

    private static double Seconds(Duration duration) => duration.Nanoseconds / 1e9;
}
