using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Everything that is known of a run: evidence and judgement, figures unrounded. Reports and gates read this and nothing else.</summary>
/// <param name="Comparisons">In the order of the plan.</param>
/// <param name="Crossovers">One entry a sweep, in the order of the plan.</param>
/// <param name="LoadOverhead">What each load costs by itself.</param>
/// <param name="Environment">What else the machine did, over all pairs; null where it was not looked at.</param>
public sealed record RunAnalysis(
    RunManifest Manifest,
    Catalogue Catalogue,
    IReadOnlyList<ComparisonAnalysis> Comparisons,
    IReadOnlyList<CrossoverAnalysis> Crossovers,
    IReadOnlyList<LoadOverheadAnalysis> LoadOverhead,
    IReadOnlyList<GateResult> Gates,
    IReadOnlyList<string> Problems,
    EnvironmentRanges? Environment = null);

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
