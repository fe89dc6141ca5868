using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>Figures and limits of gates in words.</summary>
public static class GateText
{
    /// <summary>The limits of a gate, each with its unit: <c>≤ 1.05</c>.</summary>
    public static string Limits(GateSettings gate) => gate switch
    {
        { MaxChange: { } most } => $"grown by {(Metric.Named(gate.Metric)?.Judged is null ? "" : "a factor ")}≤ {Limit(gate, most)}",
        { MaxIncrease: < 0 and { } most } => $"below the baseline by ≥ {Limit(gate, -most)}",
        { MaxIncreasePercent: < 0 and { } most } => $"below the baseline by ≥ {Figures.Limit(MetricFormat.Share, -most / 100)}",
        { MaxIncrease: { } most } => $"above the baseline by ≤ {Limit(gate, most)}",
        { MaxIncreasePercent: { } most } => $"above the baseline by ≤ {Figures.Limit(MetricFormat.Share, most / 100)}",
        { Min: { } least, Max: { } most } when least == most => $"= {Limit(gate, most)}",
        { Min: { } least, Max: { } most } => $"≥ {Limit(gate, least)} and ≤ {Limit(gate, most)}",
        { Min: { } least } => $"≥ {Limit(gate, least)}",
        { Max: { } most } => $"≤ {Limit(gate, most)}",
        _ => "without a limit",
    };

    /// <summary>What a gate allows a figure to be, for the end of a sentence: <c>allowed 500 B/op to 600 B/op</c>.</summary>
    internal static string Allowed(GateSettings gate) => gate switch
    {
        { Min: { } least, Max: { } most } when least == most => $"allowed {Limit(gate, most)} exactly",
        { Min: { } least, Max: { } most } => $"allowed {Limit(gate, least)} to {Limit(gate, most)}",
        { Min: { } least } => $"at least {Limit(gate, least)} asked for",
        _ => $"allowed {Limit(gate, gate.Max ?? double.NaN)}",
    };

    /// <summary>A limit as it was set.</summary>
    internal static string Limit(GateSettings gate, double limit) => Figures.Limit(FormatOf(gate), limit);

    /// <summary>A measured figure of the gate's metric, as reports write it.</summary>
    internal static string Value(GateSettings gate, double value) => Figures.Of(FormatOf(gate), value, value > gate.Max ? gate.Max : value < gate.Min ? gate.Min : null);

    /// <summary>The same with the range that it varies in.</summary>
    internal static string Value(GateSettings gate, double value, (double Low, double High) range) => $"{Value(gate, value)} [{Value(gate, range.Low)}, {Value(gate, range.High)}]";

    private static MetricFormat? FormatOf(GateSettings gate) => Metric.Named(gate.Metric)?.Format;
}
