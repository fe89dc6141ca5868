using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Host.Plugins;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>What workloads leave behind.</summary>
[Collection(nameof(WholeProcess))]
public sealed class LongOperationTests
{
    [Fact]
    public async Task A_process_ends_although_its_workload_left_a_thread_running()
    {
        var pair = await MeasureAsync("faults", "fine", "leaves-thread", new LoadSettings.Sequential());

        Assert.IsType<CellOutcome.Completed>(pair.Candidate);
        Assert.InRange(pair.Took.Seconds, 0, 20);
    }

    private static async Task<JournalEntry.Pair> MeasureAsync(string workload, string baseline, string candidate, LoadSettings load)
    {
        var plan = Profiles.Plan(Profiles.Smallest);
        var cell = plan.Comparisons[0].Baseline with { Workload = workload, Parameters = new Dictionary<string, string>(), Load = load };
        plan = plan with
        {
            Comparisons = [plan.Comparisons[0] with { Baseline = cell with { Variant = baseline }, Candidate = cell with { Variant = candidate } }],
            Plugins = new PluginSet([PluginFiles.Read(FixturePlugins.Benchmarks)]),
            Measure = plan.Measure with { Slices = 12, WarmUpCap = Duration.FromSeconds(5), Verdicts = false },
        };
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);
        return (await new InterleavedGroup(plan.Comparisons, plan, scope, TimeProvider.System).RunAsync([plan.Schedule[0]], 1, null, TestContext.Current.CancellationToken))[0];
    }
}
