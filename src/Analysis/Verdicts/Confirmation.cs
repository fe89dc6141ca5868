using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>
/// A second measurement of a win or a loss, where a run asks for it. Of a dozen equal methods that are compared at once, one has a false verdict by chance more
/// often than any one of them alone. Fresh pairs, which have no part in the verdict, must point the same way.
/// </summary>
/// <remarks>
/// They are asked one question, on one side: is the ratio beyond 1? It is answered with an error of 5 %. So a verdict that is false in 1 % of comparisons becomes
/// one that is false in about 0.05 %, and few differences that a first look finds are lost (<c>ConfirmationTests</c>).
/// </remarks>
internal static class Confirmation
{
    /// <summary>How many fresh pairs it takes: as many as the first look has.</summary>
    public static int Pairs(MeasureSettings measure) => measure.Looks[0];

    /// <summary>Whether a verdict needs fresh pairs: it is a win or a loss, the run asks for them, and not every pair is beyond the margin.</summary>
    /// <param name="judgement">The verdict before any confirmation.</param>
    /// <param name="judged">The pairs that it rests on.</param>
    /// <param name="measure">How the comparison is judged.</param>
    public static bool IsNeeded(Judgement judgement, IReadOnlyList<PairRatio> judged, MeasureSettings measure) =>
        measure.Confirm
        && judgement.Verdict.Value is Verdict.Wins or Verdict.Loses
        && !ProcessLevels.AllAgree(judged, measure.Metric, measure.Margin);

    /// <summary>The verdict of judged and fresh pairs together; inconclusive where the fresh ones are too few or do not agree.</summary>
    /// <param name="judgement">The verdict before any confirmation.</param>
    /// <param name="judged">The pairs that it rests on.</param>
    /// <param name="fresh">Pairs measured afterwards.</param>
    /// <param name="measure">How the comparison is judged.</param>
    public static Judgement Of(Judgement judgement, IReadOnlyList<PairRatio> judged, IReadOnlyList<PairRatio> fresh, MeasureSettings measure)
    {
        if (!IsNeeded(judgement, judged, measure)) return judgement;
        return Doubt(judgement, fresh, measure) is { } doubt ? judgement with { Verdict = Verdict.Inconclusive, Unconfirmed = doubt } : judgement;
    }

    private static string? Doubt(Judgement judgement, IReadOnlyList<PairRatio> fresh, MeasureSettings measure)
    {
        var needed = Pairs(measure);
        if (fresh.Count < needed) return FormattableString.Invariant($"it takes {needed} fresh pairs that agree, and {fresh.Count} were measured");
        double?[] ratios = [.. fresh.Take(needed).Select(pair => pair.Of(measure.Metric))];
        if (ratios.Contains(null)) return $"it takes {needed} fresh pairs that agree, and one lacks the ratio";
        var again = Looks.Interval([.. ratios.OfType<double>()], [needed]);
        var agrees = judgement.Verdict.Value is Verdict.Wins ? again.Inner!.High < 1 : again.Inner!.Low > 1;
        return agrees ? null : $"{needed} fresh pairs do not agree: {Figures.Ratio(again)}";
    }
}
