using System.Collections.Immutable;
using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Everything that is known of a run: evidence and judgement, figures unrounded. Reports and gates read this and nothing else.</summary>
/// <param name="Comparisons">In the order of the plan.</param>
/// <param name="Crossovers">One entry a sweep, in the order of the plan.</param>
/// <param name="LoadOverhead">What each load costs by itself.</param>
/// <param name="Environment">What else the machine did, over all pairs; null where nobody looked.</param>
public sealed record RunAnalysis(
    RunManifest Manifest,
    Catalogue Catalogue,
    IReadOnlyList<ComparisonAnalysis> Comparisons,
    IReadOnlyList<CrossoverAnalysis> Crossovers,
    IReadOnlyList<LoadOverheadAnalysis> LoadOverhead,
    IReadOnlyList<GateResult> Gates,
    IReadOnlyList<string> Problems,
    EnvironmentRanges? Environment = null);

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
    /// <summary>Candidate ÷ baseline of elapsed time per operation.</summary>
    public Figure<RatioInterval?> Ratio => Ratios[VerdictMetric.Wall];

    /// <summary>Pairs measured afterwards to confirm a gate that would fail, in order; no figure and no verdict rests on them.</summary>
    public IReadOnlyList<PairRatio> Fresh { get; init; } = [];

    /// <summary>What would help to decide it; null unless it came to its end undecided.</summary>
    public string? WouldHelp => Warnings.FirstOrDefault(warning => warning.Id == WideInterval.Id)?.Remedy;
}

/// <summary>
/// The ratio's distance from 1 in two additive parts: <c>GcPart + MutatorPart = ratio − 1</c>, over the summed slices of all pairs.
/// </summary>
/// <param name="GcPart">(pause of candidate − pause of baseline) an operation ÷ wall time of baseline an operation.</param>
public sealed record CostSplit(double GcPart, double MutatorPart);

/// <summary>What a load costs by itself, measured with no-op operations.</summary>
/// <param name="NsPerOperation">Elapsed ns a no-op, or from due to done where operations arrive by themselves; null when it could not be measured.</param>
/// <param name="CpuNsPerOperation">Processor ns a no-op, the pacer's thread left out; null when it could not be measured.</param>
/// <param name="PacerNsPerArrival">Processor ns an arrival of the pacer's own thread; null for loads without one.</param>
/// <param name="BytesPerOperation">Bytes a no-op over a count slice; null when it could not be counted.</param>
/// <param name="BytesPerCall">Fixed bytes of a count slice: what starting and joining the load costs once.</param>
/// <param name="CountOperations">Operations of that count slice.</param>
/// <param name="Runtime">Name of the runtime; null for the plain build on its own.</param>
public sealed record LoadOverheadAnalysis(
    string Load,
    string GcSettings,
    string Variant,
    double? NsPerOperation,
    double? CpuNsPerOperation,
    double? PacerNsPerArrival,
    double? BytesPerOperation,
    long? BytesPerCall,
    long? CountOperations,
    string? Runtime = null);
