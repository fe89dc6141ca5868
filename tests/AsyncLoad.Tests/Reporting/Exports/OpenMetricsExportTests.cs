using System.Text.RegularExpressions;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Reporting.Exports;
using AsyncLoad.Tests.Analysis;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Exports;

/// <summary>OpenMetrics text is by its grammar, and holds the figures of the one table of metrics.</summary>
public sealed partial class OpenMetricsExportTests
{
    [Fact]
    public void The_sample_run_is_as_approved() => Approval.Matches(Export(SampleRun.Create()), "openmetrics.txt");

    [Fact]
    public void It_is_by_the_grammar()
    {
        var lines = Export(SampleRun.Create()).Split('\n');

        Assert.Equal(["# EOF", ""], lines[^2..]);
        string? family = null;
        var (seen, samples) = (new HashSet<string>(StringComparer.Ordinal), new HashSet<string>(StringComparer.Ordinal));
        foreach (var line in lines[..^2])
        {
            if (line.StartsWith("# TYPE ", StringComparison.Ordinal))
            {
                family = line.Split(' ')[2];
                Assert.True(seen.Add(family), $"{family} comes twice");
                continue;
            }

            Assert.NotNull(family);
            if (line.StartsWith('#'))
            {
                Assert.Matches($"^# (HELP {family} .+|UNIT {family} {family.Split('_')[^1]})$", line);
                continue;
            }

            Assert.Equal(family == "asyncload_run" ? "asyncload_run_info" : family, Sample().Match(line).Groups["name"].Value);
            Assert.True(samples.Add(line[..line.LastIndexOf(' ')]), $"{line} comes twice");
        }
    }

    [Fact]
    public void Every_metric_has_a_name_in_a_base_unit()
    {
        var names = Metric.All.Select(metric => new OpenMetric(metric, "")).Select(metric => $"{metric.Metric.Name}: {metric.Name}");

        Assert.Equal(
            [
                "ratio: asyncload_ratio", "cpuRatio: asyncload_cpu_ratio", "p99Ratio: asyncload_p99_ratio", "peakRatio: asyncload_peak_ratio", "retainedRatio: asyncload_retained_ratio", "gcPart: asyncload_gc_part_ratio", "mutatorPart: asyncload_mutator_part_ratio",
                "bytesDifference: asyncload_difference_bytes", "bytesPerOperation: asyncload_per_operation_bytes", "nsPerOperation: asyncload_per_operation_seconds",
                "operationsPerSecond: asyncload_operations_per_second", "cpuNsPerOperation: asyncload_cpu_per_operation_seconds",
                "gen0PerMillionOperations: asyncload_gen0_per_million_operations", "gen1PerMillionOperations: asyncload_gen1_per_million_operations",
                "gen2PerMillionOperations: asyncload_gen2_per_million_operations", "pauseShare: asyncload_pause_share_ratio", "peak: asyncload_peak_bytes", "retained: asyncload_retained_bytes",
                "retainedPerOperation: asyncload_retained_per_operation_bytes", "latencyNs.p99: asyncload_latency_p99_seconds",
                "poolHitRate: asyncload_pool_hit_rate_ratio", "eventsLost: asyncload_events_lost",
            ],
            names);
    }

    // The sample run lacks pool hits alone.
    [Fact]
    public void Every_metric_that_a_run_has_is_written()
    {
        var written = Export(SampleRun.Create());

        Assert.Equal([Metric.PoolHitRate.Name], Metric.All.Where(metric => !written.Contains($"\n{new OpenMetric(metric, "").Name}{{", StringComparison.Ordinal)).Select(metric => metric.Name));
    }

    [Fact]
    public void What_has_no_figure_has_no_sample()
    {
        var run = SampleRun.Create();

        var written = Export(run with { Comparisons = [.. run.Comparisons.Select(comparison => comparison.WithSides(side => side with { Ledger = new(null, "it crashed"), Trace = new(null, "it crashed") }))] });

        Assert.DoesNotContain("asyncload_per_operation_seconds", written, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"NaN|\} 0\n", written);
    }

    private static string Export(RunAnalysis run)
    {
        using var writer = new StringWriter();
        ExportFile.Write(ExportFormat.OpenMetrics, run, writer);
        return writer.ToString();
    }

    [GeneratedRegex("""^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)\{(?<label>[a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)+\} -?[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?$""")]
    private static partial Regex Sample();
}
