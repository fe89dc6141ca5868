using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>A judgement in one sign and one word: never by colour alone.</summary>
public sealed record Mark(Tone Tone, string Glyph, string Word)
{
    public string CssClass => Tone switch
    {
        Tone.Good => "good",
        Tone.Bad => "bad",
        Tone.Even => "even",
        _ => "open",
    };

    /// <summary>A comparison that could not be measured.</summary>
    public static Mark NotMeasured { get; } = new(Tone.Bad, "–", "not measured");

    /// <summary>A comparison that was measured and, as its profile asked, not judged.</summary>
    public static Mark NotJudged { get; } = new(Tone.Even, "·", "not judged");

    /// <summary>A comparison that is being measured: more pairs come.</summary>
    public static Mark Measuring { get; } = new(Tone.Open, "·", "measuring");

    /// <summary>A point where a source and this runtime differ.</summary>
    public static Mark Differs { get; } = new(Tone.Even, "≠", "differs");

    /// <summary>The mark of a verdict; null was not measured.</summary>
    public static Mark Of(Verdict? verdict) => verdict switch
    {
        Verdict.Wins => new(Tone.Good, "▲", "wins"),
        Verdict.Loses => new(Tone.Bad, "▼", "loses"),
        Verdict.Equivalent => new(Tone.Even, "=", "equivalent"),
        Verdict.Inconclusive => new(Tone.Open, "?", "inconclusive"),
        _ => NotMeasured,
    };

    public static Mark Of(GateState state) => state switch
    {
        GateState.Passed => new(Tone.Good, "✓", "passed"),
        GateState.Failed => new(Tone.Bad, "✗", "failed"),
        GateState.Inconclusive => new(Tone.Open, "?", "inconclusive"),
        _ => new(Tone.Bad, "!", "broken"),
    };

    public static Mark Of(WarningSeverity severity) => severity switch
    {
        WarningSeverity.Note => new(Tone.Even, "i", "note"),
        WarningSeverity.Warning => new(Tone.Open, "!", "warning"),
        _ => new(Tone.Bad, "✗", "invalid"),
    };

    public static Mark Check(bool passed) => passed ? new(Tone.Good, "✓", "passed") : new(Tone.Bad, "✗", "failed");
}
