using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class SideBySidePlanTests
{
    private static readonly IReadOnlyList<IReadOnlyList<int>> TwoPlaces = [[0, 1], [2, 3]];

    public static TheoryData<string, LoadSettings, bool> Loads => new()
    {
        { "sequential", new LoadSettings.Sequential(), true },
        { "all cores", new LoadSettings.ParallelFor(), false },
        { "two workers", new LoadSettings.ParallelFor(Degree: 2), true },
        { "three workers", new LoadSettings.ParallelFor(Degree: 3), false },
        { "all cores, awaiting", new LoadSettings.ParallelForAsync(), false },
        { "one iteration at once", new LoadSettings.ParallelForAsync(Degree: 1), true },
        { "one flow", new LoadSettings.ClosedLoop(), true },
        { "three flows", new LoadSettings.ClosedLoop(Workers: 3), false },
        { "think time", new LoadSettings.ClosedLoop(ThinkTime: AsyncLoad.Model.Units.Duration.FromMilliseconds(5)), false },
        { "wave", new LoadSettings.Wave(), false },
        { "arrivals", new LoadSettings.OpenLoop(100, null, ArrivalSpacing.Constant), false },
    };

    [Theory]
    [MemberData(nameof(Loads))]
    public void A_load_goes_beside_others_where_its_degree_fits_into_two_cores(string name, LoadSettings load, bool fits)
    {
        var cell = SyntheticRun.CellOf("await-task") with { Load = load };
        Assert.True(fits == Fits(cell), name);
    }

    [Fact]
    public void What_counts_processors_or_takes_more_than_its_own_is_measured_alone()
    {
        var cell = SyntheticRun.CellOf("await-task");
        Assert.True(Fits(cell));
        Assert.False(Fits(cell with { Gc = GcSettings.Default with { Server = true } }));
        Assert.False(Fits(cell with { Pressure = PressureSettings.OldHeap }));
        Assert.False(Fits(cell, waiting: true));
    }

    [Fact]
    public async Task A_plan_says_which_pairs_go_side_by_side_and_where()
    {
        var run = await PlanAsync("two-sockets-siblings-apart", "--jobs", "2");
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Contains("\n2 pairs side by side, on cores 0-1 | 8-9: 3 comparisons, load overhead included; 5 alone (they use more than two cores or count them, keep time, wait, or are under pressure)\n", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("two-cores", "")]
    [InlineData("four-cores-eight-threads", ", since the cores share one last-level cache; --jobs 2 measures 2 side by side")]
    public async Task Auto_measures_one_pair_at_a_time_where_pairs_would_share_a_cache_and_says_so(string machine, string why)
    {
        var run = await PlanAsync(machine, "--jobs", "auto");
        Assert.Equal((ExitCode.Ok, $"note: --jobs auto: one pair at a time{why}\n"), (run.Code, run.Error));
        Assert.DoesNotContain("side by side", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Auto_measures_one_pair_at_a_time_where_sides_go_in_turn()
    {
        var run = await PlanAsync("arm-128-cores", "--jobs", "auto", "--in-turn");
        Assert.Equal((ExitCode.Ok, "note: --jobs auto: one pair at a time: sides measured one after the other may need a port, file or database alone: leave out --jobs or --in-turn\n"), (run.Code, run.Error));
    }

    [Fact]
    public async Task Auto_takes_a_place_in_each_cache() =>
        Assert.Contains("\n4 pairs side by side, on cores 0-1 | 32-33 | 64-65 | 96-97: ", (await PlanAsync("arm-128-cores", "--jobs", "auto")).Output, StringComparison.Ordinal);

    [Theory]
    [InlineData("two-cores", "--jobs 2", "2 pairs side by side need 4 physical cores")]
    [InlineData("arm-128-cores", "--jobs 65", "use --jobs 64 or fewer")]
    [InlineData("arm-128-cores", "--jobs 2 --in-turn", "leave out --jobs or --in-turn")]
    public async Task What_cannot_be_is_refused_with_the_reason(string machine, string arguments, string reason)
    {
        var run = await PlanAsync(machine, arguments.Split(' '));
        Assert.Equal((ExitCode.Refused, ""), (run.Code, run.Output));
        Assert.Contains(reason, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_goes_on_only_where_its_processors_are_still_there()
    {
        var topology = RecordedMachine.Read("four-cores-eight-threads");
        Assert.Null(JobPlaces.Gone(null, null));
        Assert.Null(JobPlaces.Gone(new SideBySide(TwoPlaces, []), topology));
        Assert.Equal(
            "its pairs run side by side, and this program may no longer use processor 0,3: start it with the processors that it had",
            JobPlaces.Gone(new SideBySide(TwoPlaces, []), RecordedMachine.Read("container-with-cpuset")));
    }

    [Theory]
    [InlineData("0")]
    [InlineData("many")]
    public async Task A_number_that_is_none_is_a_wrong_argument(string jobs) => Assert.Equal(ExitCode.BadArguments, (await PlanAsync("two-cores", "--jobs", jobs)).Code);

    [Fact]
    public void All_steps_of_a_sweep_are_measured_alike_those_that_are_added_too()
    {
        var (one, two, four) = (WithDegree("one", 1), WithDegree("two", 2), WithDegree("four", 4));
        var small = SideBySidePlan.Of(Swept(one, two), TwoPlaces, new HashSet<string>());
        Assert.Equal(["one", "two"], small.SideBySide!.Comparisons);
        Assert.True(small.With("sweep", 1.5, WithDegree("more", 1)).GoesBeside("more"));

        var large = SideBySidePlan.Of(Swept(one, four), TwoPlaces, new HashSet<string>());
        Assert.Empty(large.SideBySide!.Comparisons);
        Assert.False(large.With("sweep", 2, two).GoesBeside("two"));
    }

    private static Comparison WithDegree(string id, int degree)
    {
        var cell = SyntheticRun.CellOf("await-task") with { Load = new LoadSettings.ParallelFor(degree) };
        return SyntheticRun.ComparisonOf(id) with { Baseline = cell, Candidate = cell };
    }

    private static Plan Swept(Comparison first, Comparison last) => SyntheticRun.PlanOf([8], first, last) with
    {
        Sweeps = [new Sweep("sweep", "load.degree", AxisUnit.Number, new StepGrid(1, 4, null, null), 5, first, [new SweepStep(1, first.Id), new SweepStep(4, last.Id)])],
    };

    private static bool Fits(Cell cell, bool waiting = false)
    {
        var comparison = SyntheticRun.ComparisonOf("a") with { Baseline = cell, Candidate = cell };
        var plan = SideBySidePlan.Of(SyntheticRun.PlanOf([8], comparison), TwoPlaces, waiting ? new HashSet<string> { "a" } : new HashSet<string>());
        return plan.GoesBeside("a");
    }

    private static Task<CommandRun> PlanAsync(string machine, params string[] arguments) =>
        CommandRun.In(CommandRun.Sound, services => services with { Topology = () => RecordedMachine.Read(machine) }, ["plan", CommandRun.Smoke, .. arguments]);
}
