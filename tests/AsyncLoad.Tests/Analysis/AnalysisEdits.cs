using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Tests.Analysis;

/// <summary>Analyses with other figures than were measured, and what they say of those that are missing.</summary>
internal static class AnalysisEdits
{
    public static ComparisonAnalysis With(this ComparisonAnalysis comparison, VerdictMetric metric, Figure<RatioInterval?> ratio) =>
        comparison with { Ratios = comparison.Ratios.SetItem(metric, ratio) };

    public static ComparisonAnalysis WithSides(this ComparisonAnalysis comparison, Func<SideAnalysis, SideAnalysis> change) =>
        comparison with { Sides = comparison.Sides.Select(change) };

    public static ComparisonAnalysis WithCandidate(this ComparisonAnalysis comparison, Func<SideAnalysis, SideAnalysis> change) =>
        comparison with { Sides = comparison.Sides with { Candidate = change(comparison.Sides.Candidate) } };

    public static ComparisonAnalysis WithBaseline(this ComparisonAnalysis comparison, Func<SideAnalysis, SideAnalysis> change) =>
        comparison with { Sides = comparison.Sides with { Baseline = change(comparison.Sides.Baseline) } };

    public static ComparisonAnalysis With(this ComparisonAnalysis comparison, Figure<TraceAnalysis?> baseline, Figure<TraceAnalysis?> candidate) =>
        comparison.WithBaseline(side => side with { Trace = baseline }).WithCandidate(side => side with { Trace = candidate });

    public static ComparisonAnalysis WithLatencies(this ComparisonAnalysis comparison, SideLatency? baseline, SideLatency? candidate) =>
        comparison.WithBaseline(side => side with { Latency = baseline }).WithCandidate(side => side with { Latency = candidate });

    /// <summary>Why each figure is missing that is, by its place in results.json.</summary>
    public static SortedDictionary<string, string> Missing(this ComparisonAnalysis comparison)
    {
        var missing = new SortedDictionary<string, string>(StringComparer.Ordinal);
        Note("verdict", comparison.Verdict);
        foreach (var metric in Metric.Ratios) Note(metric.Name, comparison.Ratios[metric.Judged!.Metric]);
        Note("halfWidth", comparison.HalfWidth);
        Note("spread", comparison.Spread);
        Note("totals", comparison.Totals);
        Note("gcPart", comparison.Split);
        Note("mutatorPart", comparison.Split);
        Note("bytesDifference", comparison.BytesDifference);
        foreach (var (name, side) in new[] { ("baseline", comparison.Sides.Baseline), ("candidate", comparison.Sides.Candidate) })
        {
            Note($"metrics.{name}", side.Ledger);
            Note($"metrics.{name}.bytesPerOperation", side.BytesPerOperation);
            Note($"metrics.{name}.latencyNs", side.Latency);
            Note($"metrics.{name}.poolHitRate", side.Pool);
            Note($"metrics.{name}.peak", side.Memory.Peak);
            Note($"metrics.{name}.retained", side.Memory.Retained);
            Note($"metrics.{name}.retainedPerOperation", side.Memory.PerOperation);
            Note($"traces.{name}", side.Trace);
        }

        return missing;

        void Note<T>(string name, Figure<T> figure)
        {
            if (figure.Value is null) missing[name] = figure.Missing ?? "";
        }
    }
}
