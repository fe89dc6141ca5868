using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class ShippedProfileTests
{
    [Fact]
    public void Every_shipped_profile_parses_and_plans()
    {
        var files = Directory.GetFiles(CommandRun.ProfileFolder);
        Assert.NotEmpty(files);
        foreach (var file in files)
        {
            var reading = ProfileReader.Read(Path.GetFileName(file), File.ReadAllBytes(file), TestCatalogue.Own);
            Assert.Empty(reading.Errors.Select(error => error.ToString()));
            Assert.Equal(Path.GetFileNameWithoutExtension(file), reading.Profile!.Name);
            Assert.IsType<PlanOutcome.Made>(Planner.Make(reading.Profile, TestCatalogue.Own, new PlanOptions()));
        }
    }

    [Fact]
    public void Smoke_is_a_map_of_four_cells_with_a_gate_on_each_value_task_and_one_cell_that_suspends()
    {
        var plan = Profiles.Plan(File.ReadAllText(CommandRun.Smoke));
        Assert.Equal(
            [
                "await-chain/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string",
                "await-chain/await-value-task-vs-await-task/sequential/old-heap/default/deep=true,result=string",
                "await-chain/await-value-task-vs-await-task/parallelFor/calm/default/deep=true,result=string",
                "await-chain/await-value-task-vs-await-task/parallelFor/old-heap/default/deep=true,result=string",
                "suspending-chain/value-task-vs-task/closedLoop-1/calm/default/depth=4,bottom=suspending",
            ],
            plan.Comparisons.Select(comparison => comparison.Id));
        Assert.Equal([1, 1, 1, 1, 0], plan.Comparisons.Select(comparison => comparison.Gates.Count));
        Assert.Equal((12, 30, 2, 3), (plan.Measure.Slices, plan.Schedule.Count, plan.Traced.Count, plan.LoadOverhead.Count));
        // The promise is a minute; what waits may take longer.
        Assert.InRange(plan.Forecast.Shortest.Span.TotalSeconds, 40, 60);
    }

    [Fact]
    public void Seeds_measure_every_row_that_a_text_prints_under_both_loads()
    {
        var plan = Profiles.Plan(File.ReadAllText(Seeds));
        var measured = plan.Comparisons.SelectMany(comparison => new[] { comparison.Baseline, comparison.Candidate }).Select(Row).ToHashSet();

        var printed =
            from workload in TestCatalogue.Own.Workloads
            from figure in workload.Published
            from load in new[] { "sequential", "parallelFor" }
            select Row(workload.Id, figure.Variant, load, figure.Parameters);

        Assert.Empty(printed.Except(measured));
    }

    [Fact]
    public void Seeds_are_the_workloads_with_a_source_by_their_names_without_verdicts_or_traces()
    {
        var plan = Profiles.Plan(File.ReadAllText(Seeds));

        Assert.Equal(
            TestCatalogue.Own.Workloads.Where(workload => workload.Source is not null).Select(workload => workload.Id),
            plan.Comparisons.Select(comparison => comparison.Baseline.Workload).Distinct());
        Assert.All(plan.Comparisons, comparison => Assert.StartsWith(comparison.Baseline.Workload, comparison.Experiment, StringComparison.Ordinal));
        Assert.Equal((false, 0), (plan.Measure.Verdicts, plan.Traced.Count));
        Assert.Equal([2], plan.Measure.Looks);
    }

    [Theory]
    [InlineData("call-chain*")]
    [InlineData("short-chain*")]
    [InlineData("mixed-fast-path*")]
    [InlineData("stock-prices*")]
    [InlineData("wrapping*")]
    [InlineData("closures*")]
    public void One_text_of_seeds_takes_half_an_hour_at_most(string only)
    {
        var plan = Profiles.Plan(File.ReadAllText(Seeds), new PlanOptions { Only = [only] });

        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, 0, 30);
    }

    [Fact]
    public void Pressure_takes_both_chains_along_the_live_set_under_every_kind_of_gc()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(CommandRun.ProfileFolder, "pressure.json")));

        foreach (var experiment in new[] { "call-chain", "stock-prices" })
        {
            var cells = plan.Comparisons.Where(comparison => comparison.Experiment == experiment).Select(comparison => comparison.Baseline).ToList();
            Assert.Equal(
                from megabytes in new[] { 0, 100, 200, 400, 800 } from server in new[] { false, true } from concurrent in new[] { false, true } select (megabytes, server, concurrent),
                cells.Select(cell => ((int)(cell.Pressure.LiveSet.Bytes >> 20), cell.Gc.Server!.Value, cell.Gc.Concurrent!.Value)).Order());
            // Nothing else differs along an axis.
            Assert.Single(cells.Select(cell => cell.Gen0Size).Distinct());
        }

        // One to two and a half hours are promised, with all the levels that sweeps may add; the forecast knows nothing of the slices that are added.
        Assert.InRange(plan.Forecast.Shortest.Span.TotalMinutes, 20, 75);
        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, plan.Forecast.Shortest.Span.TotalMinutes + 5, 150);
        Assert.Equal(["one-level", "one-level", "await-pair", "wrapping", "cache"], plan.Sweeps!.Select(sweep => sweep.Template.Experiment));
    }

    [Fact]
    public void The_frontier_of_three_result_types_takes_half_an_hour_at_most_with_all_steps_that_it_may_add()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(CommandRun.ProfileFolder, "frontier.json")));

        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, plan.Forecast.Shortest.Span.TotalMinutes, 30);
        var frontier = Assert.Single(FrontierLayout.Of(plan.Sweeps!));
        Assert.Equal(["result=bool", "result=string", "result=decimal"], frontier.Panels.Select(panel => panel.Title));
        Assert.Equal(["closedLoop-1", "wave-64"], frontier.Loads);
        Assert.Equal([FrontierPressure.LiveSet, FrontierPressure.Allocation], frontier.Stretches.Select(stretch => stretch.Kind));
        Assert.Equal([3, 2], frontier.Stretches.Select(stretch => stretch.Pressures.Count));
    }

    [Fact]
    public void Pooling_asks_its_question_under_nine_settings_and_takes_twenty_minutes_at_most()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(CommandRun.ProfileFolder, "pooling.json")));
        var asked = plan.Comparisons.Where(comparison => comparison.Experiment == "gc-settings").ToList();

        Assert.Equal(54, asked.Count);
        Assert.Equal(9, asked.Select(comparison => comparison.Baseline.Gc).Distinct().Count());
        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, 0, 20);
    }

    [Fact]
    public void The_gates_of_a_build_take_five_minutes_at_most()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(CommandRun.ProfileFolder, "ci.json")));

        Assert.True(plan.Comparisons.SelectMany(comparison => comparison.Gates).Count() >= 10);
        // The longest counts no fresh pairs: a ratio that fails gets six.
        Assert.InRange(plan.Forecast.Longest.Span.TotalMinutes, 1, 5);
    }

    [Fact]
    public void A_gate_of_a_build_counts_from_an_earlier_run_and_lets_the_first_one_pass()
    {
        var plan = Profiles.Plan(File.ReadAllText(Path.Combine(CommandRun.ProfileFolder, "ci.json")));
        var counting = plan.Comparisons.SelectMany(comparison => comparison.Gates).Where(gate => gate.MaxChange is not null).ToList();

        Assert.NotEmpty(counting);
        Assert.All(counting, gate => Assert.Equal(InconclusivePolicy.Warn, gate.OnInconclusive));
    }

    private static string Seeds => Path.Combine(CommandRun.ProfileFolder, "seeds.json");

    private static string Row(Cell cell) => Row(cell.Workload, cell.Variant, cell.Load.Kind, cell.Parameters);

    private static string Row(string workload, string variant, string load, IReadOnlyDictionary<string, string> parameters) =>
        $"{workload} {variant} {load} {string.Join(' ', parameters.OrderBy(entry => entry.Key, StringComparer.Ordinal).Select(entry => $"{entry.Key}={entry.Value}"))}";
}
