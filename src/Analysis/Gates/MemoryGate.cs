using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Analysis.Gates;

/// <summary>A gate on memory of one side, or on what it has grown by. Pairs are what repeats: a limit that some of them keep and some do not decides nothing.</summary>
internal static class MemoryGate
{
    /// <summary>How it went.</summary>
    /// <param name="gate">What the profile says.</param>
    /// <param name="now">The figure of the side that it is about.</param>
    /// <param name="before">The same in the run that changes are counted from; null without one.</param>
    public static GateOutcome Of(GateSettings gate, Figure<PairRange?> now, Figure<PairRange?>? before)
    {
        if (now.Value is not { } found) return GateOutcome.NotMeasured(now.Why);
        if (gate.MaxChange is { } most) return before is not { } earlier ? GateOutcome.NothingBefore : Change(gate, found, earlier, most);
        return GateOutcome.OfRange(found.Median, (found.Lowest, found.Highest), (gate.Min, gate.Max), $"{Text(gate, found)}{(gate.Max is { } max ? $", allowed {Text(gate, max)}" : "")}");
    }

    private static GateOutcome Change(GateSettings gate, PairRange now, Figure<PairRange?> before, double most)
    {
        if (before.Value is not { } from) return GateOutcome.Undecided($"the earlier run has no figure: {before.Why}");
        return GateOutcome.OfRange(
            now.Median - from.Median,
            (now.Lowest - from.Highest, now.Highest - from.Lowest),
            (null, most),
            $"{Text(gate, from)} before, {Text(gate, now)} now, {Text(gate, most)} more allowed");
    }

    private static string Text(GateSettings gate, PairRange range) => $"{Text(gate, range.Median)} ({Text(gate, range.Lowest)} to {Text(gate, range.Highest)} over pairs)";

    private static string Text(GateSettings gate, double bytes) =>
        gate.Metric == Metric.RetainedPerOperation.Name ? FormattableString.Invariant($"{bytes:0.###} B/op") : new MeasuredSize(bytes).ToString();
}
