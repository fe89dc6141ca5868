using AsyncLoad.Model.Plans;

namespace AsyncLoad.Reporting.Document;

/// <summary>One comparison in words.</summary>
/// <param name="Id">Its id, as <c>plan</c> prints it.</param>
/// <param name="Title"><c>await-value-task vs await-task</c>.</param>
/// <param name="Conditions">Load, pressure, and anything else that differs between comparisons.</param>
/// <param name="Ratio">Candidate ÷ baseline of time: <c>0.41 [0.38, 0.44]</c>, or n/a with the reason.</param>
/// <param name="Width">Half the width of the interval that the verdict rests on: <c>±2.3 %</c>, or n/a with the reason.</param>
/// <param name="Pairs">How many pairs that took: <c>12</c>.</param>
/// <param name="WouldHelp">What would help to decide it; null unless it came to its end undecided.</param>
/// <param name="Disturbed">What other processes did, and what that did to the interval; null where no pair was disturbed.</param>
/// <param name="Bytes">Both sides' bytes per operation.</param>
/// <param name="Sentence">The answer in a line: <c>await-value-task wins: 0.41 [0.38, 0.44], 504 → 0 B/op</c>; times instead of a ratio where nothing is judged.</param>
public sealed record ComparisonRow(
    string Id,
    string Title,
    string Candidate,
    string Baseline,
    string Conditions,
    Mark Verdict,
    ReportCell Ratio,
    ReportCell Width,
    string Pairs,
    string? WouldHelp,
    string? Disturbed,
    ReportCell Time,
    ReportCell Bytes,
    string Sentence)
{
    /// <summary>Letters of the warnings that concern it: <c>ab</c>; empty for none.</summary>
    public string Letters { get; init; } = "";

    /// <summary>Its conditions with the letters of its warnings: <c>sequential, calm [a]</c>.</summary>
    public string Told => Letters.Length == 0 ? Conditions : $"{Conditions} [{Letters}]";

    /// <summary>Title and conditions in one line, with the letters of its warnings.</summary>
    public string Full => $"{Title}, {Told}";

    /// <summary>What names its row in a table.</summary>
    internal ReportCell Heading => new(Title, Told);

    internal string NameOf(Side side) => side == Side.Baseline ? Baseline : Candidate;
}
