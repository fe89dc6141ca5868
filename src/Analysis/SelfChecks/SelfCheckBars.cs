using AsyncLoad.Model.Results;
using MathNet.Numerics.Distributions;

namespace AsyncLoad.Analysis.SelfChecks;

/// <summary>
/// What a selfcheck must reach. From a hundred comparisons and sixty injected slowdowns on: at most one false verdict in a hundred, nine of ten calm
/// ones equivalent, nine of ten slowdowns found. With fewer, as many as a program that truly reaches nine of ten still finds in 19 of 20 checks. A
/// higher bar would fail good machines by chance. A slowdown that is said to be faster is never excused.
/// </summary>
internal static class SelfCheckBars
{
    /// <summary>Comparisons of a variant with itself from which on the whole bars apply.</summary>
    public const int WholeSame = 100;

    /// <summary>Injected slowdowns from which on the whole bars apply.</summary>
    public const int WholeInjected = 60;

    // In whole numbers: 0.9 × 60 must be 54 and not a little more.
    private const int NineOf = 9;
    private const int Ten = 10;

    private const double FailsByChance = 0.05;

    public static IReadOnlyList<SelfCheckBar> Of(SelfCheckTally tally) =>
        [.. tally.Same + tally.Injected > 0 ? OfKnownRatios(tally) : [], .. tally.TwoLevels > 0 ? OfTwoLevels(tally) : []];

    private static IReadOnlyList<SelfCheckBar> OfKnownRatios(SelfCheckTally tally)
    {
        var whole = tally is { Same: >= WholeSame, Injected: >= WholeInjected };
        return
        [
            AtLeast("compared with themselves and judged", tally.SameJudged, tally.Same, whole ? WholeSame : tally.Same),
            AtMost("of these, false verdicts", tally.False, tally.SameJudged, tally.SameJudged / WholeSame),
            AtLeast("of these without pressure, equivalent", tally.CalmEquivalent, tally.CalmJudged, Fewest(tally.CalmJudged, whole)),
            AtLeast("injected slowdowns judged", tally.InjectedJudged, tally.Injected, whole ? WholeInjected : tally.Injected),
            AtLeast("of these, found", tally.Found, tally.InjectedJudged, Fewest(tally.InjectedJudged, whole)),
            AtMost("of these, said to be faster", tally.Reversed, tally.InjectedJudged, 0),
        ];
    }

    // How many processes are at which level is chance, so not a single verdict may rest on it.
    private static IReadOnlyList<SelfCheckBar> OfTwoLevels(SelfCheckTally tally) =>
    [
        AtLeast("at two levels and judged", tally.TwoLevelsJudged, tally.TwoLevels, tally.TwoLevels),
        AtMost("of these, false verdicts", tally.TwoLevelsFalse, tally.TwoLevelsJudged, 0),
    ];

    /// <summary>The fewest of so many that pass.</summary>
    public static int Fewest(int judged, bool whole)
    {
        if (whole) return ((judged * NineOf) + Ten - 1) / Ten;
        var fewest = judged;
        // P(X ≥ fewest) = 1 − P(X ≤ fewest − 1).
        while (fewest > 0 && 1 - Binomial.CDF((double)NineOf / Ten, judged, fewest - 1) < 1 - FailsByChance) fewest--;
        return fewest;
    }

    private static SelfCheckBar AtLeast(string name, int count, int of, int fewest) => new(name, count, of, fewest, null, count >= fewest);

    private static SelfCheckBar AtMost(string name, int count, int of, int most) => new(name, count, of, null, most, count <= most);
}
