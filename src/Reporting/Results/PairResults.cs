using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Single pairs as <c>results.json</c> states them.</summary>
internal static class PairResults
{
    /// <summary>The pairs that the ratio rests on, then those that confirm a gate.</summary>
    public static IReadOnlyList<PairResult> Of(ComparisonAnalysis analysis) =>
        [.. analysis.Pairs.Select(pair => Of(pair, confirms: false)), .. analysis.Fresh.Select(pair => Of(pair, confirms: true))];

    private static PairResult Of(PairRatio pair, bool confirms) => new(pair.Index, confirms)
    {
        Ratio = Finite(pair.Wall),
        CpuRatio = Finite(pair.Cpu),
        P99Ratio = Finite(pair.P99),
        PeakRatio = Finite(pair.Peak),
        RetainedRatio = Finite(pair.Retained),
        BaselineNsPerOperation = Finite(pair.Costs?.Baseline.Wall),
        CandidateNsPerOperation = Finite(pair.Costs?.Candidate.Wall),
    };

    private static double? Finite(double? value) => value is { } some && double.IsFinite(some) ? some : null;
}
