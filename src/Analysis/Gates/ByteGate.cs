using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>A gate on bytes an operation, or on what they have grown by. Both are exact where operations complete at once, and need no interval.</summary>
internal static class ByteGate
{
    /// <summary>How it went.</summary>
    public static GateOutcome Of(GateSettings gate, GatedSide gated)
    {
        if (gated.Counted is not { PerOperation: { } bytes, Lowest: { } lowest, Highest: { } highest })
            return GateOutcome.Undecided(gated.WhyMissing("metrics", ".bytesPerOperation"));
        if (gate.MaxChange is { } most) return Change(gated, most);
        var range = gated.Counted.Vary ? FormattableString.Invariant($" ({lowest:0.###} to {highest:0.###})") : "";
        return GateOutcome.OfRange(
            bytes,
            (lowest, highest),
            (gate.Min - CountedBytes.Tolerance, gate.Max + CountedBytes.Tolerance),
            $"{bytes:0.###} B/op{range}, allowed {Allowed(gate)} (and {CountedBytes.Tolerance:0.##} for the runtime's own)");
    }

    private static string Allowed(GateSettings gate) => gate switch
    {
        { Min: { } min, Max: { } max } when min == max => FormattableString.Invariant($"{max:0.###} exactly"),
        { Min: { } min, Max: { } max } => FormattableString.Invariant($"{min:0.###} to {max:0.###}"),
        { Min: { } min } => FormattableString.Invariant($"{min:0.###} and more"),
        _ => FormattableString.Invariant($"{gate.Max:0.###}"),
    };

    private static GateOutcome Change(GatedSide gated, double most)
    {
        if (gated.Before is not { } before) return GateOutcome.NothingBefore;
        if (BytesDiffer.Of(before.Counted.Of(gated.Side), gated.Counted) is not { } diff) return GateOutcome.Undecided("the earlier run has no count of bytes");
        var range = (diff.After.Lowest - diff.Before.Highest, diff.After.Highest - diff.Before.Lowest);
        return GateOutcome.OfRange(
            diff.Difference,
            gated.Counted.Vary || before.Counted.Of(gated.Side).Vary ? range : (diff.Difference, diff.Difference),
            (null, most + CountedBytes.Tolerance),
            $"{diff.Before.PerOperation:0.###} B/op before, {diff.After.PerOperation:0.###} now, {most:0.###} more allowed (and {CountedBytes.Tolerance:0.##} for the runtime's own)");
    }
}
