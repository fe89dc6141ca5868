using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model.Results;

/// <summary>What <c>diff --format json</c> writes: run against run, comparison by comparison. Figures are unrounded and never NaN.</summary>
/// <param name="SchemaVersion">Version of this format; this program writes 1.</param>
/// <param name="Before">The run that changes are counted from.</param>
/// <param name="After">The run that is compared with it.</param>
/// <param name="Metric">What ratios are of: the metric that the later run's verdict is on.</param>
/// <param name="Margin">The margin δ inside which a ratio counts as unchanged: the later run's.</param>
/// <param name="Warnings">Differences between the runs that may have changed ratios, in words.</param>
/// <param name="TimesNotCompared">Why no times are compared, where one reason holds for every comparison; otherwise null, and each comparison states its own under <c>missing</c>.</param>
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
/// <param name="MachineId">Id of its machine: a hash of its hardware and operating system.</param>
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

/// <summary>How one comparison changed from run to run.</summary>
/// <param name="Id">Its id, the same in both runs.</param>
/// <param name="Change">Whether the ratio changed; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Before">The ratio of the earlier run; null with <paramref name="Missing"/> saying why.</param>
/// <param name="After">The ratio of the later run; null with <paramref name="Missing"/> saying why.</param>
/// <param name="RatioChange">Ratio of the later run ÷ ratio of the earlier one; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Bytes">Bytes per operation of both sides; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Times">Elapsed ns per operation of both sides, only where the machine and the runtime that it was measured on are the same; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Warnings">Differences of its settings between the runs, in words.</param>
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

    /// <summary>No relevant change: the interval lies inside [1/(1+δ), 1+δ].</summary>
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
    /// <summary>The same, apart from what the runtime itself allocates.</summary>
    Same,

    /// <summary>Different; where operations suspend, the ranges of the count slices do not overlap.</summary>
    Changed,

    /// <summary>Operations suspend and the ranges of the count slices overlap: only pools and timing may differ.</summary>
    Undecided,
}

/// <summary>One side's memory in two runs on one machine: medians over pairs.</summary>
/// <param name="Before">Bytes in the earlier run.</param>
/// <param name="After">Bytes in the later run.</param>
/// <param name="Change">After ÷ before.</param>
/// <param name="RangesMeet">Whether the ranges of the pairs of both runs overlap, so that the difference may be chance.</param>
public sealed record SizeDiff(double Before, double After, double Change, bool RangesMeet);

/// <summary>One side's elapsed time per operation in two runs on one machine.</summary>
/// <param name="BeforeNs">Nanoseconds per operation in the earlier run.</param>
/// <param name="AfterNs">Nanoseconds per operation in the later run.</param>
/// <param name="Change">After ÷ before; without an interval, since the two runs do not share the machine's drift.</param>
public sealed record TimeDiff(double BeforeNs, double AfterNs, double Change);
