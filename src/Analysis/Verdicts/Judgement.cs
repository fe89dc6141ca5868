using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>What the pairs of one comparison say: steering stops on it, analysis reports it.</summary>
/// <param name="Wall">Ratio of ns/op, or null with <paramref name="Missing"/> saying why.</param>
/// <param name="Cpu">Ratio of CPU ns/op, or null with <paramref name="Missing"/> saying why.</param>
/// <param name="P99">Ratio of the 99th percentile of latency, or null with <paramref name="Missing"/> saying why.</param>
/// <param name="Decisive">That of them which the verdict is on, by the profile's metric; null without it.</param>
/// <param name="Verdict">The verdict on the metric that the profile names, or null without its ratio.</param>
/// <param name="HalfWidth">Half the width of that ratio's interval as a share of its estimate, or null without it.</param>
/// <param name="Missing">Reasons, by the names of results.json.</param>
public sealed record Judgement(
    RatioInterval? Wall,
    RatioInterval? Cpu,
    RatioInterval? P99,
    RatioInterval? Decisive,
    Verdict? Verdict,
    double? HalfWidth,
    IReadOnlyDictionary<string, string> Missing)
{
    /// <summary>Why a comparison has neither intervals nor a verdict when its profile says <c>"verdicts": false</c>.</summary>
    public const string NotAskedFor = "the profile asks for figures, not verdicts";

    private static Judgement None { get; } = new(
        null,
        null,
        null,
        null,
        null,
        null,
        new Dictionary<string, string> { ["ratio"] = NotAskedFor, ["cpuRatio"] = NotAskedFor, ["p99Ratio"] = NotAskedFor, ["verdict"] = NotAskedFor });

    /// <summary>Why there is no latency.</summary>
    public const string TimedInBatches = "operations were timed in batches: one of the sides takes less than 1 µs an operation";

    /// <summary>Judges the pairs measured so far; without verdicts there is nothing to judge, however many there are.</summary>
    public static Judgement Of(IReadOnlyList<PairRatio> pairs, MeasureSettings measure)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        ArgumentNullException.ThrowIfNull(measure);
        if (!measure.Verdicts) return None;
        var missing = new Dictionary<string, string>();
        var wall = Interval("ratio", [.. pairs.Select(pair => (double?)pair.Wall)], "a pair has no ratio", measure, missing);
        var cpu = Interval("cpuRatio", [.. pairs.Select(pair => pair.Cpu)], "a pair has no processor time to divide by", measure, missing);
        var p99 = Interval("p99Ratio", [.. pairs.Select(pair => pair.P99)], TimedInBatches, measure, missing);
        var decisive = measure.Metric switch
        {
            VerdictMetric.Cpu => cpu,
            VerdictMetric.P99 => p99,
            _ => wall,
        };
        if (decisive is null) missing["verdict"] = missing[NameOf(measure.Metric)];
        return new Judgement(
            wall,
            cpu,
            p99,
            decisive,
            decisive is null ? null : VerdictRule.Judge(decisive, measure.Margin),
            decisive is null ? null : (decisive.High - decisive.Low) / 2 / decisive.Estimate,
            missing);
    }

    /// <summary>The member of results.json that holds the ratio by a metric.</summary>
    internal static string NameOf(VerdictMetric metric) => metric switch
    {
        VerdictMetric.Cpu => "cpuRatio",
        VerdictMetric.P99 => "p99Ratio",
        _ => "ratio",
    };

    /// <summary>Whether a comparison may end at a look: its interval is narrow enough, or says something already.</summary>
    public bool Settles(MeasureSettings measure)
    {
        ArgumentNullException.ThrowIfNull(measure);
        return HalfWidth <= measure.HalfWidth || Verdict is not (null or Model.Results.Verdict.Inconclusive);
    }

    private static RatioInterval? Interval(string name, double?[] ratios, string whenNull, MeasureSettings measure, Dictionary<string, string> missing)
    {
        var fewest = Looks.FewestPairs(measure.Looks.Count);
        if (ratios.Length < fewest)
        {
            missing[name] = FormattableString.Invariant($"{ratios.Length} completed pairs; an interval at this confidence needs {fewest}");
            return null;
        }

        if (ratios.Any(ratio => ratio is null))
        {
            missing[name] = whenNull;
            return null;
        }

        return Looks.Interval([.. ratios.Select(ratio => ratio!.Value)], measure.Looks);
    }
}
