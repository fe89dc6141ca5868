using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model.Results;

/// <summary>What <c>trend --format json</c> writes: comparisons over many runs. Figures are unrounded and never NaN.</summary>
/// <param name="SchemaVersion">Version of this format; this program writes 1.</param>
/// <param name="Metric">Name of the figure that is followed.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="Margin">The margin δ inside which a ratio counts as unchanged: that of the newest run.</param>
/// <param name="Method">How changes are found.</param>
/// <param name="Runs">The runs, ordered by their start.</param>
/// <param name="Warnings">Differences between the runs that may have changed figures, in words.</param>
/// <param name="Series">One for each comparison and machine, and for each side where a side has the figure.</param>
public sealed record RunTrend(
    int SchemaVersion,
    string Metric,
    string Unit,
    double Margin,
    TrendMethod Method,
    IReadOnlyList<TrendRun> Runs,
    IReadOnlyList<string> Warnings,
    IReadOnlyList<TrendSeries> Series)
{
    /// <summary>The format that this program writes.</summary>
    public const int CurrentSchemaVersion = 1;
}

/// <summary>How changes are found.</summary>
/// <param name="Name">The published method.</param>
/// <param name="Level">Largest probability that a change is found in a series without one.</param>
/// <param name="Permutations">Number of random orders of the runs that their real order is compared with.</param>
/// <param name="FewestRuns">Fewest runs in which changes are looked for.</param>
/// <param name="MostRuns">Most runs in which changes are looked for; of more, the newest.</param>
public sealed record TrendMethod(string Name, double Level, int Permutations, int FewestRuns, int MostRuns);

/// <summary>One of the runs.</summary>
/// <param name="Source">Where it was read from.</param>
/// <param name="Profile">Name of the profile.</param>
/// <param name="ProfileHash">SHA-256 of the resolved profile, lower-case hex.</param>
/// <param name="Tool">Version of AsyncLoad that measured.</param>
/// <param name="Runtime">Runtime of the measured processes.</param>
/// <param name="MachineId">Id of its machine: a hash of its hardware and operating system.</param>
/// <param name="Started">When it began, UTC.</param>
/// <param name="Status">How far it got.</param>
public sealed record TrendRun(
    string Source,
    string Profile,
    string ProfileHash,
    string Tool,
    string Runtime,
    string MachineId,
    DateTimeOffset Started,
    RunStatus Status);

/// <summary>One figure over the runs of one machine.</summary>
/// <param name="Comparison">Id of the comparison.</param>
/// <param name="MachineId">Id of the machine: a hash of its hardware and operating system.</param>
/// <param name="Side">The side whose figure it is; null for one that both sides share, such as a ratio.</param>
/// <param name="Points">One for each run that has the comparison, ordered by start.</param>
/// <param name="Changes">Where the figure changed, ordered by start.</param>
/// <param name="NotLookedFor">Why no changes were looked for, or not in all runs; null when they were.</param>
public sealed record TrendSeries(
    string Comparison,
    string MachineId,
    Side? Side,
    IReadOnlyList<TrendPoint> Points,
    IReadOnlyList<TrendChange> Changes,
    string? NotLookedFor);

/// <summary>The figure of one run in a series.</summary>
/// <param name="Run">Its place among the runs, from 0.</param>
/// <param name="Value">The figure; null with <paramref name="Missing"/> saying why.</param>
/// <param name="Interval">The interval of a ratio; null for other figures, and where there is none.</param>
/// <param name="Pairs">Pairs that a ratio rests on; null for other figures.</param>
/// <param name="Verdict">The run's verdict; null where it gave none.</param>
/// <param name="Bytes">Bytes per operation of both sides; null where they were not counted.</param>
/// <param name="Commits">Commits that the sides were built from; null where a side was not built from one.</param>
/// <param name="Missing">For the value that is null, why.</param>
public sealed record TrendPoint(
    int Run,
    double? Value,
    RatioBounds? Interval,
    int? Pairs,
    Verdict? Verdict,
    SidePair<double?> Bytes,
    SidePair<string?> Commits,
    IReadOnlyDictionary<string, string> Missing);

/// <summary>A change from one run to the next.</summary>
/// <param name="Run">Place among the runs of the first one after the change.</param>
/// <param name="Probability">Probability of a change at least as large in a series without one; null where counts are exact.</param>
/// <param name="Before">Middle (Hodges-Lehmann) of the runs since the change before, or since the first run.</param>
/// <param name="After">Middle of the runs until the next change, or until the last run.</param>
/// <param name="Shift">From the runs before to those after: a factor where the figure is a ratio, a difference elsewhere. Null where there are too few runs for an interval, and where counts are exact.</param>
/// <param name="Change">For a ratio, the rule of <c>diff</c> with the margin; for other figures the direction.</param>
/// <param name="Beside">What else differs between the first run after the change and the one before it, in words.</param>
public sealed record TrendChange(
    int Run,
    double? Probability,
    double Before,
    double After,
    TrendShift? Shift,
    Change Change,
    IReadOnlyList<string> Beside);

/// <summary>How far a figure moved, with its interval.</summary>
/// <param name="Estimate">Hodges-Lehmann shift.</param>
/// <param name="Low">Lower bound.</param>
/// <param name="High">Upper bound.</param>
/// <param name="Confidence">Nominal coverage, 0 to 1. The true one is lower, since the place of the change was found in the same runs.</param>
public sealed record TrendShift(double Estimate, double Low, double High, double Confidence);
