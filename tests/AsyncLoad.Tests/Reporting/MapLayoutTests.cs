using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Which comparisons stand in one grid, and where.</summary>
public sealed class MapLayoutTests
{
    private static readonly GcSettings Server = new("server", Server: true);

    [Fact]
    public void Loads_go_down_and_pressures_across()
    {
        var map = Assert.Single(Maps(With(), With(pressure: PressureSettings.Churn), With(load: new LoadSettings.ParallelFor()), With(new LoadSettings.ParallelFor(), PressureSettings.Churn)));
        Assert.Equal(("Load", "Pressure"), (map.Down.Title, map.Across.Title));
        Assert.Equal(["sequential", "parallelFor"], map.Down.Values);
        Assert.Equal(["calm", "churn"], map.Across.Values);
        Assert.Equal([(0, 0), (0, 1), (1, 0), (1, 1)], map.Places.Select(place => (place.Row, place.Column)));
        Assert.Empty(map.Setting);
    }

    [Fact]
    public void What_else_varies_takes_the_place_of_pressures_and_then_of_loads()
    {
        var settings = Assert.Single(Maps(With(), With(gc: Server)));
        Assert.Equal(("load", "GC", "2 sets of GC settings"), (settings.Down.Name, settings.Across.Name, settings.Across.Count));
        Assert.Equal(["default", "server"], settings.Across.Values);

        var both = Assert.Single(Maps(With(depth: 1), With(depth: 4), With(gc: Server, depth: 1), With(gc: Server, depth: 4)));
        Assert.Equal(("GC", "depth", "2 values of depth"), (both.Across.Name, both.Down.Title, both.Down.Count));
        Assert.Equal(["depth=1", "depth=4"], both.Down.Values);

        var loads = Assert.Single(Maps(With(), With(load: new LoadSettings.ParallelFor()), With(gc: Server), With(load: new LoadSettings.ParallelFor(), gc: Server)));
        Assert.Equal(("load", "GC"), (loads.Down.Name, loads.Across.Name));
    }

    [Fact]
    public void A_third_thing_that_varies_makes_a_map_for_each_of_its_values()
    {
        var maps = Maps(
            With(), With(pressure: PressureSettings.Churn), With(load: new LoadSettings.ParallelFor()),
            With(gc: Server), With(pressure: PressureSettings.Churn, gc: Server), With(new LoadSettings.ParallelFor(), gc: Server));
        Assert.Equal([["default GC"], ["server GC"]], maps.Select(map => map.Setting));
        Assert.All(maps, map => Assert.Equal(3, map.Places.Count));
    }

    [Fact]
    public void What_differs_in_two_things_at_once_is_no_map()
    {
        Assert.Empty(Maps(With(), With(pressure: PressureSettings.Churn, gc: Server)));
        Assert.Empty(Maps(With()));
    }

    [Fact]
    public void Experiments_share_a_map_unless_they_measure_the_same_cell()
    {
        var other = With(pressure: PressureSettings.Churn) with { Experiment = "other" };
        Assert.Single(Maps(With(), other));
        Assert.Equal(2, Maps(With(), With(pressure: PressureSettings.Churn), other, With() with { Experiment = "other" }).Count);
    }

    [Fact]
    public void What_measures_a_cell_twice_is_no_map() =>
        Assert.Empty(Maps(With(), With() with { Id = "again" }, With(pressure: PressureSettings.Churn)));

    [Fact]
    public void What_the_sides_differ_in_is_no_axis()
    {
        var (pressed, server) = (With(pressure: PressureSettings.Churn), With());
        Comparison OnServer(Comparison one) => one with { Candidate = one.Candidate with { Variant = one.Baseline.Variant, Gc = Server, Side = "server" } };
        var map = Assert.Single(Maps(OnServer(server), OnServer(pressed)));
        Assert.Equal(("load", "pressure"), (map.Down.Name, map.Across.Name));
    }

    private static IReadOnlyList<MapLayout> Maps(params Comparison[] comparisons) => MapLayout.Of(comparisons);

    private static Comparison With(LoadSettings? load = null, PressureSettings? pressure = null, GcSettings? gc = null, int? depth = null)
    {
        var one = SyntheticRun.ComparisonOf();
        return one with { Baseline = Of(one.Baseline), Candidate = Of(one.Candidate) };

        Cell Of(Cell cell) => cell with
        {
            Load = load ?? cell.Load,
            Pressure = pressure ?? cell.Pressure,
            Gc = gc ?? cell.Gc,
            Parameters = depth is { } value ? new Dictionary<string, string> { ["depth"] = FormattableString.Invariant($"{value}") } : cell.Parameters,
        };
    }
}
