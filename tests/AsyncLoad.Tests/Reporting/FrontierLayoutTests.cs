using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis.Crossovers;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

/// <summary>Which sweeps stand in one frontier, and where.</summary>
public sealed class FrontierLayoutTests
{
    private static readonly PressureSettings Calm = PressureSettings.Calm;
    private static readonly PressureSettings Old = FrontierRun.OldHeap(400);

    [Fact]
    public void Each_value_of_a_parameter_has_a_panel_and_each_load_a_line()
    {
        var frontier = Assert.Single(FrontierLayout.Of(
            from result in new[] { "string", "decimal" } from load in new[] { FrontierRun.Loop, FrontierRun.Wave } from pressure in new[] { Calm, Old } select FrontierRun.Sweep(load, pressure, result)));
        Assert.Equal(["result=string", "result=decimal"], frontier.Panels.Select(panel => panel.Title));
        Assert.Equal(["closedLoop-1", "wave-64"], frontier.Loads);
        Assert.All(frontier.Panels, panel => Assert.Equal(
            [("closedLoop-1", "calm"), ("closedLoop-1", "old-heap-400MB"), ("wave-64", "calm"), ("wave-64", "old-heap-400MB")],
            panel.Sweeps.Select(sweep => (sweep.Load, sweep.Pressure))));
        Assert.Empty(frontier.Setting);
    }

    [Fact]
    public void Live_sets_ascend_rates_stand_beside_them_and_calm_begins_both()
    {
        var slow = PressureSettings.Churn with { Name = "slow", AllocatePerSecond = ByteSize.FromMegabytes(20) };
        Assert.Equal(
            [(FrontierPressure.LiveSet, "calm old-heap-100MB old-heap-400MB"), (FrontierPressure.Allocation, "calm slow churn")],
            Stretches(PressureSettings.Churn, Old, Calm, FrontierRun.OldHeap(100), slow));
        Assert.Equal([(FrontierPressure.LiveSet, "old-heap-100MB old-heap-400MB")], Stretches(Old, FrontierRun.OldHeap(100)));
    }

    [Fact]
    public void Pressures_that_share_a_size_or_have_two_go_by_their_names()
    {
        var both = PressureSettings.Churn with { Name = "both", LiveSet = ByteSize.FromMegabytes(50) };
        Assert.Equal(
            [(FrontierPressure.LiveSet, "calm old-heap-400MB"), (FrontierPressure.Named, "churn large-objects both")],
            Stretches(Calm, Old, PressureSettings.Churn, PressureSettings.LargeObjects, both));
        Assert.Equal([(FrontierPressure.Named, "calm churn large-objects")], Stretches(Calm, PressureSettings.Churn, PressureSettings.LargeObjects));
    }

    [Fact]
    public void One_pressure_is_no_frontier_nor_is_a_sweep_along_a_pressure()
    {
        Assert.Empty(FrontierLayout.Of([FrontierRun.Sweep(FrontierRun.Loop, Calm, "string"), FrontierRun.Sweep(FrontierRun.Wave, Calm, "string")]));
        Assert.Empty(FrontierLayout.Of([SweptRun.LiveSet(0, 400, 800), FrontierRun.Sweep(FrontierRun.Loop, Calm, "string")]));
    }

    [Fact]
    public void What_else_varies_makes_a_picture_for_each_of_its_values()
    {
        var server = new GcSettings("server", Server: true);
        var frontiers = FrontierLayout.Of(from gc in new GcSettings?[] { null, server } from pressure in new[] { Calm, Old } select FrontierRun.Sweep(FrontierRun.Loop, pressure, "string", gc));
        Assert.Equal([["default GC"], ["server GC"]], frontiers.Select(frontier => frontier.Setting));
        Assert.All(frontiers, frontier => Assert.Null(Assert.Single(frontier.Panels).Title));
    }

    [Fact]
    public void Experiments_share_a_picture_unless_they_measure_the_same_place()
    {
        Sweep[] first = [FrontierRun.Sweep(FrontierRun.Loop, Calm, "string"), FrontierRun.Sweep(FrontierRun.Loop, Old, "string")];
        var other = FrontierRun.Sweep(FrontierRun.Wave, Old, "string", experiment: "other");
        Assert.Equal(3, Assert.Single(FrontierLayout.Of([.. first, other])).Panels[0].Sweeps.Count);
        Assert.Equal(2, FrontierLayout.Of([.. first, .. first.Select(sweep => sweep with { Template = sweep.Template with { Experiment = "other" } })]).Count);
    }

    [Fact]
    public void The_parameter_that_is_swept_is_no_panel_whatever_its_default()
    {
        Sweep[] sweeps = [.. new[] { Calm, Old }.Select((pressure, index) => WithDefault(FrontierRun.Sweep(FrontierRun.Loop, pressure, "string"), index == 0 ? "0" : "1"))];
        Assert.Null(Assert.Single(Assert.Single(FrontierLayout.Of(sweeps)).Panels).Title);

        static Sweep WithDefault(Sweep sweep, string value)
        {
            var parameters = new Dictionary<string, string>(sweep.Template.Candidate.Parameters, StringComparer.Ordinal) { ["probability"] = value };
            return sweep with { Template = sweep.Template with { Baseline = sweep.Template.Baseline with { Parameters = parameters }, Candidate = sweep.Template.Candidate with { Parameters = parameters } } };
        }
    }

    private static IEnumerable<(FrontierPressure, string)> Stretches(params PressureSettings[] pressures) =>
        FrontierStretch.Of(pressures).Select(stretch => (stretch.Kind, string.Join(' ', stretch.Pressures.Select(pressure => pressure.Name))));
}
