using System.Text.Json;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Document;
using Xunit;

namespace AsyncLoad.Tests.Planning.Sweeps;

public class SweepPlanTests
{
    private const string LiveSet = """
        {
          "schemaVersion": 1, "name": "sweeps", "measure": { "looks": [6] },
          "experiments": [
            {
              "name": "heap", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              "loads": ["sequential", "parallelFor"], "pressures": ["calm", "old-heap"],
              "crossover": { "axis": "pressure.liveSet", "from": "0MB", "to": "800MB" }
            }
          ]
        }
        """;

    private const string Probability = """
        {
          "schemaVersion": 1, "name": "sweeps", "measure": { "looks": [6] },
          "experiments": [
            {
              "name": "often", "workload": "wrapping", "parameters": { "result": ["decimal"] },
              "baseline": "async-task-over-task", "candidates": ["async-value-task-over-value-task"],
              "crossover": { "axis": "parameters.probability", "steps": 3, "mostSteps": 4 }
            }
          ]
        }
        """;

    [Fact]
    public void Levels_that_may_be_added_count_for_the_journal()
    {
        // Twelve comparisons of 100 pairs fit, and 72 do not.
        var text = LiveSet.Replace("{ \"looks\": [6] }", "{ \"looks\": [100], \"slices\": 1000 }", StringComparison.Ordinal);
        Assert.IsType<PlanOutcome.Made>(Planner.Make(Profiles.Good(text), TestCatalogue.Own, new PlanOptions()));
        var wide = text.Replace("\"800MB\"", "\"800MB\", \"mostSteps\": 35", StringComparison.Ordinal);
        var refused = Assert.IsType<PlanOutcome.Refused>(Planner.Make(Profiles.Good(wide), TestCatalogue.Own, new PlanOptions()));
        Assert.StartsWith("the plan has 7,200 pairs of 1000 slices", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_entry_that_has_the_axis_becomes_a_sweep_and_calm_stays_one_comparison()
    {
        var plan = Profiles.Plan(LiveSet);
        Assert.Equal(2 * (1 + 5), plan.Comparisons.Count);
        Assert.Equal(
            ["heap/await-value-task-vs-await-task/sequential/old-heap/default/deep=true,result=string/pressure.liveSet=0MB..800MB", "heap/await-value-task-vs-await-task/parallelFor/old-heap/default/deep=true,result=string/pressure.liveSet=0MB..800MB"],
            plan.Sweeps!.Select(sweep => sweep.Id));
        var steps = plan.Comparisons.Where(comparison => plan.Sweeps![0].Steps.Any(step => step.Comparison == comparison.Id)).ToList();
        Assert.Equal([0, 200, 400, 600, 800], steps.Select(step => step.Baseline.Pressure.LiveSet.Bytes >> 20));
        Assert.Equal([0, 50, 50, 50, 50], steps.Select(step => step.Baseline.Pressure.OldToYoungWritesPerMs));
        Assert.All(steps, step => Assert.Equal(step.Baseline with { Name = "", Variant = "" }, step.Candidate with { Name = "", Variant = "" }));
        Assert.Equal("heap/await-value-task-vs-await-task/sequential/old-heap-liveSet-200MB/default/deep=true,result=string", steps[1].Id);
    }

    [Fact]
    public void Ids_names_and_ordinals_stay_unique_with_levels_that_are_added_while_measuring()
    {
        var plan = Profiles.Plan(LiveSet);
        foreach (var (sweep, at) in new[] { (0, 100), (1, 100), (0, 150) })
        {
            var step = SweepBuilder.More(plan, plan.Sweeps![sweep].Id, ByteSize.FromMegabytes(at).Bytes);
            plan = plan.With(step.Sweep, step.At, step.Comparison);
        }

        var all = plan.Measured.ToList();
        Assert.Equal(all.Count, all.Select(comparison => comparison.Id).Distinct().Count());
        Assert.Equal(all.Count, all.Select(comparison => comparison.Ordinal).Distinct().Count());
        Assert.Equal(2 * all.Count, all.SelectMany(comparison => new[] { comparison.Baseline.Name, comparison.Candidate.Name }).Distinct().Count());
        Assert.Equal([0L, 200, 400, 600, 800, 100, 150], plan.Sweeps![0].Steps.Select(step => (long)step.At >> 20));
        Assert.Equal(6, plan.Schedule.Count(pair => pair.Comparison == plan.Comparisons[^1].Id));
        Assert.Equal(2, plan.Schedule.Where(pair => pair.Comparison == plan.Comparisons[^1].Id).Select(pair => pair.First).Distinct().Count());
    }

    [Fact]
    public void Cells_of_levels_are_numbered_like_all_others()
    {
        var plan = Profiles.Plan(LiveSet);
        Assert.Equal(
            plan.Comparisons.Select(comparison => ($"c{(2 * comparison.Ordinal) - 1:D3}", $"c{2 * comparison.Ordinal:D3}")),
            plan.Comparisons.Select(comparison => (comparison.Baseline.Name[..4], comparison.Candidate.Name[..4])));
        Assert.StartsWith("no sweep 'nowhere'", Assert.Throws<ArgumentException>(() => SweepBuilder.More(plan, "nowhere", 1)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_level_that_is_added_is_the_one_that_would_have_been_planned()
    {
        var planned = Profiles.Plan(LiveSet.Replace("\"to\": \"800MB\"", "\"to\": \"800MB\", \"steps\": 9", StringComparison.Ordinal));
        var plan = Profiles.Plan(LiveSet);
        var added = SweepBuilder.More(plan, plan.Sweeps![0].Id, ByteSize.FromMegabytes(100).Bytes).Comparison;
        var twin = planned.Comparisons.Single(comparison => comparison.Id == added.Id);
        Assert.Equal(Text(twin.Baseline), Text(added.Baseline));
        Assert.Equal(Text(twin.Candidate), Text(added.Candidate));

        static string Text(Cell cell) => JsonSerializer.Serialize(cell with { Name = "" }, ModelJson.Line.Cell);
    }

    [Fact]
    public void A_parameter_is_swept_over_its_own_range_and_its_levels_are_values_of_it()
    {
        var plan = Profiles.Plan(Probability);
        Assert.Equal(["0", "0.5", "1"], plan.Comparisons.Select(comparison => comparison.Baseline.Parameters["probability"]));
        var sweep = Assert.Single(plan.Sweeps!);
        Assert.Equal("often/async-value-task-over-value-task-vs-async-task-over-task/sequential/calm/default/result=decimal/parameters.probability=0..1", sweep.Id);
        Assert.Equal("0.259", SweepBuilder.More(plan, sweep.Id, 0.259).Comparison.Candidate.Parameters["probability"]);
        Assert.Equal(4, sweep.MostSteps);
    }

    [Fact]
    public void A_load_is_swept_too()
    {
        var plan = Profiles.Plan("""
            {
              "schemaVersion": 1, "name": "sweeps", "measure": { "looks": [6] },
              "experiments": [{
                "name": "flight", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
                "loads": ["sequential", { "kind": "closedLoop" }], "crossover": { "axis": "load.workers", "from": 1, "to": 1000, "steps": 4 }
              }]
            }
            """);
        Assert.Equal(["sequential", "closedLoop-1", "closedLoop-10", "closedLoop-100", "closedLoop-1000"], plan.Comparisons.Select(comparison => comparison.Baseline.Load.Slug));
    }

    [Theory]
    [InlineData("heap/*/sequential/old-heap/*")]
    [InlineData("*pressure.liveSet=0MB..800MB")]
    public void A_sweep_is_chosen_whole(string pattern) =>
        Assert.All(Profiles.Plan(LiveSet, new PlanOptions(Only: [pattern])).Sweeps!, sweep => Assert.Equal(5, sweep.Steps.Count));

    [Fact]
    public void A_plan_with_sweeps_and_a_journal_with_levels_read_back_as_written()
    {
        var plan = Profiles.Plan(LiveSet);
        var text = JsonSerializer.Serialize(plan, ModelJson.Line.Plan);
        Assert.Equal(text, JsonSerializer.Serialize(JsonSerializer.Deserialize(text, ModelJson.Line.Plan)!, ModelJson.Line.Plan));
        var step = SweepBuilder.More(plan, plan.Sweeps![0].Id, 1 << 20);
        var line = JsonSerializer.Serialize<AsyncLoad.Model.Measurements.JournalEntry>(step, ModelJson.Line.JournalEntry);
        Assert.Equal(line, JsonSerializer.Serialize(JsonSerializer.Deserialize(line, ModelJson.Line.JournalEntry)!, ModelJson.Line.JournalEntry));
    }

    [Theory]
    [InlineData("\"axis\": \"pressure.liveset\", \"from\": \"0MB\", \"to\": \"1MB\"", "unknown axis \"pressure.liveset\"; did you mean \"pressure.liveSet\"?")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": \"9MB\", \"to\": \"1MB\"", "\"from\" must be below \"to\", but 9MB is not below 1MB")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"1MB\", \"step\": 1", "unknown member in crossover: \"step\"; did you mean \"steps\"?")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"1MB\", \"levels\": 5", "\"levels\" was written for version 0.1: since 0.2 the member is called \"steps\"")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"to\": \"1MB\"", "missing member \"from\" in crossover")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": 0, \"to\": \"1MB\"", "\"from\" must be a size such as 64KB or 200MB, not 0")]
    [InlineData("\"axis\": \"load.workers\", \"from\": 1, \"to\": 9", "no load, pressure or parameter of the experiment has load.workers")]
    [InlineData("\"axis\": \"pressure.survivePercent\", \"from\": 1, \"to\": 9", "\"survivePercent\" is a share of what \"allocatePerSecond\" allocates: set that, or set the share to 0")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"1MB\", \"steps\": 2", "\"steps\" must be from 3 to 9, not 2")]
    [InlineData("\"axis\": \"pressure.liveSet\", \"from\": \"0MB\", \"to\": \"1MB\", \"mostSteps\": 4", "\"mostSteps\" must not be below \"steps\", which is 5, but is 4")]
    public void What_cannot_be_swept_is_refused(string crossover, string error) => Assert.EndsWith(
        error,
        Profiles.Error($$"""
            {
              "schemaVersion": 1, "name": "sweeps",
              "experiments": [{
                "name": "heap", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
                "pressures": ["old-heap"], "crossover": { {{crossover}} }
              }]
            }
            """),
        StringComparison.Ordinal);

    [Fact]
    public void A_swept_parameter_has_no_list_of_values() => Assert.EndsWith(
        "\"probability\" has a list of values in \"parameters\" and is the axis too: leave it out there",
        Profiles.Error(Probability.Replace("\"result\": [\"decimal\"]", "\"result\": [\"decimal\"], \"probability\": [0, 1]", StringComparison.Ordinal)),
        StringComparison.Ordinal);

    [Theory]
    [InlineData(null)]
    [InlineData("Theirs.Share")]
    public void A_share_of_a_plug_in_is_an_axis_under_every_load_and_pressure(string? className)
    {
        // All values of a class are measured where none is listed, but for those of the axis.
        var share = className is null
            ? new ParameterDescription("share", "how often it completes at once", ["0", "1"], "0", new NumberRange(0, 1))
            : new ParameterDescription("share", "", ["0", "0.25", "0.5", "0.75", "1"], "0", null);
        VariantDescription[] variants = [new("task", "as a Task", "Task<int>", "default", "sometimes", 0), new("value-task", "as a ValueTask", "ValueTask<int>", "default", "sometimes", 0)];
        var theirs = new WorkloadDescription("theirs", "a workload of others", null, [share], variants, [], null, [], [], Plugin: "Theirs.dll", ClassName: className);
        var reading = Profiles.Read(
            """
            {
              "schemaVersion": 1, "name": "theirs", "measure": { "looks": [6] },
              "experiments": [{
                "name": "theirs", "workload": "theirs", "baseline": "task", "candidates": ["value-task"],
                "loads": [{ "kind": "closedLoop", "workers": 1 }, "wave"], "pressures": ["calm", "churn"],
                "crossover": { "axis": "parameters.share", "steps": 3 }
              }]
            }
            """,
            TestCatalogue.With(theirs));
        Assert.Empty(reading.Errors);
        var plan = Assert.IsType<PlanOutcome.Made>(Planner.Make(reading.Profile!, TestCatalogue.With(theirs), new PlanOptions())).Plan;
        Assert.Equal(4, plan.Sweeps!.Count);
        Assert.All(plan.Sweeps, sweep => Assert.Equal([0, 0.5, 1], sweep.Steps.Select(step => step.At)));
        Assert.Equal(4, Assert.Single(Assert.Single(FrontierLayout.Of(plan.Sweeps)).Panels).Sweeps.Count);
    }

    [Fact]
    public void A_hit_ratio_takes_whole_hits_of_a_hundred()
    {
        const string Cache = """
            {
              "schemaVersion": 1, "name": "cache",
              "experiments": [{ "name": "cache", "workload": "cache", "parameters": { "hit-ratio": [0.25] }, "baseline": "task", "candidates": ["value-task"] }]
            }
            """;
        Assert.Equal("0.25", Assert.Single(Profiles.Plan(Cache).Comparisons).Baseline.Parameters["hit-ratio"]);
        Assert.EndsWith(
            "\"hit-ratio\" takes a number from 0 to 1 in steps of 0.01, not \"0.255\"",
            Profiles.Error(Cache.Replace("0.25", "0.255", StringComparison.Ordinal)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Calm_is_no_level_of_a_live_set() => Assert.False(SweepAxes.Of("pressure.liveSet", null)!.IsOf(Profiles.Plan(Profiles.Smallest).Comparisons[0].Baseline));

    [Fact]
    public void A_sweep_counts_with_all_its_levels_against_the_most_pairs() => Assert.IsType<PlanOutcome.Refused>(
        Planner.Make(Profiles.Good(LiveSet.Replace("\"looks\": [6]", "\"looks\": [1000]", StringComparison.Ordinal)) with
        {
            Experiments = [.. Profiles.Good(LiveSet).Experiments.Select(experiment => experiment with { Crossover = experiment.Crossover! with { MostSteps = 100_000 } })],
        }, TestCatalogue.Own, new PlanOptions()));
}
