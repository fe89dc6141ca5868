using System.Text.Json.Serialization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Model.Results;

/// <summary>The content of <c>results.json</c>: the judgement, which can be rebuilt from the evidence. Figures are unrounded and never NaN.</summary>
/// <param name="SchemaVersion">Version of this format; this program writes 2.</param>
/// <param name="Tool">Version of AsyncLoad that judged.</param>
/// <param name="Runtime">Runtime of the measured processes.</param>
/// <param name="Machine">The machine that measured.</param>
/// <param name="Profile">Name of the profile.</param>
/// <param name="Status">How far the run got.</param>
/// <param name="Comparisons">In the order of the plan.</param>
/// <param name="Crossovers">Where ratios cross 1 along an axis, one entry per sweep.</param>
/// <param name="Gates">Gates and their outcomes.</param>
/// <param name="LoadOverhead">What each load costs by itself, by load.</param>
/// <param name="Runtimes">Every runtime that the profile names, with its exact version or why it is missing; null, and then not in JSON, where it names none.</param>
/// <param name="Skipped">Comparisons that were skipped, each with the reason; null, and then not in JSON, where the profile names neither runtimes nor builds.</param>
/// <param name="Problems">Parts of the evidence that are missing, were changed or could not be read, in words; null, and then not in JSON, for none.</param>
/// <param name="SideBySide">Which pairs were measured at the same time, and on which processors; null, and then not in JSON, where all were measured one after the other.</param>
public sealed record RunResults(
    int SchemaVersion,
    string Tool,
    string Runtime,
    MachineFingerprint Machine,
    string Profile,
    RunStatus Status,
    IReadOnlyList<ComparisonResult> Comparisons,
    IReadOnlyList<CrossoverResult> Crossovers,
    IReadOnlyList<GateResult> Gates,
    IReadOnlyDictionary<string, LoadOverheadResult> LoadOverhead,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlannedRuntime>? Runtimes = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<SkippedComparison>? Skipped = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Problems = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] SideBySide? SideBySide = null)
{
    /// <summary>The results format that this program writes.</summary>
    public const int CurrentSchemaVersion = 2;

    /// <summary>When it was measured and of what; null, and then not in JSON, in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RunOrigin? Origin { get; init; }

    /// <summary>Every warning in words, those of the run first, then by comparison; null, and then not in JSON, in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<WarningResult>? Warnings { get; init; }
}

/// <summary>When a run was measured, of which profile, and how it was judged.</summary>
/// <param name="Started">When it began, UTC.</param>
/// <param name="ProfileHash">SHA-256 of the resolved profile, lower-case hex.</param>
/// <param name="Metric">What its verdicts are on.</param>
/// <param name="Margin">The margin δ of its verdicts, as a share of the ratio: 0.03 is 3 %.</param>
public sealed record RunOrigin(DateTimeOffset Started, string ProfileHash, VerdictMetric Metric, double Margin)
{
    /// <summary>When it ended, UTC; null, and then not in JSON, for a run that was cut short and in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTimeOffset? Finished { get; init; }

    /// <summary>Seed of its order, a number without a unit; null, and then not in JSON, in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Seed { get; init; }

    /// <summary>Numbers of pairs after which a comparison was judged, ascending; null, and then not in JSON, in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<int>? Looks { get; init; }
}

