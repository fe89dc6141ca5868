using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>
/// Limits a decision on times where arrivals were not started. These have no latency, so a side that sheds load looks faster than it is. It cannot pass
/// a limit that way, and the other side cannot fail one.
/// </summary>
internal static class DroppedArrivals
{
    /// <summary>A limit on the latency of one side.</summary>
    /// <param name="outcome">What its latencies say.</param>
    /// <param name="gated">The side.</param>
    public static GateOutcome OfLatency(GateOutcome outcome, SideAnalysis gated) => Weigh(outcome, Dropped(gated), 0);

    /// <summary>A limit on a ratio, or on the factor by which it grew.</summary>
    /// <param name="outcome">What the ratios say.</param>
    /// <param name="ratio">The limit.</param>
    /// <param name="now">Both sides.</param>
    /// <param name="before">Both sides in the run that changes are counted from; null without one.</param>
    public static GateOutcome OfRatio(GateOutcome outcome, RatioGate ratio, SidePair<SideAnalysis> now, SidePair<SideAnalysis>? before)
    {
        if (!Metric.Of(ratio.Metric).IsOfElapsedTime) return outcome;
        if (!ratio.IsOfChange) before = null;
        return Weigh(outcome, Dropped(now.Candidate) + Dropped(before?.Baseline), Dropped(now.Baseline) + Dropped(before?.Candidate));
    }

    // What makes a figure smaller than it is cannot have made it too large.
    private static GateOutcome Weigh(GateOutcome outcome, long smaller, long larger) => outcome.State switch
    {
        GateState.Passed when smaller > 0 => Undecided(outcome, smaller),
        GateState.Failed when larger > 0 => Undecided(outcome, larger),
        _ => outcome,
    };

    private static GateOutcome Undecided(GateOutcome outcome, long dropped) =>
        GateOutcome.Undecided(FormattableString.Invariant($"{outcome.Reason}; but {dropped} arrivals were not started, and those have no latency"), outcome.Value);

    private static long Dropped(SideAnalysis? side) => side?.Latency.Value?.Arrivals?.Dropped ?? 0;
}
