using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Analysis;

/// <summary>Comparisons whose sides another engine ran through.</summary>
public sealed class WholeRunAnalysisTests
{
    private static readonly LoadSettings.Simulations Stages = new([new Simulation.KeepConstant(2, Duration.FromSeconds(10)), new Simulation.Pause(Duration.FromSeconds(2))]);

    [Theory]
    [InlineData(LoadEngine.NBomber, true)]
    [InlineData(LoadEngine.Native, false)]
    public void Whole_runs_are_told_with_their_length(LoadEngine engine, bool found)
    {
        var plan = SyntheticRun.PlanOf([6], Under(engine));
        var analysis = RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [.. SyntheticRun.Pairs(0.4, 0.41, 0.42, 0.4, 0.39, 0.4)]), SyntheticRun.Trace);

        var warnings = analysis.Comparisons[0].Warnings.Where(warning => warning.Id == "whole-runs").ToList();

        Assert.Equal(found ? [WarningSeverity.Note] : [], warnings.Select(warning => warning.Severity));
        Assert.All(warnings, warning => Assert.Contains("for 12s", warning.Message, StringComparison.Ordinal));
    }

    [Fact]
    public void What_the_engine_costs_is_read_off_its_runs_and_not_off_count_slices()
    {
        var slice = SyntheticRun.Slice(20_000, allocated: 20_000 * 411, cpuNs: 20_000 * 640) with { ResponseTime = new Nanoseconds(20_000 * 30) };
        var side = SyntheticRun.Side([slice], [new(1_000, 1_600, 1_600, 0)]);
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()) with { LoadOverhead = [Under(LoadEngine.NBomber, "load-overhead/nbomber")] };

        var cost = RunAnalyzer.Analyze(SyntheticRun.Evidence(plan, [SyntheticRun.PairOf(1, side, side, "load-overhead/nbomber")]), SyntheticRun.Trace).LoadOverhead[0];

        // A slice of 10 ms, of which operations take 30 ns each.
        Assert.Equal((500, 640, 411), (cost.NsPerOperation, cost.CpuNsPerOperation, cost.BytesPerOperation));
        Assert.Null(cost.BytesPerCall);
        Assert.Null(cost.CountOperations);
    }

    private static Comparison Under(LoadEngine engine, string id = SyntheticRun.Id)
    {
        var comparison = SyntheticRun.ComparisonOf(id);
        var load = Stages with { Engine = engine };
        return comparison with { Baseline = comparison.Baseline with { Load = load }, Candidate = comparison.Candidate with { Load = load } };
    }
}
