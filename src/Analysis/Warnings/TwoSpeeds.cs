using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Processes of a side run at one of two levels, so which side is faster depends on what each pair happened to draw.</summary>
internal static class TwoSpeeds
{
    public const string Id = "two-levels";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (comparison.Judgement.Levels is not { } levels) yield break;
        var verdict = comparison.Judgement.Verdict.Value switch
        {
            Verdict.Wins or Verdict.Loses => "The verdict stands: every pair says the same, whichever levels it drew.",
            Verdict.Equivalent => "The sides are equivalent in most pairs, not in those that drew different levels.",
            _ => "Which side is faster depends on the levels that a pair drew, so neither wins.",
        };
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            $"{Sentence(comparison, levels)}. {verdict}",
            "More pairs do not help. Find what differs from process to process and stays so: how code or data is aligned, what the compiler saw first, a random seed, a core. gcSettings tieredPgo false shows whether the compiler's profile decides.");
    }

    /// <summary>Both levels of each side that has two, with how many processes are at each; of the pairs, where no side's own times show them.</summary>
    public static string Sentence(JudgedComparison comparison, TwoLevels levels) => string.Join("; ", new[]
    {
        Of(comparison, Side.Baseline, levels.Baseline),
        Of(comparison, Side.Candidate, levels.Candidate),
        levels is { Baseline: null, Candidate: null, Ratio: { } ratio }
            ? FormattableString.Invariant($"{ratio.AtLow} pairs have a ratio of about {ratio.Low:0.000}, {ratio.AtHigh} of about {ratio.High:0.000}")
            : null,
    }.OfType<string>());

    private static string? Of(JudgedComparison comparison, Side side, Levels? levels) => levels is null ? null : FormattableString.Invariant(
        $"{side.ToString().ToLowerInvariant()} {comparison.Evidence.Comparison.CellOf(side).Label} runs at one of two levels: {levels.AtLow} processes at about {levels.Low:0.###} {Unit(comparison)}, {levels.AtHigh} at about {levels.High:0.###} ({100 * ((levels.High / levels.Low) - 1):0} % apart)");

    private static string Unit(JudgedComparison comparison) => comparison.Judgement.Metric switch
    {
        VerdictMetric.Cpu => "CPU ns/op",
        VerdictMetric.P99 => "ns at p99",
        VerdictMetric.Peak => "B at the peak",
        VerdictMetric.Retained => "B retained",
        _ => "ns/op",
    };
}