/// <summary>The results of one comparison.</summary>
/// <remarks>A new member stands last and is null by default, here and in <see cref="SideResult"/>: results written before it lack it, and the schema still accepts them.</remarks>
/// <param name="Id">Stable id.</param>
/// <param name="Experiment">Name of the experiment.</param>
/// <param name="Workload">Id of the workload.</param>
/// <param name="Parameters">Parameter values.</param>
/// <param name="Baseline">Name of the baseline: the id of its variant, or what it differs in.</param>
/// <param name="Candidate">Name of the candidate.</param>
/// <param name="Load">Slug of the load.</param>
/// <param name="Pressure">Name of the pressure.</param>
/// <param name="GcSettings">Name of the GC settings.</param>
/// <param name="Verdict">The verdict, or null when nothing could be measured.</param>
/// <param name="Ratio">Candidate ÷ baseline of elapsed time per operation.</param>
/// <param name="CpuRatio">Candidate ÷ baseline of CPU ns/op.</param>
/// <param name="P99Ratio">Candidate ÷ baseline of the 99th percentile of latency.</param>
/// <param name="HalfWidth">Half the width of the interval that the verdict rests on, as a share of its estimate: 0.02 is ±2 %.</param>
/// <param name="Spread">Standard deviation over pairs of the log ratio that the verdict is on.</param>
/// <param name="GcPart">Share of ratio − 1 that is GC pauses.</param>
/// <param name="MutatorPart">Share of ratio − 1 that is everything else.</param>
/// <param name="BytesDifference">Candidate − baseline of bytes per operation, exact.</param>
/// <param name="Metrics">Both sides' metrics.</param>
/// <param name="Traces">Both sides' traces.</param>
/// <param name="Warnings">Ids of its warnings.</param>
/// <param name="Missing">For each member that is null, why.</param>
/// <param name="Runtime">Name of the runtime that both sides ran on; null, and then not in JSON, for the default build on its own runtime.</param>
/// <param name="Levels">The levels that processes run at, where there are two; null, and then not in JSON, where they run at one.</param>
/// <param name="Disturbance">Processor use of other processes meanwhile, and its effect on the interval; null, and then not in JSON, without pairs.</param>
/// <param name="Differences">What the sides differ in; null, and then not in JSON, where it is the variant alone.</param>
/// <param name="PeakRatio">Candidate ÷ baseline of the largest working set over the measured slices.</param>
/// <param name="RetainedRatio">Candidate ÷ baseline of the managed heap after a full collection when all operations have ended.</param>
public sealed record ComparisonResult(
    string Id,
    string Experiment,
    string Workload,
    IReadOnlyDictionary<string, string> Parameters,
    string Baseline,
    string Candidate,
    string Load,
    string Pressure,
    string GcSettings,
    Verdict? Verdict,
    RatioInterval? Ratio,
    RatioInterval? CpuRatio,
    RatioInterval? P99Ratio,
    double? HalfWidth,
    double? Spread,
    double? GcPart,
    double? MutatorPart,
    double? BytesDifference,
    SidePair<SideResult?> Metrics,
    SidePair<TraceResult?> Traces,
    IReadOnlyList<string> Warnings,
    IReadOnlyDictionary<string, string> Missing,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Runtime = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] TwoLevels? Levels = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] Disturbance? Disturbance = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<SideDifference>? Differences = null,
    RatioInterval? PeakRatio = null,
    RatioInterval? RetainedRatio = null)
{
    /// <summary>Fingerprint of the machine that measured it, where runs of several were joined; null, and then not in JSON, elsewhere.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Machine { get; init; }

    /// <summary>Commits that the sides were built from, null for a side that was not; null, and then not in JSON, where neither was.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public SidePair<string?>? Commits { get; init; }

    /// <summary>Every completed pair, in the order of measuring; null, and then not in JSON, in results of older versions.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<PairResult>? Pairs { get; init; }

    /// <summary>Time that measuring it took, in seconds: all pairs, discarded attempts and traced runs. Null, and then not in JSON, where nothing was measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Seconds { get; init; }

    /// <summary>The ratio by a metric that verdicts can be on; null where it could not be measured.</summary>
    public RatioInterval? RatioBy(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Wall => Ratio,
        VerdictMetric.Cpu => CpuRatio,
        VerdictMetric.P99 => P99Ratio,
        VerdictMetric.Peak => PeakRatio,
        VerdictMetric.Retained => RetainedRatio,
        _ => throw new ArgumentOutOfRangeException(nameof(metric), metric, null),
    };
}

/// <summary>Something that the sides of a comparison differ in.</summary>
/// <param name="What">What it is: <c>variant</c>, <c>build</c>, <c>runtime</c>, <c>gc</c>, <c>variables</c>, <c>pressure</c> or <c>parameters</c>.</param>
/// <param name="Baseline">What the baseline has.</param>
/// <param name="Candidate">What the candidate has.</param>
public sealed record SideDifference(CellPart What, string Baseline, string Candidate);

/// <summary>The same thing of both sides.</summary>
/// <typeparam name="T">What it is.</typeparam>
/// <param name="Baseline">Of the baseline.</param>
/// <param name="Candidate">Of the candidate.</param>
public sealed record SidePair<T>(T Baseline, T Candidate)
{
    /// <summary>What it is of one side.</summary>
    public T Of(Side side) => side == Side.Baseline ? Baseline : Candidate;

    /// <summary>Both, the baseline first.</summary>
    public IReadOnlyList<T> Each() => [Baseline, Candidate];

    /// <summary>What the selector makes of each.</summary>
    public SidePair<TResult> Select<TResult>(Func<T, TResult> selector) => new SidePair<TResult>(selector(Baseline), selector(Candidate));
}

/// <summary>One of four answers, from an interval and a margin δ.</summary>
public enum Verdict
{
    /// <summary>The candidate is faster: high &lt; 1 and estimate ≤ 1/(1+δ).</summary>
    Wins,

    /// <summary>The candidate is slower: low &gt; 1 and estimate ≥ 1+δ.</summary>
    Loses,

    /// <summary>No relevant difference: the inner interval lies inside [1/(1+δ), 1+δ].</summary>
    Equivalent,

