using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Model.Plans;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Merging;

public sealed class RunMergerTests
{
    [Fact]
    public void Shares_of_machines_with_other_runtimes_are_refused()
    {
        var outcome = RunMerger.Merge([("one", Share(1, "8.0.33", null)), ("two", Share(2, "8.0.34", null)), ("three", Share(3, null, "net8.0 is nowhere"))]);

        Assert.Equal(
            ["two was to measure on net8.0 (8.0.34), one on net8.0 (8.0.33)", "three was to measure on net8.0 (not there), one on net8.0 (8.0.33)"],
            Assert.IsType<MergeOutcome.Refused>(outcome).Reasons);
    }

    [Fact]
    public void Why_a_runtime_is_missing_may_differ()
    {
        var outcome = RunMerger.Merge([("one", Share(1, null, "net8.0 is not here")), ("two", Share(2, null, "net8.0 is not there")), ("three", Share(3, null, "net8.0 is nowhere"))]);

        Assert.Equal(3, Assert.IsType<MergeOutcome.Merged>(outcome).Manifest.Plan.Comparisons.Count);
    }

    private static RunEvidence Share(int index, string? version, string? missing)
    {
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf($"completed/{index}"));
        return SyntheticRun.Evidence(plan with
        {
            Runtimes = [new PlannedRuntime("net8.0", version, missing)],
            Shard = new Shard(index, 3, ["completed/1", "completed/2", "completed/3"]),
        });
    }
}
