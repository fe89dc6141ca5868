using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Analysis.Gates;

/// <summary>A gate on memory of one side, or on its growth. Where some pairs keep the limit and others do not, it is undecided.</summary>
internal static class MemoryGate
{
    /// <summary>Which figure of a side a gate on a metric is about; null where it is not about memory.</summary>
    public static Func<SideMemory, Figure<PairRange?>>? FigureOf(string metric) => Metric.Named(metric) switch
    {
        var named when named == Metric.Peak => memory => memory.Peak,
        var named when named == Metric.Retained => memory => memory.Retained,
        var named when named == Metric.RetainedPerOperation => memory => memory.PerOperation,
        _ => null,
    };

    /// <summary>How it went.</summary>
    /// <param name="gate">What the profile says.</param>
    /// <param name="now">The figure of the side that it is about.</param>
    /// <param name="before">The same in the run that changes are counted from.</param>
    public static GateOutcome Of(GateSettings gate, Figure<PairRange?> now, Figure<PairRange?> before)
    {
        if (now.Value is not { } found) return GateOutcome.NotMeasured(now.Why);
        if (gate.MaxChange is { } most) return before.Value is not { } earlier ? GateOutcome.Undecided(before.Why) : Change(gate, found, earlier, most);
        return GateOutcome.OfRange(found.Median, (found.Lowest, found.Highest), (gate.Min, gate.Max), $"{Text(gate, found)}, {GateText.Allowed(gate)}");
    }

    private static GateOutcome Change(GateSettings gate, PairRange now, PairRange before, double most) => GateOutcome.OfRange(
        now.Median - before.Median,
        (now.Lowest - before.Highest, now.Highest - before.Lowest),
        (null, most),
        $"{Text(gate, before)} in the reference run, {Text(gate, now)} now, {GateText.Limit(gate, most)} more allowed");

    /// <summary>A figure over pairs, with its unit.</summary>
    public static string Text(GateSettings gate, PairRange range) => $"{GateText.Value(gate, range.Median)} ({GateText.Value(gate, range.Lowest)} to {GateText.Value(gate, range.Highest)} over pairs)";
}
