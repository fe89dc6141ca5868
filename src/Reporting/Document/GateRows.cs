using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>Puts one gate into words.</summary>
internal static class GateRows
{
    /// <param name="gate">How it went.</param>
    /// <param name="comparison">The comparison that it is about; null where the run has none.</param>
    public static GateRow Of(GateResult gate, ComparisonAnalysis? comparison) => new(
        VisibleText.Sentence(gate.Comparison),
        $"{VisibleText.Name(gate.Metric)} of {VisibleText.Name(gate.Variant)} {GateText.Limits(gate.Asked)}",
        Found(gate, Metric.Named(gate.Metric)?.Judged is { } judged ? comparison?.Ratios[judged.Metric].Value : null),
        gate.State,
        Mark.Of(gate.State),
        VisibleText.Sentence(gate.Reason),
        gate.OnInconclusive == InconclusivePolicy.Fail ? GateRow.FailsTheBuild : "warns")
    {
        Seconds = comparison?.Seconds,
    };

    // The ratio of a comparison reads as everywhere else.
    private static string Found(GateResult gate, RatioInterval? ratio) =>
        gate.Value is not { } value ? Figures.NotAvailable
        : gate.MaxIncreasePercent is not null ? Figures.Change(value / 100)
        : ratio is not null && ratio.Estimate == value ? Figures.RatioParts(ratio).Estimate
        : Figures.Of(Metric.Named(gate.Metric)?.Format, value);
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
