using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>What a run makes of its journal so far, without measuring.</summary>
public sealed class RunSessionTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-session-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_comparison_with_a_side_that_twice_finished_no_operation_is_dropped_and_not_traced()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()) with { Traced = [new TracedCell(SyntheticRun.Id, Side.Candidate)] };
        var stuck = SyntheticRun.PairOf(1, SyntheticRun.Side(100), SyntheticRun.Side(0));
        var events = new List<RunEvent>();
        var guidance = new RunGuidance((_, _) => [], (_, _) => []);
        using var writer = RunWriter.Create(folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest));

        await new RunSession(plan, writer, guidance, events.Add, RunTerms.Usual) { SoFar = [stuck, stuck with { Attempt = 2 }] }
            .RunAsync(TestContext.Current.CancellationToken);

        Assert.Empty(events);
    }

    [Fault(5)]
    [Fact]
    public async Task A_pair_whose_settings_could_not_be_captured_is_measured_again_by_a_run_that_goes_on()
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf());
        var lost = SyntheticRun.Attempt(1, new CellOutcome.CaptureLost("settings cannot be read back: No space left on device"), new CellOutcome.Stopped("its partner failed"));
        IReadOnlyList<JournalEntry.Pair> counted = [];
        var guidance = new RunGuidance((_, pairs) =>
        {
            counted = pairs;
            return [];
        }, (_, _) => []);
        using var writer = RunWriter.Create(folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest));

        await new RunSession(plan, writer, guidance, _ => { }, RunTerms.Usual) { SoFar = [lost, lost with { Attempt = 2 }, SyntheticRun.PairOf(2, 0.5)] }
            .RunAsync(TestContext.Current.CancellationToken);

        Assert.Equal([2], counted.Select(pair => pair.Index));
    }
}
