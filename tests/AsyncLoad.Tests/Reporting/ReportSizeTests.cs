using System.Text;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class ReportSizeTests
{
    private const int Most = 2_500_000;

    [Fact]
    public void A_hundred_comparisons_with_maps_latencies_findings_gates_and_traces_of_both_sides_stay_below_2_5_MB()
    {
        var run = Full(SampleMatrix.Create(6));

        var outputs = Rendered.All(run);

        Assert.Equal(102, run.Comparisons.Count);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.html"]), 400_000, Most);
        Assert.InRange(Encoding.UTF8.GetByteCount(outputs["report.md"]), 100_000, 1_048_576);
    }

    [Theory]
    [InlineData(1, 9)]
    [InlineData(6, 4)]
    public void Types_of_a_side_are_fewer_where_comparisons_are_many(int results, int rows)
    {
        var section = ReportDocument.From(Full(SampleMatrix.Create(results))).Sections.Single(one => one.Id == "types");

        Assert.All(Assert.IsType<ReportBlock.Table>(Assert.Single(section.Blocks)).Groups, group => Assert.Equal(rows, group.Rows.Count));
    }

    private static RunAnalysis Full(RunAnalysis run)
    {
        var (trace, latencies) = (Full(run.Comparisons[4].Sides.Baseline.Trace.Value!), run.Comparisons[8].Sides.Select(side => side.Latency.Value));
        Assert.NotNull(latencies.Baseline);
        return run with
        {
            Comparisons = [.. run.Comparisons.Select(entry => Full(entry, trace).WithLatencies(latencies.Baseline, latencies.Candidate).With(VerdictMetric.P99, entry.Ratio))],
            Gates = [.. run.Comparisons.SelectMany(entry => Gates(entry.Comparison.Id))],
        };
    }

    private static ComparisonAnalysis Full(ComparisonAnalysis comparison, TraceAnalysis trace) => comparison.With(trace, trace) with
    {
        Warnings =
        [
            Warning("few-collections", WarningSeverity.Warning, comparison, "fewer than ten collections in pair 3 of the baseline, so there is no GC part"),
            Warning("wide-interval", WarningSeverity.Note, comparison, "the interval is ±6 % wide and holds 1; 31 pairs would decide it at the spread seen"),
        ],
    };

    private static Warning Warning(string id, WarningSeverity severity, ComparisonAnalysis comparison, string message) =>
        new(id, severity, FormattableString.Invariant($"Comparison {comparison.Comparison.Ordinal}: {message}."), "Ask for more or longer slices, for more pairs, or for a quieter machine.");

    // More types and stacks than are shown.
    private static TraceAnalysis Full(TraceAnalysis trace) => trace with
    {
        Allocations = [.. Enumerable.Range(1, 12).Select(number => trace.Allocations[0] with { Type = FormattableString.Invariant($"Orders.Pricing.Discounts.OfSeason{number}[]") })],
        Stacks = [.. Enumerable.Repeat(trace.Stacks[^1], 6)],
    };

    private static IEnumerable<GateResult> Gates(string comparison) =>
    [
        new(comparison, "bytesPerOperation", "await-value-task", 0, 0, GateState.Passed, "0 B/op, allowed 0 (and 0.05 for the runtime's own)", InconclusivePolicy.Fail),
        new(
            comparison, "ratio", "await-value-task", 1.05, 1.12, GateState.Failed,
            "1.12 [1.09, 1.16], allowed 1.05; 6 fresh pairs agree: 1.13 [1.08, 1.19], allowed 1.05", InconclusivePolicy.Warn),
    ];
}
