using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one gate into words.</summary>
internal static class GateRows
{
    public static GateRow Of(GateResult gate) => new(
        VisibleText.Sentence(gate.Comparison),
        $"{VisibleText.Name(gate.Metric)} of {VisibleText.Name(gate.Variant)} {GateText.Limits(gate.Asked)}",
        gate.Value is not { } value ? Figures.NotAvailable : gate.MaxIncreasePercent is null ? GateText.Value(gate.Metric, value) : Figures.Change(value / 100),
        gate.State,
        Mark.Of(gate.State),
        VisibleText.Sentence(gate.Reason),
        gate.OnInconclusive == InconclusivePolicy.Fail ? GateRow.FailsTheBuild : "warns");
}

/// <summary>Values and limits of gates in words.</summary>
public static class GateText
{
    /// <summary>The limits of a gate, each with its unit: <c>≤ 1.05</c>.</summary>
    public static string Limits(GateSettings gate)
    {
        var metric = gate.Metric;
        return gate switch
        {
            { MaxChange: { } most } => $"grown by {(Metric.Named(metric)?.Judged is null ? "" : "a factor ")}≤ {Value(metric, most)}",
            { MaxIncrease: < 0 and { } most } => $"below the baseline by ≥ {Value(metric, -most)}",
            { MaxIncreasePercent: < 0 and { } most } => $"below the baseline by ≥ {Figures.Percent(-most / 100)}",
            { MaxIncrease: { } most } => $"above the baseline by ≤ {Value(metric, most)}",
            { MaxIncreasePercent: { } most } => $"above the baseline by ≤ {Figures.Percent(most / 100)}",
            { Min: { } least, Max: { } most } when least == most => $"= {Value(metric, most)}",
            { Min: { } least, Max: { } most } => $"≥ {Value(metric, least)} and ≤ {Value(metric, most)}",
            { Min: { } least } => $"≥ {Value(metric, least)}",
            { Max: { } most } => $"≤ {Value(metric, most)}",
            _ => "without a limit",
        };
    }

    internal static string Value(string metric, double value) => Metric.Named(metric)?.Format switch
    {
        MetricFormat.Bytes => Figures.BytesPerOperation(value) + " B/op",
        MetricFormat.Size => Figures.Size(value),
        MetricFormat.Share => Figures.Percent(value),
        MetricFormat.Time => Figures.Time(value),
        _ => Figures.Number(value),
    };
}

/// <summary>One gate in words.</summary>
/// <param name="Condition">What must hold: <c>bytesPerOperation of await-value-task ≤ 0 B/op</c>.</param>
/// <param name="Undecided">What an undecided gate does to the build.</param>
public sealed record GateRow(
    string Comparison,
    string Condition,
    string Value,
    GateState State,
    Mark Mark,
    string Reason,
    string Undecided)
{
    /// <summary>What an undecided gate does, unless it only warns.</summary>
    public const string FailsTheBuild = "fails the build";

    /// <summary>What measuring the comparison took, in seconds; null where nothing was measured.</summary>
    public double? Seconds { get; init; }
}
