using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Calibration;

/// <summary>
/// How long AsyncLoad took to its answers. The process measured every comparison to the last look; from its wall time, start and reports included,
/// the pairs are taken off that came after the look at which a comparison had its answer.
/// </summary>
internal sealed record Answer(AskedProcess Asked, IReadOnlyList<AnsweredComparison> Comparisons)
{
    /// <summary>Wall time until every interval is within the half-width asked for, or its comparison is at its last look.</summary>
    public TimeSpan ToWidth => Without(comparison => comparison.PairsToWidth);

    /// <summary>Wall time with the program's own rule, which a verdict ends too.</summary>
    public TimeSpan ToVerdict => Without(comparison => comparison.PairsToVerdict);

    /// <summary>Comparisons whose interval was still wider at their last look: the time to it is no time to an answer.</summary>
    public int NotWithin(double halfWidth) => Comparisons.Count(comparison => comparison.HalfWidth > halfWidth);

    /// <summary>Reads the answers out of the evidence.</summary>
    public static Answer Of(AskedProcess asked, MeasureSettings measure) =>
        new(asked, [.. asked.Evidence.Manifest.Plan.Comparisons.Select(comparison => AnsweredComparison.Of(comparison, asked, measure))]);

    private TimeSpan Without(Func<AnsweredComparison, int> needed) =>
        Asked.Took - TimeSpan.FromSeconds(Comparisons.Sum(comparison => comparison.Pairs.Where(pair => pair.Index > needed(comparison)).Sum(pair => pair.Took.Seconds)));
}

/// <summary>One comparison's way to its answer.</summary>
/// <param name="Pairs">Its pairs.</param>
/// <param name="PairsToWidth">Pairs at the first look whose interval is narrow enough, or at the last.</param>
/// <param name="PairsToVerdict">Pairs at the look where the program would have stopped.</param>
/// <param name="Ratio">The ratio at <paramref name="PairsToWidth"/>.</param>
internal sealed record AnsweredComparison(IReadOnlyList<JournalEntry.Pair> Pairs, int PairsToWidth, int PairsToVerdict, RatioInterval Ratio)
{
    /// <summary>Half the width of the interval, as a share of the estimate.</summary>
    public double HalfWidth => (Ratio.High - Ratio.Low) / 2 / Ratio.Estimate;

    public static AnsweredComparison Of(Comparison comparison, AskedProcess asked, MeasureSettings measure)
    {
        var ratios = PairRatios.Of(asked.Evidence.Of(comparison).Progress.Completed);
        var width = measure.Looks.FirstOrDefault(look => Judge(look).HalfWidth.Value <= measure.HalfWidth, measure.Looks[^1]);
        var verdict = measure.Looks.FirstOrDefault(look => Judge(look).Settles(measure), measure.Looks[^1]);
        return new AnsweredComparison(
            [.. asked.Evidence.Journal.OfType<JournalEntry.Pair>().Where(pair => pair.Comparison == comparison.Id)],
            width,
            verdict,
            Looks.Interval([.. ratios.Take(width).Select(ratio => ratio.Ratios.Wall)], measure.Looks));

        Judgement Judge(int look) => Judgement.Of([.. ratios.Take(look)], measure);
    }
}
