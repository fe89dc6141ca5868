using AsyncLoad.Analysis.Crossovers;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Analysis;

/// <summary>Everything that is known of a run: evidence and judgement, figures unrounded. Reports and gates read this and nothing else.</summary>
/// <param name="Comparisons">In the order of the plan.</param>
/// <param name="Crossovers">One entry for each sweep, in the order of the plan.</param>
/// <param name="LoadOverhead">The overhead of each load.</param>
/// <param name="Environment">What else the machine did, over all pairs; null where it was not read.</param>
public sealed record RunAnalysis(
    RunManifest Manifest,
    Catalogue Catalogue,
    IReadOnlyList<ComparisonAnalysis> Comparisons,
    IReadOnlyList<CrossoverAnalysis> Crossovers,
    IReadOnlyList<LoadOverheadAnalysis> LoadOverhead,
    IReadOnlyList<GateResult> Gates,
    IReadOnlyList<string> Problems,
    EnvironmentRanges? Environment = null)
{
    /// <summary>For how long nothing was measured before it was resumed; zero for a run that never was.</summary>
    public TimeSpan Paused { get; init; }
}

/// <summary>The overhead of a load, measured with no-op operations.</summary>
/// <param name="NsPerOperation">Elapsed ns per no-op, or from due to done under loads with arrivals; null when it could not be measured.</param>
/// <param name="CpuNsPerOperation">Processor ns per no-op, without the pacer's thread; null when it could not be measured.</param>
/// <param name="PacerNsPerArrival">Processor ns per arrival of the pacer's own thread; null for loads without one.</param>
/// <param name="BytesPerOperation">Bytes per no-op over a count slice; null when it could not be counted.</param>
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
