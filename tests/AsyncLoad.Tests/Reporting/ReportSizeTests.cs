using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Trace;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class ReportSizeTests
{
    private const int Most = 2_000_000;

    [Fact]
    public void A_hundred_comparisons_with_maps_latencies_and_traces_stay_below_2_MB()
    {
        var run = SampleMatrix.Create(6);
        var rich = run.Comparisons[4];
        var latencies = run.Comparisons[8].Latencies;
        Assert.NotNull(rich.Traces.Baseline);
        Assert.NotNull(latencies.Baseline);
        var outputs = Rendered.All(run with { Comparisons = [.. run.Comparisons.Select(entry => Full(entry, rich.Traces, latencies))] });

        Assert.Equal(102, run.Comparisons.Count);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.html"]), 400_000, Most);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.md"]), 100_000, 1_048_576);
    }

    private static ComparisonAnalysis Full(ComparisonAnalysis comparison, ArmPair<TraceAnalysis?> traces, ArmPair<ArmLatency?> latencies) =>
        comparison with { Traces = traces, Latencies = latencies, P99Ratio = comparison.Ratio };
}
