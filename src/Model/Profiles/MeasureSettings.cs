using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>How long and how often each comparison is measured, and how it is judged.</summary>
/// <param name="Slices">Timed slices per side in one pair; default 60, range 4 to 10,000. More are run when a slice budget is not enough for ten collections.</param>
/// <param name="Slice">Length of one slice; default 10ms, range 1ms to 60s.</param>
/// <param name="WarmUpCap">Longest warm-up of one pair's side, in its own slices; default 5s. Past it the warning <c>no-steady-state</c> is given.</param>
/// <param name="Looks">Numbers of pairs after which the comparison is judged, ascending; default 8, 12, 16, 24, 36, 48. One entry is a single look.</param>
/// <param name="HalfWidth">Relative half-width of the ratio's interval that ends a comparison early; default 0.02, or 0.05 where the verdict is on the 99th percentile.</param>
/// <param name="Margin">The margin δ inside which two sides count as equivalent; default 0.03.</param>
/// <param name="Metric">What the verdict is on; default wall time.</param>
/// <param name="Verdicts">Whether ratios are judged; default true. If false, any number of pairs is allowed and figures have no verdict.</param>
/// <param name="PlatformTiering">Keeps the platform's own tier-up delay instead of <c>TC_CallCountingDelayMs=0</c>; default false.</param>
/// <param name="InTurn">Measures the sides of a pair one after the other, so that one process is alive at a time; default false, and not in JSON then.</param>
/// <param name="Confirm">Measures wins and losses again that not every pair shows, where a run has several comparisons; default false, and not in JSON then.</param>
public sealed record MeasureSettings(
    int Slices,
    Duration Slice,
    Duration WarmUpCap,
    IReadOnlyList<int> Looks,
    double HalfWidth,
    double Margin,
    VerdictMetric Metric,
    bool Verdicts,
    bool PlatformTiering,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool InTurn = false,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Confirm = false)
{
    /// <summary>What a profile without a <c>measure</c> member gets.</summary>
    public static MeasureSettings Default { get; } = new(
        Slices: 60,
        Slice: Duration.FromMilliseconds(10),
        WarmUpCap: Duration.FromSeconds(5),
        Looks: [8, 12, 16, 24, 36, 48],
        HalfWidth: Profiles.Metric.Of(VerdictMetric.Wall).HalfWidth,
        Margin: 0.03,
        Metric: VerdictMetric.Wall,
        Verdicts: true,
        PlatformTiering: false);

    /// <summary>Whether a margin is from 0 to 1. One below 0, also −0, would leave no ratio inside it.</summary>
    public static bool IsMargin(double margin) => margin is >= 0 and <= 1 && !double.IsNegative(margin);
}

/// <summary>Where along one numeric setting a verdict changes: a few coarse steps first, then more where the answer lies.</summary>
/// <param name="Axis">Path of the setting, as <c>list settings</c> prints it, or <c>parameters.NAME</c> for a parameter of the workload.</param>
/// <param name="From">Lowest step: bytes where the setting is a size, else the number itself.</param>
/// <param name="To">Highest step, above <paramref name="From"/>.</param>
/// <param name="Steps">Coarse steps, both ends included; default 5, range 3 to 9.</param>
/// <param name="MostSteps">Steps in all; default 12, at least <paramref name="Steps"/>, at most 40.</param>
public sealed record CrossoverSettings(
    string Axis,
    double From,
    double To,
    int Steps = CrossoverSettings.DefaultSteps,
    int MostSteps = CrossoverSettings.DefaultMostSteps)
{
    /// <summary>Coarse steps where a profile does not say.</summary>
    public const int DefaultSteps = 5;

    /// <summary>Steps in all where a profile does not say.</summary>
    public const int DefaultMostSteps = 12;

    /// <summary>What an axis begins with that is a parameter of the workload.</summary>
    public const string ParameterPrefix = "parameters.";

    /// <summary>The parameter that is swept; null when a setting is.</summary>
    [JsonIgnore]
    public string? Parameter => Axis.StartsWith(ParameterPrefix, StringComparison.Ordinal) ? Axis[ParameterPrefix.Length..] : null;
}
