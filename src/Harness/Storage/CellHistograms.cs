using System.Text;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Harness.Storage;

/// <summary>The latencies of each cell over all its pairs, for <c>histograms/</c> in the run folder.</summary>
internal sealed class CellHistograms(Plan plan)
{
    private readonly Dictionary<string, Comparison> comparisons =
        plan.Measured.ToDictionary(comparison => comparison.Id, StringComparer.Ordinal);

    private readonly Dictionary<string, Latencies> byName = new(StringComparer.Ordinal);

    /// <summary>Adds a level of a sweep: pairs of its comparison will follow.</summary>
    public void Add(JournalEntry.AddedStep level) => comparisons.Add(level.Comparison.Id, level.Comparison);

    /// <summary>Adds what a pair has measured, if both its sides came to their end.</summary>
    public void Add(JournalEntry.Pair pair)
    {
        if (pair is not { Baseline: CellOutcome.Completed baseline, Candidate: CellOutcome.Completed candidate }) return;
        if (!comparisons.TryGetValue(pair.Comparison, out var found)) return;
        Add(found.Baseline.Name, baseline.Measurement.Latency);
        Add(found.Candidate.Name, candidate.Measurement.Latency);
    }

    /// <summary>Writes a file for each cell: what a caller feels, and apart from it the uncorrected service time where the two differ.</summary>
    public void Write(string folder)
    {
        if (byName.Count == 0) return;
        Directory.CreateDirectory(folder);
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
