using System.Collections.Immutable;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Verdicts;

/// <summary>The judgement of the pairs of one comparison: steering stops on it, analysis reports it.</summary>
/// <param name="Ratios">The ratio by each metric.</param>
/// <param name="Metric">The metric that the profile names: the verdict is on its ratio.</param>
public sealed record Judgement(ImmutableSortedDictionary<VerdictMetric, Figure<RatioInterval?>> Ratios, VerdictMetric Metric, Figure<Verdict?> Verdict)
{
    /// <summary>Why a comparison has neither intervals nor a verdict when its profile says <c>"verdicts": false</c>.</summary>
    public const string NotAskedFor = "the profile asks for figures, not verdicts";

    /// <summary>The levels that processes run at, where there are two; else null.</summary>
    public TwoLevels? Levels { get; init; }

    /// <summary>What a win or a loss would need, where the interval alone would give one; else null.</summary>
    internal StrongerEvidence? Lacks { get; init; }

    /// <summary>Why a win or a loss is not told, where fresh pairs had to confirm it; else null.</summary>
    internal string? Unconfirmed { get; init; }

    /// <summary>The ratio that the verdict is on.</summary>
    public Figure<RatioInterval?> Decisive => Ratios[Metric];

    /// <summary>Half the width of that ratio's interval as a share of its estimate.</summary>
    public Figure<double?> HalfWidth =>
        Decisive.Value is { } ratio ? ratio.HalfWidth : new Figure<double?>(null, Decisive.Missing);

    /// <summary>Judges the pairs measured so far; without verdicts there is nothing to judge, however many there are.</summary>
    public static Judgement Of(IReadOnlyList<PairRatio> pairs, MeasureSettings measure)
    {
        if (!measure.Verdicts) return Without(NotAskedFor, measure);
        var judgement = Of(metric => Interval(pairs, metric, measure), measure);
        if (judgement.Verdict.Value is null) return judgement;
        judgement = judgement with { Levels = ProcessLevels.Of(pairs, measure.Metric, measure.Margin) };
        // A win or a loss may be due to the levels that each pair's processes have, unless every pair agrees.
        if (judgement.Verdict.Value is not (Model.Results.Verdict.Wins or Model.Results.Verdict.Loses) || ProcessLevels.AllAgree(pairs, measure.Metric, measure.Margin)) return judgement;
        var lacks = WideSpread.Missing(pairs, judgement.Decisive.Value!, measure);
        return judgement.Levels is null && lacks is null ? judgement : judgement with { Verdict = Model.Results.Verdict.Inconclusive, Lacks = lacks };
    }

    /// <summary>No ratio and no verdict, for this reason.</summary>
    internal static Judgement Without(string reason, MeasureSettings measure) => Of(_ => new Figure<RatioInterval?>(null, reason), measure);

    /// <summary>Whether a comparison may end at a look: its interval is narrow enough, or already gives an answer; or processes run at two levels, which more pairs do not change.</summary>
    public bool Settles(MeasureSettings measure) =>
        Levels is not null || HalfWidth.Value <= measure.HalfWidth || Verdict.Value is not (null or Model.Results.Verdict.Inconclusive);

    private static Judgement Of(Func<VerdictMetric, Figure<RatioInterval?>> ratio, MeasureSettings measure)
    {
        var ratios = Enum.GetValues<VerdictMetric>().ToImmutableSortedDictionary(metric => metric, ratio);
        var decisive = ratios[measure.Metric];
        return new Judgement(
            ratios,
            measure.Metric,
            decisive.Value is { } known ? VerdictRule.Judge(known, measure.Margin) : new Figure<Verdict?>(null, decisive.Missing));
    }

    private static Figure<RatioInterval?> Interval(IReadOnlyList<PairRatio> pairs, VerdictMetric metric, MeasureSettings measure)
    {
        if (Looks.TooFew(pairs.Count, measure.Looks.Count) is { } why) return new(null, why);
        double?[] ratios = [.. pairs.Select(pair => pair.Of(metric))];
        return ratios.Contains(null) ? new Figure<RatioInterval?>(null, Model.Profiles.Metric.Of(metric).Absent) : Looks.Interval([.. ratios.OfType<double>()], measure.Looks);
    }
}
