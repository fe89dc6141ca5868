using System.Text.Json.Serialization;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model.Results;

/// <summary>What <c>doctor</c> found of a machine.</summary>
/// <param name="SchemaVersion">Version of this format: 1.</param>
/// <param name="Fit">Whether a run would measure here, with warnings or without.</param>
/// <param name="Machine">The machine.</param>
/// <param name="Facts">What was looked at, in the order of reading.</param>
/// <param name="Noise">Spread of pairs of a variant with itself, one entry per load; null when it was not measured.</param>
public sealed record DoctorReport(
    int SchemaVersion,
    bool Fit,
    MachineFingerprint Machine,
    IReadOnlyList<DoctorFact> Facts,
    IReadOnlyList<NoiseFigure>? Noise)
{
    /// <summary>The format that this program writes.</summary>
    public const int CurrentSchemaVersion = 1;
}

/// <summary>One thing that was looked at.</summary>
/// <param name="Id">Kebab-case id, stable.</param>
/// <param name="State">Whether it disturbs measuring.</param>
/// <param name="Value">What was found, in words.</param>
/// <param name="Why">Why it matters.</param>
/// <param name="Remedy">What to do about it; null when there is nothing to do.</param>
public sealed record DoctorFact(string Id, FactState State, string Value, string Why, string? Remedy);

/// <summary>Whether a fact disturbs measuring.</summary>
public enum FactState
{
    /// <summary>As it should be.</summary>
    Ok,

    /// <summary>It makes measuring noisier, slower or less certain.</summary>
    Warn,

    /// <summary>A run would be refused.</summary>
    Refused,

    /// <summary>The system does not report it.</summary>
    Unknown,
}

/// <summary>Spread of pairs of a variant with itself under one load, and what follows for a comparison.</summary>
/// <param name="Load">Kind of the load.</param>
/// <param name="Pairs">Pairs measured to their end.</param>
/// <param name="Spread">Standard deviation of the log ratio of a pair; null below two pairs.</param>
/// <param name="SpreadLow">Lower bound of the spread at 95 %, for normal values; null below two pairs.</param>
/// <param name="SpreadHigh">Upper bound of the same.</param>
/// <param name="SecondsPerPair">Median time of a pair in seconds; null without one.</param>
/// <param name="OtherCores">Cores that other processes used meanwhile, median over pairs; null where the system does not report it.</param>
/// <param name="HalfWidth">Half-width that the next figures are about: 0.02 for ±2 %.</param>
/// <param name="PairsNeeded">Fewest pairs of a single look whose interval is expected to be as narrow; null when no allowed number suffices, or without a spread.</param>
/// <param name="Look">The first default look that is expected to be as narrow; null when none is, or without a spread.</param>
/// <param name="Minutes">What that many pairs take: those of <paramref name="Look"/>, or else <paramref name="PairsNeeded"/>; null without either.</param>
/// <param name="Jobs">Pairs that went side by side, each on two cores; null, and then not in JSON, for one at a time.</param>
/// <param name="Slower">By how much operations took longer than in the pairs of this load that went one at a time: 0.03 for 3 %. Null, and then not in JSON, without such pairs.</param>
public sealed record NoiseFigure(
    string Load,
    int Pairs,
    double? Spread,
    double? SpreadLow,
    double? SpreadHigh,
    double? SecondsPerPair,
    double? OtherCores,
    double HalfWidth,
    int? PairsNeeded,
    int? Look,
    double? Minutes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Jobs = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? Slower = null);
