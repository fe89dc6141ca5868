using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting;

/// <summary>Puts one gate into words.</summary>
internal static class GateRows
{
    public static GateRow Of(GateResult gate) => new(
        VisibleText.Sentence(gate.Comparison),
        $"{VisibleText.Name(gate.Metric)} of {VisibleText.Name(gate.Variant)} ≤ {Text(gate.Metric, gate.Max)}",
        gate.Value is { } value ? Text(gate.Metric, value) : Figures.NotAvailable,
        gate.State,
        Mark.Of(gate.State),
        VisibleText.Sentence(gate.Reason),
        gate.OnInconclusive == InconclusivePolicy.Fail ? "fails the build" : "warns");

    private static string Text(string metric, double value) => metric switch
    {
        "bytesPerOperation" => Figures.BytesPerOperation(value) + " B/op",
        "pauseShare" => Figures.Percent(value),
        _ => Figures.Number(value),
    };
}
