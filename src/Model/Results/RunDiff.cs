using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model.Results;

/// <summary>What <c>diff --format json</c> writes: run against run, comparison by comparison. Figures are unrounded and never NaN.</summary>
/// <param name="SchemaVersion">Version of this format; this program writes 1.</param>
/// <param name="Before">The run that changes are counted from.</param>
/// <param name="After">The run that is compared with it.</param>
/// <param name="Metric">What ratios are of: the metric that the later run's verdict is on.</param>
/// <param name="Margin">The margin δ inside which a ratio counts as unchanged: the later run's.</param>
/// <param name="Warnings">What differs between the runs and may be why ratios do, in words.</param>
/// <param name="TimesNotCompared">Why no times are compared, where one reason holds for every comparison; null elsewhere, and then what is missing of a comparison says why.</param>
/// <param name="Comparisons">What both runs have, in the order of the later one.</param>
/// <param name="OnlyBefore">Ids that only the earlier run has.</param>
/// <param name="OnlyAfter">Ids that only the later run has.</param>
public sealed record RunDiff(
    int SchemaVersion,
    DiffedRun Before,
    DiffedRun After,
    VerdictMetric Metric,
    double Margin,
    IReadOnlyList<string> Warnings,
    string? TimesNotCompared,
    IReadOnlyList<ComparisonDiff> Comparisons,
    IReadOnlyList<string> OnlyBefore,
    IReadOnlyList<string> OnlyAfter)
{
    /// <summary>The format that this program writes.</summary>
    public const int CurrentSchemaVersion = 1;
}

/// <summary>One of two runs that are compared.</summary>
/// <param name="Profile">Name of the profile.</param>
/// <param name="ProfileHash">SHA-256 of the resolved profile, lower-case hex.</param>
/// <param name="Tool">Version of AsyncLoad that measured.</param>
/// <param name="Runtime">Runtime of the measured processes.</param>
/// <param name="MachineId">What tells its machine from others.</param>
/// <param name="Started">When it began, UTC.</param>
/// <param name="Status">How far it got.</param>
public sealed record DiffedRun(
    string Profile,
    string ProfileHash,
    string Tool,
    string Runtime,
    string MachineId,
    DateTimeOffset Started,
    RunStatus Status);

/// <summary>What became of one comparison from run to run.</summary>
/// <param name="Id">Its id, the same in both runs.</param>
/// <param name="Change">Whether the ratio changed; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Before">The ratio of the earlier run; null with <paramref name="Missing"/> saying why.</param>
/// <param name="After">The ratio of the later run; null with <paramref name="Missing"/> saying why.</param>
/// <param name="RatioChange">Ratio of the later run ÷ ratio of the earlier one; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Bytes">Bytes per operation of both sides; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Times">Elapsed ns per operation of both sides, only where the machine and the runtime that it was measured on are the same; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Warnings">What of its own settings differs between the runs, in words.</param>
/// <param name="Missing">For each member that is null, why.</param>
/// <param name="Peak">Peak memory of both sides, where times are compared; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Retained">Retained memory of both sides, where times are compared; null with <paramref name="Missing"/> saying why.</param>
public sealed record ComparisonDiff(
    string Id,
    Change? Change,
    RatioInterval? Before,
    RatioInterval? After,
    ChangeInterval? RatioChange,
    SidePair<BytesDiff?> Bytes,
    SidePair<TimeDiff?> Times,
    IReadOnlyList<string> Warnings,
    IReadOnlyDictionary<string, string> Missing,
    SidePair<SizeDiff?>? Peak = null,
    SidePair<SizeDiff?>? Retained = null);

/// <summary>Whether a ratio changed, from the interval of its change and a margin δ.</summary>
public enum Change
{
    /// <summary>The candidate got slower against the baseline: low &gt; 1 and estimate ≥ 1+δ.</summary>
    ChangedUp,

    /// <summary>The candidate got faster against the baseline: high &lt; 1 and estimate ≤ 1/(1+δ).</summary>
    ChangedDown,

    /// <summary>No change worth speaking of: the interval lies inside [1/(1+δ), 1+δ].</summary>
    Unchanged,

    /// <summary>The interval allows more than one answer.</summary>
    Inconclusive,
}

/// <summary>How a ratio changed, with its interval.</summary>
/// <param name="Estimate">Hodges-Lehmann shift of the log ratios, as a factor; above 1 the candidate got slower against the baseline.</param>
/// <param name="Low">Lower bound.</param>
/// <param name="High">Upper bound.</param>
/// <param name="Confidence">Coverage of the interval, 0 to 1, for these numbers of pairs.</param>
/// <param name="PairsBefore">Pairs of the earlier run that it rests on.</param>
/// <param name="PairsAfter">Pairs of the later run that it rests on.</param>
public sealed record ChangeInterval(double Estimate, double Low, double High, double Confidence, int PairsBefore, int PairsAfter);

/// <summary>One side's bytes per operation in two runs.</summary>
/// <param name="State">Whether they changed.</param>
/// <param name="Before">Of the earlier run.</param>
/// <param name="After">Of the later run.</param>
/// <param name="Difference">After − before of bytes per operation.</param>
public sealed record BytesDiff(BytesChange State, ByteCount Before, ByteCount After, double Difference);

/// <summary>Counted bytes per operation.</summary>
/// <param name="PerOperation">The figure.</param>
/// <param name="Lowest">Least among the count slices.</param>
/// <param name="Highest">Most among the count slices.</param>
public sealed record ByteCount(double PerOperation, double Lowest, double Highest);

/// <summary>Whether a side's bytes changed.</summary>
public enum BytesChange
{
    /// <summary>The same, to within what the runtime allocates by itself.</summary>
    Same,

    /// <summary>Another figure; where operations suspend, ranges of count slices that do not meet.</summary>
    Changed,

    /// <summary>Operations suspend and the ranges of the count slices meet: pools and timing may be all that differs.</summary>
    Undecided,
}

/// <summary>One side's memory in two runs on one machine: medians over pairs.</summary>
/// <param name="Before">Bytes in the earlier run.</param>
/// <param name="After">Bytes in the later run.</param>
/// <param name="Change">After ÷ before.</param>
/// <param name="RangesMeet">Whether the pairs of the two runs have ranges that meet: chance may be all that differs.</param>
public sealed record SizeDiff(double Before, double After, double Change, bool RangesMeet);

/// <summary>One side's elapsed time per operation in two runs on one machine.</summary>
/// <param name="BeforeNs">Nanoseconds an operation in the earlier run.</param>
/// <param name="AfterNs">Nanoseconds an operation in the later run.</param>
/// <param name="Change">After ÷ before; without an interval, for runs of different days share no drift.</param>
public sealed record TimeDiff(double BeforeNs, double AfterNs, double Change);
