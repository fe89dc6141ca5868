using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Planning.Sweeps;

public class SweepAxesTests
{
    private const double Gigabyte = 1L << 30;

    public static TheoryData<string, double, double, double> Ranges => new()
    {
        { "load.degree", 1, 1_024, 1 },
        { "load.workers", 1, 100_000, 1 },
        { "load.size", 1, 100_000, 1 },
        { "load.rate", 1, 1_000_000, 1 },
        { "pressure.liveSet", 0, 1_024 * Gigabyte, 1 << 20 },
        { "pressure.oldToYoungWritesPerMs", 0, 100_000, 1 },
        { "pressure.allocatePerSecond", 0, 1_024 * Gigabyte, 1 << 20 },
        { "pressure.survivePercent", 0, 100, 1 },
        { "pressure.lohPerMille", 0, 1_000, 1 },
        { "pressure.pinnedPercent", 0, 100, 1 },
        { "pressure.finalizablePercent", 0, 100, 1 },
        { "pressure.gen0Size", 256 << 10, 16 * Gigabyte, 256 << 10 },
        { "gc.gen0Size", 256 << 10, 16 * Gigabyte, 256 << 10 },
    };

    [Theory]
    [MemberData(nameof(Ranges))]
    public void Each_axis_has_a_range_and_a_step(string path, double least, double most, double step)
    {
        var axis = SweepAxes.Of(path, null)!;
        Assert.Equal((path, least, most, (double?)step, null), (axis.Path, axis.Least, axis.Most, axis.Step, axis.Only));
    }

    [Fact]
    public void Those_of_a_workload_are_its_parameters_that_are_numbers()
    {
        Assert.Equal(Ranges.Select(row => row.Data.Item1), SweepAxes.Paths(null));
        Assert.Equal([.. SweepAxes.Paths(null), "parameters.bytes", "parameters.share", "parameters.word-of-two"], SweepAxes.Paths(Workload));
        Assert.Null(SweepAxes.Of("parameters.one", Workload));
        Assert.Null(SweepAxes.Of("parameters.bytes", null));

        var bytes = SweepAxes.Of("parameters.bytes", Workload)!;
        Assert.Equal((AxisUnit.Number, 8.0, 512.0), (bytes.Unit, bytes.Least, bytes.Most));
        Assert.Equal([8.0, 64, 512], bytes.Only!);
        var share = SweepAxes.Of("parameters.share", Workload)!;
        Assert.Equal((2.0, 6.0, (double?)0.004, null), (share.Least, share.Most, share.Step, share.Only));
        Assert.Equal(0.5, SweepAxes.Of("parameters.word-of-two", Workload)!.Step);
    }

    [Fact]
    public void Values_may_have_a_sign_and_a_point()
    {
        var workload = Workload with { Parameters = [new ParameterDescription("shift", "m", ["1.5", "-0.5", "0"], "0", null)] };
        Assert.Equal([-0.5, 0, 1.5], SweepAxes.Of("parameters.shift", workload)!.Only!);
    }

    [Theory]
    [InlineData(0.1234567, "0.123457")]
    [InlineData(0.00001, "0.00001")]
    [InlineData(200, "200")]
    public void A_level_is_written_as_profiles_write_it(double step, string text) => Assert.Equal(text, SweepAxis.Text(AxisUnit.Number, step));

    [Fact]
    public void Loads_take_a_level_where_they_have_the_setting()
    {
        LoadSettings stepped = new LoadSettings.OpenLoop(null, [new RateStep(5, Duration.FromSeconds(1))], ArrivalSpacing.Constant);
        LoadSettings[] loads =
            [new LoadSettings.Sequential(), new LoadSettings.ParallelFor(Chunk: 4), new LoadSettings.ParallelForAsync(), new LoadSettings.ClosedLoop(), new LoadSettings.Wave(), new LoadSettings.OpenLoop(5, null, ArrivalSpacing.Poisson), stepped];
        Assert.Equal([null, new LoadSettings.ParallelFor(7, 4), new LoadSettings.ParallelForAsync(7), null, null, null, null], Taken("load.degree", loads));
        Assert.Equal([null, null, null, new LoadSettings.ClosedLoop(7), null, null, null], Taken("load.workers", loads));
        Assert.Equal([null, null, null, null, new LoadSettings.Wave(7), null, null], Taken("load.size", loads));
        Assert.Equal([null, null, null, null, null, new LoadSettings.OpenLoop(7, null, ArrivalSpacing.Poisson), null], Taken("load.rate", loads));
    }

