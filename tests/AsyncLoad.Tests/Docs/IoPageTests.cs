using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>The table of <c>docs/evidence/io.md</c> is that of its run.</summary>
public class IoPageTests
{
    private static readonly RunResults Results = PublishedRun.Results("io");

    [Fact]
    public void Every_comparison_of_the_run_is_a_row_of_the_page() => PublishedRun.HasRows("docs/evidence/io.md", Results.Comparisons.Select(Row));

    [Fact]
    public void The_machine_of_the_run_is_named() =>
        Assert.All(new[] { Results.Machine.Processor!, Results.Runtime }, named => Assert.Contains(named, Documents.Of("docs/evidence/io.md").Text, StringComparison.Ordinal));

    [Fact]
    public void What_service_time_hides_is_that_of_the_first_arrivals()
    {
        var arrivals = Results.Comparisons.First(comparison => comparison.Load.StartsWith("openLoop", StringComparison.Ordinal)).Metrics.Baseline!;

        Assert.Contains($"(p99 {Microseconds(arrivals.ServiceNs!.P99)} µs against {Microseconds(arrivals.LatencyNs!.P99)} ", Documents.Of("docs/evidence/io.md").Text, StringComparison.Ordinal);
    }

    private static string[] Row(ComparisonResult comparison)
    {
        var (before, after) = (comparison.Metrics.Baseline!, comparison.Metrics.Candidate!);
        return
        [
            $"{comparison.Experiment}, `{comparison.Load}`",
            comparison.Candidate,
            PublishedRun.Judged(comparison),
            PublishedRun.Interval(comparison.CpuRatio),
            PublishedRun.Interval(comparison.P99Ratio),
            $"{PublishedRun.Number(before.BytesPerOperation!.Value, "0.#")} → {PublishedRun.Number(after.BytesPerOperation!.Value, "0.#")}",
            after.PoolHitRate is { } hits ? $"{PublishedRun.Number(hits * 100, "0")} %" : "–",
            $"{Microseconds(before.LatencyNs!.P50)}, {Microseconds(after.LatencyNs!.P50)}",
            $"{Microseconds(before.LatencyNs.P99)}, {Microseconds(after.LatencyNs.P99)}",
        ];
    }

    private static string Microseconds(double nanoseconds) => PublishedRun.Number(nanoseconds / 1000, "#,0");
}
