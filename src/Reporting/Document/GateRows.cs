using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one gate into words.</summary>
internal static class GateRows
{
    public static GateRow Of(GateResult gate) => new(
        VisibleText.Sentence(gate.Comparison),
        $"{VisibleText.Name(gate.Metric)} of {VisibleText.Name(gate.Variant)} {Limits(gate)}",
        gate.Value is { } value ? Text(gate.Metric, value) : Figures.NotAvailable,
        gate.State,
        Mark.Of(gate.State),
        VisibleText.Sentence(gate.Reason),
        gate.OnInconclusive == InconclusivePolicy.Fail ? GateRow.FailsTheBuild : "warns");

    private static string Limits(GateResult gate) => gate switch
    {
        { MaxChange: { } most, Metric: "bytesPerOperation" } => $"grown by ≤ {Text(gate.Metric, most)}",
        { MaxChange: { } most } => $"grown by a factor ≤ {Text(gate.Metric, most)}",
        { Min: { } min, Max: { } max } when min == max => $"= {Text(gate.Metric, max)}",
        { Min: { } min, Max: { } max } => $"≥ {Text(gate.Metric, min)} and ≤ {Text(gate.Metric, max)}",
        { Min: { } min } => $"≥ {Text(gate.Metric, min)}",
        { Max: { } max } => $"≤ {Text(gate.Metric, max)}",
        _ => "without a limit",
    };

    private static string Text(string metric, double value) => metric switch
    {
        "bytesPerOperation" => Figures.BytesPerOperation(value) + " B/op",
        "pauseShare" or "poolHitRate" => Figures.Percent(value),
        "latencyNs.p99" => Figures.Time(value),
        _ => Figures.Number(value),
    };
}
