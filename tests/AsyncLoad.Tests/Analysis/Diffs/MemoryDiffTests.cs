using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Analysis.Diffs;

/// <summary>Memory of two runs on one machine.</summary>
public sealed class MemoryDiffTests
{
    [Theory]
    [InlineData(0, true)]
    [InlineData(5, true)]
    [InlineData(6, false)]
    public void Memory_is_held_against_that_of_the_earlier_run_with_its_range(long more, bool meet)
    {
        var comparison = RunDiffer.Of(Run(100), Run(100 + more)).Comparisons[0];

        // Pairs 1 to 6: the peak of each is one byte more than the one before.
        Assert.Equal(new SizeDiff(103.5, 103.5 + more, (103.5 + more) / 103.5, meet), comparison.Peak!.Candidate);
        Assert.Equal(new SizeDiff(100, 100 + more, (100 + more) / 100.0, more == 0), comparison.Retained!.Baseline);
        Assert.DoesNotContain(comparison.Missing.Keys, key => key.StartsWith("peak", StringComparison.Ordinal) || key.StartsWith("retained", StringComparison.Ordinal));
    }

    [Fact]
    public void What_a_run_lacks_or_another_machine_measured_is_not_compared_and_says_why()
    {
        var older = RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), SyntheticRun.Pairs(1, 1, 1, 1, 1, 1)));
        var lacking = RunDiffer.Of(older, Run(100)).Comparisons[0];
        Assert.Null(lacking.Peak!.Candidate);
        Assert.Equal("before: measured by an older version, which did not measure memory", lacking.Missing["peak.candidate"]);
        Assert.Equal("after: measured by an older version, which did not measure memory", RunDiffer.Of(Run(100), older).Comparisons[0].Missing["retained.baseline"]);

        var run = Run(100);
        var elsewhere = RunDiffer.Of(run with { Manifest = run.Manifest with { Machine = run.Manifest.Machine with { Id = "other" } } }, run).Comparisons[0];
        Assert.Null(elsewhere.Retained!.Baseline);
        Assert.Equal("the runs come from two machines (other and abc)", elsewhere.Missing["retained.baseline"]);
    }

    private static RunAnalysis Run(long bytes)
    {
        var pairs = Enumerable.Range(1, 6).Select(index => SyntheticRun.PairOf(index, Side(bytes, bytes), Side(bytes + index, bytes)));
        return RunAnalyzer.AnalyzeUntraced(SyntheticRun.Evidence(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()), [.. pairs]));
    }

    private static SideMeasurement Side(long peak, long retained) =>
        SyntheticRun.Side(1_000) with { Memory = new MemoryUse(peak, IsSampled: false, new HeapUse(1, retained, 1)) };
}
