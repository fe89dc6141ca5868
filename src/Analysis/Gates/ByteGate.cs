using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>A gate on bytes per operation, or on how much they grew. Both are exact where operations complete at once, and need no interval.</summary>
internal static class ByteGate
{
    /// <summary>How it went.</summary>
    /// <param name="gate">What the profile says.</param>
    /// <param name="gated">The side that it is about.</param>
    /// <param name="before">Bytes of the same side in the run that changes are counted from, or why there are none.</param>
    public static GateOutcome Of(GateSettings gate, SideAnalysis gated, Figure<CountedBytes?> before)
    {
        if (gated.Bytes is not { PerOperation: { } bytes, Lowest: { } lowest, Highest: { } highest }) return GateOutcome.NotMeasured(gated.BytesPerOperation.Missing);
        if (gate.MaxChange is { } most) return before.Value is { } earlier ? Change(gate, (earlier, gated.Bytes), most) : GateOutcome.Undecided(before.Why);
        var range = gated.Bytes.Vary ? $" ({Figures.BytesPerOperation(lowest)} to {Figures.BytesPerOperation(highest)})" : "";
        return GateOutcome.OfRange(
            bytes,
            (lowest, highest),
            (gate.Min - CountedBytes.Tolerance, gate.Max + CountedBytes.Tolerance),
            $"{Figures.BytesPerOperation(bytes)} B/op{range}, {GateText.Allowed(gate)} (and {CountedBytes.Tolerance:0.##} for the runtime's own)");
    }

    private static GateOutcome Change(GateSettings gate, (CountedBytes Before, CountedBytes Now) counted, double most)
    {
        var (before, now) = counted;
        if (BytesDiffer.Of(before, now) is not { } diff) return GateOutcome.Undecided("the reference run has no count of bytes");
        var range = (diff.After.Lowest - diff.Before.Highest, diff.After.Highest - diff.Before.Lowest);
        return GateOutcome.OfRange(
            diff.Difference,
            now.Vary || before.Vary ? range : (diff.Difference, diff.Difference),
            (null, most + CountedBytes.Tolerance),
            $"{Figures.BytesPerOperation(diff.Before.PerOperation)} B/op in the reference run, {Figures.BytesPerOperation(diff.After.PerOperation)} now, {GateText.Limit(gate, most)} more allowed (and {CountedBytes.Tolerance:0.##} for the runtime's own)");
    }
}
