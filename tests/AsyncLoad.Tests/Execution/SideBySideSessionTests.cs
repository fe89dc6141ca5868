using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Steering;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Pairs of processes that really go side by side, each on one processor of this machine: fewer than the program itself would give them.</summary>
public sealed class SideBySideSessionTests : IDisposable
{
    private static readonly RunGuidance Guidance = new(PairSteering.NextPairs, (_, _) => []);

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-beside-").FullName;
    private readonly List<RunEvent> events = [];

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task Each_pair_has_its_own_processor_and_one_that_goes_alone_has_all()
    {
        var plan = PlanOf(pairs: 3, Beside("a")) with { LoadOverhead = [Alone("b")] };
        using (var writer = Begin(plan)) await new RunSession(plan, writer, Guidance, Note, RunTerms.Usual).RunAsync(TestContext.Current.CancellationToken);

        // On a starved machine a side may finish no operation: such a pair is tried once more.
        var pairs = Ended();
        Assert.Equal([1, 2, 3], Completed("a"));
        Assert.Equal([1], Completed("b"));
        Assert.Equal(pairs.Count, (await File.ReadAllLinesAsync(Path.Combine(folder, "pairs.jsonl"), TestContext.Current.CancellationToken)).Length);
        Assert.All(pairs.Where(pair => pair.Comparison == "a"), pair => Assert.Contains(pair.Processors!, plan.SideBySide!.Places));
        Assert.All(pairs.Where(pair => pair.Comparison == "b"), pair => Assert.Null(pair.Processors));
        // The second and third pair of a were under way together; b never beside another.
        Assert.Equal(2, MostUnderWay(_ => true));
        Assert.Equal(1, MostUnderWay(comparison => comparison == "b"));
    }

    [Fact]
    public async Task A_run_that_is_stopped_loses_the_pairs_in_flight_alone_and_goes_on()
    {
        var plan = PlanOf(pairs: 3, Beside("a"));
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        using (var writer = Begin(plan))
        {
            var session = new RunSession(plan, writer, Guidance, happened =>
            {
                Note(happened);
                if (UnderWay() == 2) stop.Cancel();
            }, RunTerms.Usual);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => session.RunAsync(stop.Token));
            Assert.Equal([1], Completed("a"));

            await new RunSession(plan, writer, Guidance, Note, RunTerms.Usual) { SoFar = Ended() }.RunAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal([1, 2, 3], Completed("a"));
    }

    [Fact]
    public async Task A_process_that_counts_other_processors_than_it_was_given_is_refused()
    {
        var plan = PlanOf(pairs: 1, Beside("a"));
        using var sockets = PrivateDirectory.Create();
        // No processor of that number is there, so the process is not kept to it.
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken) { Processors = [60_000, 60_001, 60_002, 60_003, 60_004] };
        var failure = await Assert.ThrowsAsync<ChildFailedException>(() => SideSession.StartAsync(plan.Comparisons[0].Baseline, plan, scope));
        Assert.Contains("should have 5 processors", Assert.IsType<CellOutcome.Refused>(failure.Outcome).Reason, StringComparison.Ordinal);
    }

    private static Comparison Beside(string id) => SyntheticRun.ComparisonOf(id) with { Baseline = Cell(new LoadSettings.Sequential()), Candidate = Cell(new LoadSettings.Sequential()) };

    private static Comparison Alone(string id) => SyntheticRun.ComparisonOf(id) with { Baseline = Cell(new LoadSettings.ParallelFor()), Candidate = Cell(new LoadSettings.ParallelFor()) };

    private static Cell Cell(LoadSettings load) => SyntheticRun.CellOf("task", "no-op") with { Load = load };

    private static Plan PlanOf(int pairs, params IReadOnlyList<Comparison> comparisons)
    {
        var processors = Topology.Read(SystemFiles.OfMachine)!.Processors;
        var plan = SyntheticRun.PlanOf([pairs], comparisons);
        return plan with
        {
            Measure = plan.Measure with { Slices = 3, Slice = Duration.FromMilliseconds(100), WarmUpCap = Duration.FromMilliseconds(200), Verdicts = false },
            SideBySide = new SideBySide([[processors[0].Number], [processors[^1].Number]], ["a"]),
        };
    }

    private RunWriter Begin(Plan plan) => RunWriter.Create(folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest));

    private void Note(RunEvent happened) => events.Add(happened);

    private List<JournalEntry.Pair> Ended() => [.. events.OfType<RunEvent.PairEnded>().Select(ended => ended.Pair)];

    private IEnumerable<int> Completed(string comparison) => PairProgress.Of(Ended().Where(pair => pair.Comparison == comparison)).Completed.Select(pair => pair.Index);

    private int UnderWay() => events.Count(happened => happened is RunEvent.PairStarted) - events.Count(happened => happened is RunEvent.PairEnded);

    // Of the moments at which a pair of such a comparison was under way, the most pairs that were.
    private int MostUnderWay(Func<string, bool> such)
    {
        var (running, most) = (new List<string>(), 0);
        foreach (var happened in events)
        {
            if (happened is RunEvent.PairStarted started) running.Add(started.Comparison.Id);
            if (happened is RunEvent.PairEnded ended) running.Remove(ended.Comparison.Id);
            if (running.Exists(comparison => such(comparison))) most = Math.Max(most, running.Count);
        }

        return most;
    }
}
