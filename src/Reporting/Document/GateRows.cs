using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one gate into words.</summary>
internal static class GateRows
{
    public static GateRow Of(GateResult gate) => new(
        VisibleText.Sentence(gate.Comparison),
        $"{VisibleText.Name(gate.Metric)} of {VisibleText.Name(gate.Variant)} {GateText.Limits(gate.Metric, gate.Min, gate.Max, gate.MaxChange)}",
        gate.Value is { } value ? GateText.Value(gate.Metric, value) : Figures.NotAvailable,
        gate.State,
        Mark.Of(gate.State),
        VisibleText.Sentence(gate.Reason),
        gate.OnInconclusive == InconclusivePolicy.Fail ? GateRow.FailsTheBuild : "warns");
}

/// <summary>Values and limits of gates in words.</summary>
public static class GateText
{
    /// <summary>The limits of a gate, each with its unit: <c>≤ 1.05</c>.</summary>
    public static string Limits(string metric, double? min, double? max, double? maxChange) => (min, max, maxChange) switch
    {
        (_, _, { } most) => $"grown by {(Metric.Named(metric)?.Judged is null ? "" : "a factor ")}≤ {Value(metric, most)}",
        ({ } least, { } most, _) when least == most => $"= {Value(metric, most)}",
        ({ } least, { } most, _) => $"≥ {Value(metric, least)} and ≤ {Value(metric, most)}",
        ({ } least, null, _) => $"≥ {Value(metric, least)}",
        (null, { } most, _) => $"≤ {Value(metric, most)}",
        _ => "without a limit",
    };

    internal static string Value(string metric, double value) => Metric.Named(metric)?.Format switch
    {
        MetricFormat.Bytes => Figures.BytesPerOperation(value) + " B/op",
        MetricFormat.Size => Figures.Size(value),
        MetricFormat.Share => Figures.Percent(value),
        MetricFormat.Time => Figures.Time(value),
        _ => Figures.Number(value),
    };
}
