using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Host.Plugins;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>One pair of processes, measured for real.</summary>
internal static class RealPair
{
    /// <summary>Measures the first pair of a plan's first comparison, by the machine's clock unless another is given.</summary>
    public static async Task<JournalEntry.Pair> MeasureAsync(Plan plan, TimeProvider? time = null, OperationPace? known = null)
    {
        var stop = TestContext.Current.CancellationToken;
        using var sockets = PrivateDirectory.Create();
        return (await new InterleavedGroup([plan.Comparisons[0]], plan, new ChildScope(sockets, stop), time ?? TimeProvider.System).RunAsync([plan.Schedule[0]], 1, known, stop))[0];
    }

    /// <summary>A plan for two variants of a workload of the fixture plug-in: calm and sequential, unless the cell of both sides is changed.</summary>
    public static Plan PlanOf(string workload, (string Baseline, string Candidate) variants, MeasureSettings measure, Func<Cell, Cell>? under = null)
    {
        var plan = Profiles.Plan(Profiles.Smallest);
        var cell = plan.Comparisons[0].Baseline with { Workload = workload, Parameters = new Dictionary<string, string>(), Load = new LoadSettings.Sequential() };
        if (under is not null) cell = under(cell);
        return plan with
        {
            Comparisons = [plan.Comparisons[0] with { Baseline = cell with { Variant = variants.Baseline }, Candidate = cell with { Variant = variants.Candidate } }],
            Plugins = new PluginSet([PluginFiles.Read(FixturePlugins.Benchmarks)]),
            Measure = measure,
        };
    }

    /// <summary>How much of each side is measured, without verdicts; everything else as in <see cref="Profiles.Smallest"/>.</summary>
    public static MeasureSettings Settings(int slices, Duration warmUpCap) => Profiles.Plan(Profiles.Smallest).Measure with { Slices = slices, WarmUpCap = warmUpCap, Verdicts = false };
}
