using System.Collections.Immutable;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis;

/// <summary>What is known of one comparison.</summary>
/// <param name="Ratios">Candidate ÷ baseline by each metric.</param>
/// <param name="HalfWidth">Half the width of the interval that the verdict rests on, as a share of its estimate.</param>
/// <param name="Totals">Ratio of summed time to summed operations with a bootstrap over pairs; sees rare collections that a median drops.</param>
/// <param name="Split">The ratio's distance from 1, split into GC and mutator.</param>
/// <param name="BytesDifference">Candidate − baseline of bytes per operation, exact unless slices of a side vary.</param>
/// <param name="Pairs">One entry for each completed pair, in order.</param>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on.</param>
public sealed record ComparisonAnalysis(
    Comparison Comparison,
    Figure<Verdict?> Verdict,
    ImmutableSortedDictionary<VerdictMetric, Figure<RatioInterval?>> Ratios,
    Figure<double?> HalfWidth,
    Figure<RatioInterval?> Totals,
    Figure<CostSplit?> Split,
    Figure<double?> BytesDifference,
    IReadOnlyList<PairRatio> Pairs,
    Figure<double?> Spread,
    SidePair<SideAnalysis> Sides,
    IReadOnlyList<Warning> Warnings)
{
    /// <summary>What the verdict compares.</summary>
    public VerdictMetric Metric { get; init; } = VerdictMetric.Wall;

    /// <summary>Candidate ÷ baseline of that cost: the ratio that the verdict is on.</summary>
    public Figure<RatioInterval?> Ratio => Ratios[Metric];

    /// <summary>The levels that processes run at, where there are two; else null.</summary>
    public TwoLevels? Levels { get; init; }

    /// <summary>What other processes did meanwhile; null without pairs.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>What measuring it took, in seconds; null where nothing was measured.</summary>
    public double? Seconds { get; init; }

    /// <summary>Pairs measured afterwards to confirm a verdict, or a gate that would fail, in order; no figure rests on them.</summary>
    public IReadOnlyList<PairRatio> Fresh { get; init; } = [];

    /// <summary>What would help to decide it; null unless it ended undecided.</summary>
    public string? WouldHelp => Warnings.FirstOrDefault(warning => warning.Id == WideInterval.Id)?.Remedy;
}

/// <summary>The ratio's distance from 1 in two additive parts: <c>GcPart + MutatorPart = ratio − 1</c>, over the summed slices of all pairs.</summary>
/// <param name="GcPart">pause of candidate − pause of baseline, per operation, ÷ wall time of baseline per operation.</param>
public sealed record CostSplit(double GcPart, double MutatorPart)
{
    // As differences: a ratio of pauses would divide by 0 where a side never pauses.
    internal static CostSplit Of(GcLedger baseline, GcLedger candidate)
    {
        var gcPart = (PausePerOperation(candidate) - PausePerOperation(baseline)) / baseline.NsPerOperation;
        return new CostSplit(gcPart, (candidate.NsPerOperation / baseline.NsPerOperation) - 1 - gcPart);
    }

    private static double PausePerOperation(GcLedger ledger) => ledger.Pause.Value / (double)ledger.Operations;
}