    public static TheoryData<string, double, PressureSettings> Steps => new()
    {
        { "liveSet", 7 << 20, PressureSettings.OldHeap with { Name = "old-heap-liveSet-7MB", LiveSet = ByteSize.FromMegabytes(7) } },
        // Without a live set there is nothing to write into.
        { "liveSet", 0, PressureSettings.OldHeap with { Name = "old-heap-liveSet-0MB", LiveSet = default, OldToYoungWritesPerMs = 0 } },
        { "oldToYoungWritesPerMs", 7, PressureSettings.OldHeap with { Name = "old-heap-oldToYoungWritesPerMs-7", OldToYoungWritesPerMs = 7 } },
        { "allocatePerSecond", 7 << 20, PressureSettings.OldHeap with { Name = "old-heap-allocatePerSecond-7MB", AllocatePerSecond = ByteSize.FromMegabytes(7) } },
        { "survivePercent", 7, PressureSettings.OldHeap with { Name = "old-heap-survivePercent-7", SurvivePercent = 7 } },
        { "lohPerMille", 7, PressureSettings.OldHeap with { Name = "old-heap-lohPerMille-7", LohPerMille = 7 } },
        { "pinnedPercent", 7, PressureSettings.OldHeap with { Name = "old-heap-pinnedPercent-7", PinnedPercent = 7 } },
        { "finalizablePercent", 7, PressureSettings.OldHeap with { Name = "old-heap-finalizablePercent-7", FinalizablePercent = 7 } },
        { "gen0Size", 7 << 20, PressureSettings.OldHeap with { Name = "old-heap-gen0Size-7MB", Gen0Size = ByteSize.FromMegabytes(7) } },
    };

    [Theory]
    [MemberData(nameof(Steps))]
    internal void Pressures_take_a_level_and_its_name_and_calm_stays_calm(string member, double step, PressureSettings at)
    {
        var axis = SweepAxes.Of($"pressure.{member}", null)!;
        var cell = Cell with { Pressure = PressureSettings.OldHeap };
        Assert.Equal(cell with { Pressure = at }, SweepBuilder.At(axis, cell, step));
        Assert.False(axis.IsOf(Cell));
        Assert.StartsWith($"'{Cell.Name}' has no pressure.{member}", Assert.Throws<ArgumentException>(() => SweepBuilder.At(axis, Cell, step)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Gc_settings_take_a_budget_and_its_name()
    {
        var cell = Cell;
        Assert.Equal(
            cell with { Gc = cell.Gc with { Name = "default-gen0Size-7MB", Gen0Size = ByteSize.FromMegabytes(7) } },
            SweepBuilder.At(SweepAxes.Of("gc.gen0Size", null)!, cell, 7 << 20));
    }

    [Fact]
    public void Parameters_take_a_level_where_the_cell_has_them()
    {
        var axis = SweepAxes.Of("parameters.share", Workload)!;
        Assert.False(axis.IsOf(Cell));
        var cell = Cell with { Parameters = new Dictionary<string, string> { ["share"] = "2", ["other"] = "x" } };
        Assert.Equal([new("share", "2.5"), new("other", "x")], SweepBuilder.At(axis, cell, 2.5).Parameters);
        Assert.Equal("2", cell.Parameters["share"]);
    }

    private static Cell Cell => Profiles.Plan(Profiles.Smallest).Comparisons[0].Baseline;

    private static WorkloadDescription Workload => new(
        "w",
        "",
        null,
        [
            new ParameterDescription("word", "", ["a", "b"], "a", null),
            new ParameterDescription("bytes", "", ["512", "8", "64"], "8", null),
            new ParameterDescription("mixed", "", ["1", "x"], "1", null),
            new ParameterDescription("one", "", ["1"], "1", null),
            new ParameterDescription("share", "", [], "2", new NumberRange(2, 6, null)),
            new ParameterDescription("word-of-two", "", [], "0", new NumberRange(0, 1, 0.5)),
        ],
        [],
        [],
        null,
        [],
        []);

    private static IEnumerable<LoadSettings?> Taken(string path, IEnumerable<LoadSettings> loads) => loads.Select(load =>
    {
        var axis = SweepAxes.Of(path, null)!;
        var cell = Cell with { Load = load };
        return axis.IsOf(cell) ? SweepBuilder.At(axis, cell, 7).Load : null;
    });
}
