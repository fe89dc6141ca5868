namespace AsyncLoad.Model.Results;

/// <summary>What a selfcheck found: how often verdicts were false where both sides are the same, and how often an injected slowdown was found.</summary>
/// <param name="Passed">Whether all conditions hold.</param>
/// <param name="Bars">The conditions.</param>
/// <param name="Rows">Counts by injected slowdown, load and pressure.</param>
/// <param name="Surprises">Judged comparisons that did not end as they should, in the order of the plan.</param>
/// <param name="Pairs">Pairs that were completed.</param>
public sealed record SelfCheckResult(
    bool Passed,
    IReadOnlyList<SelfCheckBar> Bars,
    IReadOnlyList<SelfCheckRow> Rows,
    IReadOnlyList<SelfCheckSurprise> Surprises,
    int Pairs)
{
    /// <summary>Name of the profile of every selfcheck.</summary>
    public const string ProfileName = "selfcheck";
}

/// <summary>One condition of a selfcheck: a count of comparisons, and what it must be.</summary>
/// <param name="Name">What is counted, in a few words.</param>
/// <param name="Count">The count.</param>
/// <param name="Of">How many were judged.</param>
/// <param name="AtLeast">The fewest that pass; null where only too many fail.</param>
/// <param name="AtMost">The most that pass; null where only too few fail.</param>
/// <param name="Passed">Whether the count is within.</param>
public sealed record SelfCheckBar(string Name, int Count, int Of, int? AtLeast, int? AtMost, bool Passed);

/// <summary>Comparisons of a selfcheck under one load and pressure.</summary>
/// <param name="Injected">Slowdown injected in the candidate, as a share: 0.05 for 5 %; null where both sides are the same.</param>
/// <param name="Load">Slug of the load.</param>
/// <param name="Pressure">Name of the pressure.</param>
/// <param name="Comparisons">Comparisons planned.</param>
/// <param name="Wins">Comparisons judged as wins; always false.</param>
/// <param name="Loses">Comparisons judged as losses: false where nothing was injected, correct elsewhere.</param>
/// <param name="Equivalent">Comparisons judged as equivalent.</param>
/// <param name="Inconclusive">Comparisons judged as inconclusive.</param>
/// <param name="Pairs">Pairs completed, all comparisons together.</param>
/// <param name="MedianSpread">Median over comparisons of the standard deviation of the log ratio over pairs; null where none has two pairs.</param>
/// <param name="MedianRatio">Median of the judged ratios; null where none was judged.</param>
/// <param name="TwoLevels">Whether each process drew one of two levels; a win or a loss is false then.</param>
public sealed record SelfCheckRow(
    double? Injected,
    string Load,
    string Pressure,
    int Comparisons,
    int Wins,
    int Loses,
    int Equivalent,
    int Inconclusive,
    int Pairs,
    double? MedianSpread,
    double? MedianRatio,
    bool TwoLevels = false);

/// <summary>A comparison that did not end as it should: neither <c>equivalent</c> where both sides are the same, nor <c>loses</c> where a slowdown was injected.</summary>
/// <param name="Id">Id of the comparison.</param>
/// <param name="Verdict">How it ended.</param>
/// <param name="Ratio">Candidate ÷ baseline of ns/op.</param>
/// <param name="Spread">Standard deviation of the log ratio over pairs; null below two.</param>
public sealed record SelfCheckSurprise(string Id, Verdict Verdict, RatioInterval Ratio, double? Spread);
