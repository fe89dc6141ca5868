using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>How a gate went.</summary>
/// <param name="State">Passed, failed, or why neither.</param>
/// <param name="Value">What was found; null when there is no figure.</param>
/// <param name="Reason">Why, in a sentence.</param>
internal sealed record GateOutcome(GateState State, double? Value, string Reason)
{
    /// <summary>A limit on a change without a reference run.</summary>
    public static GateOutcome NothingBefore { get; } = Undecided("there is no reference run to count a change from: name one with --against");

    /// <summary>A figure without an interval against its limits.</summary>
    public static GateOutcome Of(double value, GateSettings gate, FormattableString reason) => OfRange(value, (value, value), (gate.Min, gate.Max), reason);

    /// <summary>A range against limits: it passes when all of it is allowed and fails when none of it is. A range that a limit cuts is undecided.</summary>
    public static GateOutcome OfRange(double value, (double Low, double High) range, (double? Min, double? Max) limits, FormattableString reason)
    {
        var text = FormattableString.Invariant(reason);
        if (range.Low > limits.Max || range.High < limits.Min) return new GateOutcome(GateState.Failed, value, text);
        return range.High > limits.Max || range.Low < limits.Min ? Undecided(text, value) : new GateOutcome(GateState.Passed, value, text);
    }

    /// <summary>Neither passed nor failed.</summary>
    public static GateOutcome Undecided(string reason, double? value = null) => new(GateState.Inconclusive, value, reason);

    /// <summary>There is no figure to decide on.</summary>
    /// <param name="missing">Why, or null.</param>
    public static GateOutcome NotMeasured(string? missing) => Undecided(missing ?? "not measured");

    /// <summary>What was to be gated could not be measured.</summary>
    public static GateOutcome Broken(string reason) => new(GateState.Broken, null, reason);
}
