using System.Globalization;
using System.Text;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Storage;

/// <summary>The latencies of each cell over all its pairs, for <c>histograms/</c> in the run folder.</summary>
internal sealed class CellHistograms(Plan plan)
{
    private readonly Dictionary<string, Comparison> comparisons =
        plan.Measured.ToDictionary(comparison => comparison.Id, StringComparer.Ordinal);

    private readonly Dictionary<string, Latencies> byName = new(StringComparer.Ordinal);

    /// <summary>Adds a step of a sweep: pairs of its comparison will follow.</summary>
    public void Add(JournalEntry.AddedStep step) => comparisons.Add(step.Comparison.Id, step.Comparison);

    /// <summary>Adds the latencies of a pair, if both its sides completed.</summary>
    public void Add(JournalEntry.Pair pair)
    {
        if (pair is not { Baseline: CellOutcome.Completed baseline, Candidate: CellOutcome.Completed candidate }) return;
        if (!comparisons.TryGetValue(pair.Comparison, out var found)) return;
        Add(found.Baseline.Name, baseline.Measurement.Latency);
        Add(found.Candidate.Name, candidate.Measurement.Latency);
    }

    /// <summary>Writes a file for each cell: the response time, and in a second file the service time where the two differ.</summary>
    public void Write(string folder)
    {
        if (byName.Count == 0) return;
        FileOwner.MakeInside(Path.GetDirectoryName(folder)!, Path.GetFileName(folder));
        foreach (var (name, latencies) in byName)
            WholeFile.Write(Path.Combine(folder, name + ".hgrm"), stream => stream.Write(Encoding.UTF8.GetBytes(PercentileText.Of(latencies))));
    }

    private void Add(string cell, LatencyReport? report)
    {
        if (report is null) return;
        Add(cell, report.ResponseTime);
        if (report.Response is not null) Add($"{cell}-service", report.Service);
    }

    private void Add(string name, Latencies latencies) =>
        byName[name] = byName.TryGetValue(name, out var known) ? Latencies.Merge([known, latencies]) : latencies;
}

/// <summary>
/// Latencies as the text that HdrHistogram's plotter reads (<c>.hgrm</c>), in ms: lines for five percentiles in each halving of the
/// distance to 100 %.
/// </summary>
internal static class PercentileText
{
    private const int LinesAHalving = 5;
    private const double NanosecondsPerMillisecond = 1e6;

    public static string Of(Latencies latencies)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"{"Value",14} {"Percentile",14} {"TotalCount",10} {"1/(1-Percentile)",14}\n\n");
        foreach (var line in Lines(latencies)) text.Append(line).Append('\n');
        text.Append(CultureInfo.InvariantCulture, $"#[Mean    = {Milliseconds(latencies.MeanNanoseconds ?? 0)}, StdDeviation   = {Milliseconds(Deviation(latencies))}]\n");
        text.Append(CultureInfo.InvariantCulture, $"#[Max     = {Milliseconds(latencies.Max.Value)}, Total count    = {latencies.Count,12}]\n");
        text.Append("#[Buckets =           32, SubBuckets     =         2048]\n");
        return text.ToString();
    }

    private static IEnumerable<string> Lines(Latencies latencies)
    {
        var (total, seen, next) = (latencies.Count, 0L, 0.0);
        foreach (var bucket in latencies.Buckets)
        {
            seen += bucket.Count;
            var fraction = seen / (double)total;
            var value = Math.Min(Latencies.LongestOf(bucket.Index), latencies.Max.Value);
            // Percentiles approach 1 without end: after the last bucket but one, one line for the rest and one for 100 % follow.
            if (seen == total)
            {
                yield return Line(value, next, seen);
                yield return Line(value, 1, seen);
                yield break;
            }

            for (; next <= fraction; next = After(next)) yield return Line(value, next, seen);
        }
    }

    // HdrHistogram's own steps: the distance to the next halving, in fifths of it.
    private static double After(double fraction)
    {
        var halvings = Math.Floor(Math.Log2(1 / (1 - fraction))) + 1;
        return fraction + (1 / (LinesAHalving * Math.Pow(2, halvings)));
    }

    private static string Line(long nanoseconds, double fraction, long seen)
    {
        var line = string.Create(CultureInfo.InvariantCulture, $"{Milliseconds(nanoseconds)} {fraction,14:F12} {seen,10}");
        return fraction >= 1 ? line : string.Create(CultureInfo.InvariantCulture, $"{line} {1 / (1 - fraction),14:F2}");
    }

    private static double Deviation(Latencies latencies)
    {
        if (latencies.MeanNanoseconds is not { } mean) return 0;
        var squares = latencies.Buckets.Sum(bucket => bucket.Count * Math.Pow(Latencies.LongestOf(bucket.Index) - mean, 2));
        return Math.Sqrt(squares / latencies.Count);
    }

    // Six decimals of a ms are a ns.
    private static string Milliseconds(double nanoseconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{nanoseconds / NanosecondsPerMillisecond,14:F6}");
}
