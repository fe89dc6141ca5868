using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Analysis.Verdicts;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>A comparison has come to its end, or time was up, and the interval still allows more than one answer. What would help is derived from its own evidence.</summary>
internal static class WideInterval
{
    public const string Id = "wide-interval";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        var (judgement, measure) = (comparison.Judgement, comparison.Measure);
        if (judgement.Verdict.Value is not Verdict.Inconclusive || judgement.HalfWidth.Value is not { } width || judgement.Decisive.Value is not { } ratio) yield break;
        var atCap = ratio.Pairs >= measure.Looks[^1];
        var cut = !atCap && !judgement.Settles(measure);
        var end = cut ? "when measuring ended" : atCap ? "the last look" : judgement.Levels is not null ? "where two levels showed" : "where its interval is as narrow as asked for";
        var spread = comparison.Spread.Value is { } seen ? FormattableString.Invariant($", pairs spread by {100 * seen:0.0} %") : "";
        yield return new Warning(
            Id,
            WarningSeverity.Note,
            FormattableString.Invariant($"Inconclusive after {ratio.Pairs} pairs, {end}: the interval is ±{100 * width:0.0} % wide{spread}, the margin is {100 * measure.Margin:0.0} %."),
            judgement.Levels is { } levels
                ? $"Pairs fall into two groups, and more of them do not change that: {TwoSpeeds.Sentence(comparison, levels)}; the warning {TwoSpeeds.Id} says what to look for."
                : string.Join(" ", [.. HeldBack(comparison), .. Cause(comparison), Pairs(ratio, comparison)]));
    }

    private static IEnumerable<string> HeldBack(JudgedComparison comparison)
    {
        if (comparison.Judgement is { Unconfirmed: { } doubt, Decisive.Value: { } first })
            yield return $"The interval alone would be a {Answer(first)}. But of several comparisons some are a win or a loss by chance, and {doubt}.";
        if (comparison.Judgement is { Lacks: { } lacks, Decisive.Value: { } ratio })
            yield return FormattableString.Invariant($"The interval alone would be a {Answer(ratio)}. But {lacks.Why}, so a win or a loss needs every pair beyond the margin, or an interval that misses in {100 * lacks.Error:0.#} % of comparisons.");
    }

    private static string Answer(RatioInterval ratio) => ratio.High < 1 ? "win" : "loss";

    // The gravest cause that there is evidence of; none for pairs that only scatter.
    private static IEnumerable<string> Cause(JudgedComparison comparison)
    {
        var (pairs, cell) = (comparison.Evidence.Progress.Completed, comparison.Evidence.Comparison.Baseline);
        if (DisturbedPairs.Count(cell.Load, pairs) is > 0 and var disturbed)
            yield return FormattableString.Invariant($"A quieter machine would help: in {disturbed} of {pairs.Count} pairs other processes took a tenth or more of the processor time.");
        else if (FewCollections.Find(comparison).Any())
            yield return "Longer slices would help (measure.slices, measure.slice): pairs have too few collections, so that their cost depends on chance.";
        else if (cell.Pressure != PressureSettings.Calm)
            yield return "Under pressure, pairs spread because each heap has a different history.";
    }

    private static string Pairs(RatioInterval ratio, JudgedComparison comparison)
    {
        var (reach, inner) = VerdictRule.Reach(ratio.Estimate, comparison.Measure.Margin);
        var needed = comparison.Spread.Value is { } spread && reach > 0 ? PairsNeeded.For(spread, reach, inner ? 2 * Looks.TotalError : WideSpread.ErrorBefore(spread, comparison.Measure.Looks)) : null;
        var edge = FormattableString.Invariant($"the ratio lies {100 * (Math.Exp(reach) - 1):0.0} % from the edge of the margin");
        return needed switch
        {
            { } pairs => FormattableString.Invariant($"More pairs would help: at this spread about {Math.Max(pairs, ratio.Pairs + 1)} would decide it (--pairs {Math.Max(pairs, ratio.Pairs + 1)})."),
            _ when inner => $"More pairs alone help little: {edge}. Use longer slices or another margin.",
            _ => "More pairs alone help little: they differ too much. Use longer slices or a quieter machine.",
        };
    }
}
