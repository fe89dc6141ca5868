using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Warnings;

/// <summary>Processes of a side run at one of two levels, so which side is faster depends on the levels in each pair.</summary>
internal static class TwoSpeeds
{
    public const string Id = "two-levels";

    public static IEnumerable<Warning> Find(JudgedComparison comparison)
    {
        if (comparison.Judgement.Levels is not { } levels) yield break;
        var verdict = comparison.Judgement.Verdict.Value switch
        {
            Verdict.Wins or Verdict.Loses => "The verdict holds: every pair agrees, whatever the levels of its processes.",
            Verdict.Equivalent => "The sides are equivalent in most pairs, but not where the levels of a pair differ.",
            _ => "Which side is faster depends on the levels in a pair, so neither wins.",
        };
        yield return new Warning(
            Id,
            WarningSeverity.Warning,
            $"{Sentence(comparison, levels)}. {verdict}",
            "More pairs do not help. Find what differs between processes and stays the same within each: alignment of code or data, the JIT compiler's profile, a random seed, a core. gcSettings tieredPgo false shows whether the profile is the cause.");
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
