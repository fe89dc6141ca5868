using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
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
    public async Task A_comparison_with_an_arm_that_twice_finished_no_operation_is_dropped_and_not_traced()
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
}
