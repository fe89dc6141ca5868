using AsyncLoad.Analysis.Diffs;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Gates;

/// <summary>
/// A gate on a ratio. It fails only when the whole interval is past the limit and fresh pairs agree. A build that fails by chance once in twenty would
/// soon be ignored; with fresh pairs it is once in four hundred.
/// </summary>
internal sealed class RatioGate
{
    /// <summary>Pairs that confirm a failed gate: the fewest that one look can judge.</summary>
    public static readonly int FreshPairs = Looks.FewestPairs(1);

    private readonly GateSettings gate;
    private readonly double margin;
    private readonly Figure<IReadOnlyList<PairRatio>?> before;

    private RatioGate(GateSettings gate, VerdictMetric metric, double margin, Figure<IReadOnlyList<PairRatio>?> before) =>
        (this.gate, Metric, this.margin, this.before) = (gate, metric, margin, before);

    /// <summary>Which ratio it is about.</summary>
    public VerdictMetric Metric { get; }

    /// <summary>Whether it limits a change from an earlier run.</summary>
    public bool IsOfChange => gate.MaxChange is not null;

    /// <summary>The gate, or null when it is not about a ratio.</summary>
    /// <param name="gate">What the profile says.</param>
    /// <param name="margin">δ: levels of processes that are closer than that decide no gate.</param>
    /// <param name="before">The pairs of the same comparison in the run that changes are counted from, or why there are none.</param>
    public static RatioGate? Of(GateSettings gate, double margin, Figure<IReadOnlyList<PairRatio>?> before) =>
        Model.Profiles.Metric.Named(gate.Metric)?.Judged is { } ratio ? new RatioGate(gate, ratio.Metric, margin, before) : null;

    /// <summary>The outcome of these pairs alone, before any confirmation.</summary>
    /// <param name="pairs">One entry per pair.</param>
    /// <param name="looks">The looks that they are judged at.</param>
    public GateOutcome Of(IReadOnlyList<PairRatio> pairs, IReadOnlyList<int> looks)
    {
        if (Looks.TooFew(pairs.Count, looks.Count) is { } why) return GateOutcome.Undecided(why);
        if (PairRatios.Logs(pairs, Metric) is null) return GateOutcome.Undecided("a pair lacks this ratio");
        if (gate.MaxChange is { } most) return Change(pairs, most);
        var ratios = Ratios(pairs);
        var ratio = Looks.Interval(ratios, looks);
        var outcome = GateOutcome.OfRange(
            ratio.Estimate, (ratio.Low, ratio.High), (gate.Min, gate.Max), $"{Figures.Ratio(ratio, (gate.Min, gate.Max))}, {GateText.Allowed(gate)}");
        return HaveLevels(pairs) ? AsAllPairs(outcome, (ratios.Min(), ratios.Max()), (gate.Min, gate.Max)) : outcome;
    }

    /// <summary>The outcome of judged and fresh pairs together.</summary>
    /// <param name="judged">The pairs that the verdict rests on.</param>
    /// <param name="looks">The looks that those are judged at.</param>
    /// <param name="fresh">Pairs measured afterwards, to confirm.</param>
    public GateOutcome Confirmed(IReadOnlyList<PairRatio> judged, IReadOnlyList<int> looks, IReadOnlyList<PairRatio> fresh)
    {
        var first = Of(judged, looks);
        if (first.State != GateState.Failed) return first;
        if (fresh.Count < FreshPairs)
            return GateOutcome.Undecided(FormattableString.Invariant($"{first.Reason}; a failure takes {FreshPairs} fresh pairs that agree, and {fresh.Count} were measured"), first.Value);
        // A verdict that had to be confirmed may have taken more.
        var second = Of([.. fresh.Take(FreshPairs)], [FreshPairs]);
        return second.State == GateState.Failed
            ? first with { Reason = FormattableString.Invariant($"{first.Reason}; {FreshPairs} fresh pairs agree: {second.Reason}") }
            : GateOutcome.Undecided(FormattableString.Invariant($"{first.Reason}; {FreshPairs} fresh pairs do not agree: {second.Reason}"), first.Value);
    }

    private GateOutcome Change(IReadOnlyList<PairRatio> pairs, double most)
    {
        if (before.Value is not { } earlier) return GateOutcome.NotMeasured(before.Missing);
        var change = RatioChange.Between(earlier, pairs, Metric);
        if (change.Interval is not { } interval) return GateOutcome.Undecided(change.Missing!);
        var told = Figures.Ratio(new RatioInterval(interval.Estimate, interval.Low, interval.High, interval.Confidence, pairs.Count), (null, most));
        var outcome = GateOutcome.OfRange(interval.Estimate, (interval.Low, interval.High), (null, most), $"grown by a factor of {told}, allowed {GateText.Limit(gate, most)}");
        return HaveLevels(earlier) || HaveLevels(pairs) ? AsAllPairs(outcome, RatioChange.Extremes(Ratios(earlier), Ratios(pairs)), (null, most)) : outcome;
    }

    // Which of two levels the processes of a pair have is chance, so a result of only some pairs may be chance too.
    private static GateOutcome AsAllPairs(GateOutcome outcome, (double Low, double High) pairs, (double? Min, double? Max) limits) =>
        outcome.State == GateState.Inconclusive || GateOutcome.OfRange(outcome.Value!.Value, pairs, limits, $"").State == outcome.State
            ? outcome
            : GateOutcome.Undecided($"{outcome.Reason}; processes run at one of two levels, and not every pair agrees", outcome.Value);

    private bool HaveLevels(IReadOnlyList<PairRatio> pairs) => ProcessLevels.Of(pairs, Metric, margin) is not null;

    private double[] Ratios(IReadOnlyList<PairRatio> pairs) => [.. pairs.Select(pair => pair.Of(Metric)!.Value)];
}