    /// <summary>The interval allows more than one answer.</summary>
    Inconclusive,
}

/// <summary>A ratio with its interval.</summary>
/// <param name="Estimate">Hodges-Lehmann estimate over pairs; candidate ÷ baseline.</param>
/// <param name="Low">Lower bound of the ratio; candidate ÷ baseline.</param>
/// <param name="High">Upper bound of the ratio; candidate ÷ baseline.</param>
/// <param name="Confidence">Coverage of the interval, 0 to 1.</param>
/// <param name="Pairs">Number of pairs it rests on.</param>
public sealed record RatioInterval(double Estimate, double Low, double High, double Confidence, int Pairs)
{
    /// <summary>
    /// The interval of two one-sided tests of 5 % each: the sides are equivalent where it lies inside the margin. Null, and then not in JSON,
    /// where the interval itself decides equivalence.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public RatioBounds? Inner { get; init; }

    /// <summary>Half the width as a share of the estimate, 0 or more.</summary>
    [JsonIgnore]
    public double HalfWidth => (High - Low) / 2 / Estimate;
}

/// <summary>Two bounds of a ratio.</summary>
/// <param name="Low">Lower bound of the ratio; candidate ÷ baseline.</param>
/// <param name="High">Upper bound of the ratio; candidate ÷ baseline.</param>
public sealed record RatioBounds(double Low, double High);

/// <summary>What a load costs by itself.</summary>
/// <param name="NsPerOperation">Elapsed nanoseconds per no-op operation, or from due to done where there is a schedule.</param>
/// <param name="CpuNsPerOperation">Processor nanoseconds per no-op operation, without the pacer's thread.</param>
/// <param name="PacerCpuNsPerArrival">Processor nanoseconds per arrival of the pacer's thread; only for loads with a schedule.</param>
/// <param name="BytesPerOperation">Bytes per no-op operation, the load's own included.</param>
/// <param name="Operations">Operations of a count slice, over which the load's fixed bytes are spread.</param>
/// <param name="Missing">For each member that is null, why.</param>
public sealed record LoadOverheadResult(
    double? NsPerOperation,
    double? CpuNsPerOperation,
    double? PacerCpuNsPerArrival,
    double? BytesPerOperation,
    long? Operations,
    IReadOnlyDictionary<string, string> Missing);

/// <summary>A warning in words.</summary>
/// <param name="Severity">How much it limits the results, in camelCase: <c>note</c>, <c>warning</c> or <c>invalid</c>.</param>
/// <param name="Message">What was found, in words.</param>
public sealed record WarningResult(string Severity, string Message)
{
    /// <summary>Kebab-case id, stable; null, and then not in JSON, for a warning about the whole run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Id { get; init; }

    /// <summary>Id of the comparison that it is about; null, and then not in JSON, for the whole run.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Comparison { get; init; }

    /// <summary>What to do about it, in words; null, and then not in JSON, where the message says so.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Remedy { get; init; }
}

/// <summary>Where processes of a comparison run at one of two levels.</summary>
/// <param name="Baseline">The baseline's levels by the metric that the verdict is on, in ns per operation; null where its processes are at one.</param>
/// <param name="Candidate">The candidate's, likewise.</param>
/// <param name="Ratio">The levels of the pairs' ratios; null where these are at one, or at more than two.</param>
public sealed record TwoLevels(
    Levels? Baseline,
    Levels? Candidate,
    Levels? Ratio);

/// <summary>A sample that falls into two levels with nothing between them.</summary>
/// <param name="Low">Geometric mean of the values at the lower level: ns per operation of a side, or a ratio.</param>
/// <param name="High">Geometric mean of those at the higher: ns per operation of a side, or a ratio.</param>
/// <param name="AtLow">Number of pairs at the lower level.</param>
/// <param name="AtHigh">Number of pairs at the higher.</param>
public sealed record Levels(double Low, double High, int AtLow, int AtHigh);

/// <summary>Processor use of other processes while a comparison was measured, and its effect on the interval.</summary>
/// <param name="OtherCores">Cores that other processes used, mean over pairs; null where the system does not report it.</param>
/// <param name="MostOtherCores">Most cores that other processes used in a pair; null where the system does not report it.</param>
/// <param name="Pairs">Number of pairs that were disturbed.</param>
/// <param name="QuietHalfWidth">
/// Approximate half-width of the interval, as a share of the ratio, with the spread of the undisturbed pairs; null where no pair was disturbed,
/// or too few were undisturbed.
/// </param>
/// <param name="Sentence">All of it in words.</param>
public sealed record Disturbance(double? OtherCores, double? MostOtherCores, int Pairs, double? QuietHalfWidth, string Sentence);
