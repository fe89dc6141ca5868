using AsyncLoad.Analysis;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Runs whose pairs share processes of their baseline. The first pairs, which tell that they may, are made up.</summary>
[Collection(nameof(WholeProcess))]
public sealed class GroupedRunTests : IDisposable
{
    private const string Good = "one/small-steps-vs-ok/sequential/calm/default";
    private const string Other = "one/stalls-vs-ok/sequential/calm/default";
    private const string Bad = "one/throws-vs-ok/sequential/calm/default";

    private const string Profile = """
        {
          "schemaVersion": 1, "name": "failing", "measure": { "looks": [6] },
          "experiments": [{ "name": "one", "workload": "failing", "baseline": "ok", "candidates": ["small-steps", "stalls", "throws"] }]
        }
        """;

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-groups-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fault(1)]
    [Fact]
    public async Task What_fails_in_a_group_is_tried_once_more_alone_and_then_dropped_while_the_others_go_on()
    {
        var (journal, events) = await RunAsync(Firsts(Good, Other, Bad), Good, Other, Bad);

        Assert.Equal(
            [(Good, 2, 1, 3), (Other, 2, 1, 3), (Bad, 2, 1, 3), (Bad, 2, 2, null), (Good, 3, 1, 2), (Other, 3, 1, 2)],
            journal.OrderBy(pair => (pair.Index, pair.Attempt, pair.Comparison == Bad, pair.Comparison == Other)).Select(pair => (pair.Comparison, pair.Index, pair.Attempt, pair.Sharing)));
        Assert.Equal(Bad, Assert.Single(events.OfType<RunEvent.ComparisonDropped>()).Comparison.Id);
        Assert.Equal(journal.Count, events.OfType<RunEvent.PairEnded>().Count());
    }

    [Fault(5)]
    [Fact]
    public async Task A_run_that_was_killed_between_two_lines_of_a_group_measures_what_is_missing_and_goes_on_together()
    {
        var (journal, _) = await RunAsync([.. Firsts(Good, Other), SyntheticRun.PairOf(2, 1, Good) with { Sharing = 2 }], Good, Other);

        Assert.Equal(
            [(Other, 2, null), (Good, 3, 2), (Other, 3, 2)],
            journal.OrderBy(pair => (pair.Index, pair.Comparison == Other)).Select(pair => (pair.Comparison, pair.Index, pair.Sharing)));
    }

    [Fact]
    public async Task A_comparison_that_is_settled_is_measured_no_more_and_the_baseline_goes_on_with_the_rest()
    {
        // Nothing is due of the one.
        var (journal, _) = await RunAsync([.. Firsts(Good, Other, Bad), SyntheticRun.PairOf(2, 1, Bad), SyntheticRun.PairOf(3, 1, Bad)], Good, Other, Bad);

        Assert.Equal(4, journal.Count);
        Assert.All(journal, pair => Assert.Equal((true, 2), (pair.Comparison != Bad, pair.Sharing)));
        Assert.Equal(2, journal.Select(pair => pair.Started).Distinct().Count());
    }

    private async Task<(IReadOnlyList<JournalEntry.Pair> Journal, IReadOnlyList<RunEvent> Events)> RunAsync(IReadOnlyList<JournalEntry.Pair> soFar, params string[] ids)
    {
        var plan = Profiles.Plan(Profile);
        plan = plan with
        {
            Measure = plan.Measure with { Slices = 4, Slice = Duration.FromMilliseconds(50), WarmUpCap = Duration.FromMilliseconds(100), Verdicts = false },
            Comparisons = [.. plan.Comparisons.Where(comparison => ids.Contains(comparison.Id))],
            LoadOverhead = [],
            Schedule = [.. plan.Schedule.Where(pair => pair.Index <= 3 && ids.Contains(pair.Comparison))],
            Traced = [],
        };
        var events = new List<RunEvent>();
        using (var writer = RunWriter.Create(folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profile)))
        {
            var guidance = new RunGuidance((_, pairs) => [.. plan.Schedule.Where(due => !pairs.Any(pair => (pair.Comparison, pair.Index) == (due.Comparison, due.Index) && IsWhole(pair)))], (_, _) => []);
            await new RunSession(plan, writer, guidance, events.Add, RunTerms.Usual) { SoFar = soFar }.RunAsync(TestContext.Current.CancellationToken);
        }

        return ([.. RunReader.Read(folder).Journal.Cast<JournalEntry.Pair>()], events);
    }

    private static bool IsWhole(JournalEntry.Pair pair) => pair is { Baseline: CellOutcome.Completed, Candidate: CellOutcome.Completed };

    private static IReadOnlyList<JournalEntry.Pair> Firsts(params string[] ids) => [.. ids.Select(id => SyntheticRun.PairOf(1, 1, id))];
}
