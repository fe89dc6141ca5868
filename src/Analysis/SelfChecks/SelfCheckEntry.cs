using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.SelfChecks;

/// <summary>What a selfcheck counts of one comparison.</summary>
/// <param name="Comparison">Which.</param>
/// <param name="Verdict">How it ended; null where there are too few pairs, or it was dropped.</param>
/// <param name="Ratio">Candidate ÷ baseline of ns/op; null where there is no verdict.</param>
/// <param name="Spread">Standard deviation of the log ratio over pairs; null below two.</param>
/// <param name="Pairs">Completed.</param>
public sealed record SelfCheckEntry(Comparison Comparison, Verdict? Verdict, RatioInterval? Ratio, double? Spread, int Pairs)
{
    /// <summary>What makes the candidate slower; null where both sides are the same.</summary>
    internal InjectedSlowdown? Injected => Comparison.IsAtTwoLevels ? null : Comparison.Candidate.Injected;

    internal bool IsWinOrLoss => Verdict is Model.Results.Verdict.Wins or Model.Results.Verdict.Loses;

    internal bool IsPressed => Comparison.Candidate.Pressure.Name != PressureSettings.Calm.Name;

    /// <summary>A comparison that may still be under way, judged by its pairs so far, as if the run ended now.</summary>
    /// <param name="comparison">Which.</param>
    /// <param name="attempts">Its pairs, in the order of the journal.</param>
    /// <param name="measure">How it is judged.</param>
    public static SelfCheckEntry Of(Comparison comparison, IReadOnlyList<JournalEntry.Pair> attempts, MeasureSettings measure)
    {
        ArgumentNullException.ThrowIfNull(measure);
        var progress = PairProgress.Of(attempts).Judged(measure.Looks);
        var ratios = PairRatios.Of(progress.Completed);
        var judgement = ComparisonAnalyzer.Judge(comparison, progress, ratios, measure);
        return new SelfCheckEntry(comparison, judgement.Verdict.Value, judgement.Ratios[VerdictMetric.Wall].Value, ComparisonAnalyzer.Spread(ratios, measure).Value, ratios.Count);
    }

    internal static SelfCheckEntry Of(ComparisonAnalysis ended) => new(ended.Comparison, ended.Verdict.Value, ended.Ratio.Value, ended.Spread.Value, ended.Pairs.Count);
}
